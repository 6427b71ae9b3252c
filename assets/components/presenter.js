// Presenter view: Page Down and Page Up (a clicker's two buttons) go on and back, wherever the focus is.
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".presenter");
  root.replaceChildren();
  const go = (way) => setTriggerValue(way, true);
  const button = (label, way, off) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = label;
    made.disabled = off;
    made.onclick = () => go(way);
    root.append(made);
  };
  button(data.labels.back, "back", data.first);
  const where = document.createElement("span");
  where.setAttribute("role", "status");
  where.textContent = data.labels.where;
  root.append(where);
  button(data.labels.on, "on", data.last);
  const keys = document.createElement("span");
  keys.className = "keys";
  keys.textContent = data.labels.keys;
  root.append(keys);
  button(data.labels.leave, "leave", false);

  const press = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const way = { PageDown: "on", PageUp: "back" }[event.key];
    if (!way || (way === "on" ? data.last : data.first)) return;
    event.preventDefault(); // no scrolling: the key turns the page
    event.stopPropagation();
    go(way);
  };
  // In the capture phase: a slider under the focus would take the keys for itself.
  window.addEventListener("keydown", press, true);
  return () => window.removeEventListener("keydown", press, true);
}
