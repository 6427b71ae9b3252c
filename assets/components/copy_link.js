// Copies the address of the screen at hand, or a text it is given. Where the browser refuses, the address is shown, selected.
export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".root");
  root.replaceChildren();
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = data.label;
  const said = document.createElement("span");
  said.setAttribute("role", "status");
  root.append(button, said);

  const byHand = (address) => {
    const label = document.createElement("label");
    label.textContent = data.byHand;
    const field = document.createElement("input");
    field.readOnly = true;
    field.value = address;
    label.append(field);
    said.replaceChildren(label);
    field.focus();
    field.select();
  };

  // Copied out of a course page, the link opens the whole page and not the frame's compact one.
  const ownAddress = () => {
    const address = new URL(window.location.href);
    for (const name of ["embed", "embed_options"]) {
      if (address.searchParams.has(name)) address.searchParams.delete(name);
    }
    return address.href;
  };

  button.onclick = async () => {
    const address = data.text || ownAddress();
    try {
      await navigator.clipboard.writeText(address);
      said.textContent = data.copied;
    } catch {
      byHand(address);
    }
  };
}
