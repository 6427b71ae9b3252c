// Brings its own place into view when the part that is shown changes: the button that goes on stands at the
// foot of a part, and Streamlit keeps the scroll position.
const PARTS_SEEN = new WeakMap();

export default function mount({ data, parentElement }) {
  const before = PARTS_SEEN.get(parentElement);
  PARTS_SEEN.set(parentElement, data);
  if (before === undefined || before === data) return;
  const place = parentElement.querySelector(".root");
  if (place.getBoundingClientRect().top < 0) place.scrollIntoView({ block: "start" });
}
