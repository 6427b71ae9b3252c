// The animated round of step 1, part 1 of 6: making elements. Every word comes from Python.

function make(name, className, parent, attributes = {}) {
  const element = document.createElement(name);
  if (className) element.className = className;
  const { text, ...rest } = attributes;
  if (text !== undefined) element.textContent = text;
  for (const [key, value] of Object.entries(rest)) element.setAttribute(key, value);
  parent?.append(element);
  return element;
}

const percent = (share) => `${(100 * share).toFixed(3)}%`;

/** Hold the room of the longest texts, so that nothing below moves when the text changes.
 *
 * The copies lie under the text in one grid cell; what they show is generated content, so they are
 * neither found nor read aloud.
 */
function holdRoom(parent, className, texts) {
  const longest = [...new Set(texts)].sort((a, b) => b.length - a.length).slice(0, 3);
  for (const text of longest) make("span", `room ${className}`, parent, { "data-text": text, "aria-hidden": "true" });
}
