// Tells the page around the iframe how high the content is, where the learner is and how far.
// The messages are a contract: docs/embedding.md.
export default function ({ data, parentElement }) {
  const link = parentElement.querySelector("a");
  link.textContent = data.label;

  // The address without what only a frame needs: to go on in a window of one's own, to come back later.
  const here = () => {
    const address = new URL(window.location.href);
    for (const name of ["embed", "embed_options"]) address.searchParams.delete(name);
    // Streamlit percent-encodes , : and |; course systems keep few characters, so these are spelt out.
    const query = address.search.replace(/%2C/gi, ",").replace(/%3A/gi, ":").replace(/%7C/gi, "|");
    return { own: address.href, at: address.pathname + query };
  };

  // A frame may be opened by itself, and then there is nobody to tell.
  const framed = window.parent !== window;
  // Whoever frames us is let in by frame-ancestors; where the browser names it, nobody else can listen.
  const parents = window.location.ancestorOrigins;
  const target = parents && parents.length && parents[0] !== "null" ? parents[0] : "*";
  const sent = {};
  const post = (type, content) => {
    const spelt = JSON.stringify(content);
    if (!framed || sent[type] === spelt) return;
    sent[type] = spelt;
    window.parent.postMessage({ source: data.source, version: data.version, type, ...content }, target);
  };

  const follow = () => {
    const { own, at } = here();
    if (link.href !== own) link.href = own;
    post("progress", { ...data.progress, at });
  };
  const content = document.querySelector(".stMainBlockContainer");
  const measure = () => post("height", { height: Math.ceil(content.getBoundingClientRect().height) });

  follow();
  // A widget changes the address without a run of the whole page, and no event tells of it.
  const timer = setInterval(follow, 500);
  const observer = new ResizeObserver(measure);
  if (content) observer.observe(content);
  return () => {
    clearInterval(timer);
    observer.disconnect();
  };
}
