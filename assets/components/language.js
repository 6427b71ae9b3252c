// A screen reader takes its voice from the page's language, and the browser its hyphens.
export default function ({ data }) {
  document.documentElement.lang = data.lang;
}
