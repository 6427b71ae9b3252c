// Keeps one picture a mount: Streamlit calls a component's script again for every rerun, and a picture that
// is being dragged or played must live on. `Picture` takes the root, `receive(component)` each rerun's data,
// and `destroy()` its end. Joined in before the components that use it.
function mounting(Picture, selector = ".root") {
  const mounts = new WeakMap();
  return (component) => {
    const { parentElement } = component;
    const root = parentElement.querySelector(selector);
    let mount = mounts.get(parentElement);
    if (mount?.picture.root !== root) {
      mount?.picture.destroy();
      mount = { picture: new Picture(root), visit: 0 };
      mounts.set(parentElement, mount);
    }
    mount.visit += 1;
    const { visit } = mount;
    mount.picture.receive(component);
    // Streamlit may clean up an overtaken call after the next one has run: only the last one counts.
    return () => setTimeout(() => {
      if (mount.visit !== visit) return;
      mount.picture.destroy();
      if (mounts.get(parentElement) === mount) mounts.delete(parentElement);
    });
  };
}
