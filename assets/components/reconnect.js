// After a lost connection the page may be served by a process that has never seen it: a restarted one, or
// the other of two. Streamlit runs nothing there until the learner changes something, and that first change
// would find no script that knows its widget, and be lost. So the page asks for one run as soon as it is
// connected again; its address brings the state along.
export default function ({ setTriggerValue }) {
  const app = document.querySelector('[data-testid="stApp"]');
  if (!app) return;
  const name = "data-test-connection-state";
  let connected = app.getAttribute(name) === "CONNECTED";
  const observer = new MutationObserver(() => {
    const now = app.getAttribute(name) === "CONNECTED";
    if (now && !connected) setTriggerValue("again", true);
    connected = now;
  });
  observer.observe(app, { attributes: true, attributeFilter: [name] });
  return () => observer.disconnect();
}
