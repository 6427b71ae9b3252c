// The distribution editor, part 3 of 7: making elements, and the two patterns every picture needs.

const SVG = "http://www.w3.org/2000/svg";

function svg(name, attributes, parent) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent?.append(element);
  return element;
}

function html(name, className, parent, attributes = {}) {
  const element = document.createElement(name);
  if (className) element.className = className;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent?.append(element);
  return element;
}

/** Text, and never markup; written only where it changed, since each writing costs a layout. */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** The hatch and the dots; each picture holds its own copy, since a shadow root sees no other ids. */
function addPatterns(parent) {
  const defs = svg("defs", {}, parent);
  const hatch = svg(
    "pattern",
    { id: "hatch", width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    defs,
  );
  svg("rect", { width: 7, height: 7, class: "hatch-ground" }, hatch);
  svg("rect", { width: 3, height: 7, class: "hatch-line" }, hatch);
  const dots = svg("pattern", { id: "dots", width: 8, height: 8, patternUnits: "userSpaceOnUse" }, defs);
  svg("rect", { width: 8, height: 8, class: "dots-ground" }, dots);
  svg("circle", { cx: 4, cy: 4, r: 1.9, class: "dots-dot" }, dots);
}
