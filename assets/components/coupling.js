// The joint law of the drafted and the final word, as a table whose row and column of the lit word stand
// out. Texts and fills come from Python.

class Coupling {
  constructor(root) {
    this.root = root;
    this.light = new WordLight(root, (word) => this.draw(word));
  }

  receive({ data }) {
    const { word, ...rest } = data;
    const signature = JSON.stringify(rest);
    if (signature !== this.signature) this.build(data, signature);
    this.light.pick(word);
  }

  build(data, signature) {
    Object.assign(this, { signature, data });
    const table = element("table");
    table.setAttribute("aria-label", data.text.caption);
    table.append(this.head(), this.body());
    table.addEventListener("pointerover", (event) => this.over(event));
    table.addEventListener("pointerleave", () => this.light.tell(null));
    const region = element("div", "region");
    region.tabIndex = 0;
    region.setAttribute("role", "region");
    region.setAttribute("aria-label", data.text.caption);
    region.append(table);
    this.root.replaceChildren(element("p", "caption", data.text.caption), region, wordKey(data.text.key));
  }

  head() {
    const { words, text } = this.data;
    const head = element("thead");
    const above = element("tr");
    const corner = element("th", "corner", text.drafted);
    corner.rowSpan = 2;
    corner.scope = "col";
    const across = element("th", "across", text.final);
    across.colSpan = words.length;
    across.scope = "colgroup";
    const margin = element("th", "margin is-draft", text.row_sum);
    margin.rowSpan = 2;
    margin.scope = "col";
    above.append(corner, across, margin);
    const names = element("tr");
    words.forEach((word, index) => {
      const name = element("th", "word", word);
      name.scope = "col";
      name.dataset.column = index;
      names.append(name);
    });
    head.append(above, names);
    return head;
  }

  body() {
    const { words, cells, rows, columns, all, text } = this.data;
    const body = element("tbody");
    words.forEach((word, index) => {
      const row = element("tr");
      row.dataset.row = index;
      const name = element("th", "word", word);
      name.scope = "row";
      row.append(name);
      cells[index].forEach(([number, kind], column) => {
        const cell = element("td", kind ? "filled" : "empty");
        cell.append(kind ? element("span", kind, number) : number);
        cell.dataset.column = column;
        row.append(cell);
      });
      row.append(element("td", "margin is-draft", rows[index]));
      body.append(row);
    });
    const foot = element("tr", "foot");
    const name = element("th", "is-target", text.column_sum);
    name.scope = "row";
    foot.append(name);
    columns.forEach((number, column) => {
      const cell = element("td", "is-target", number);
      cell.dataset.column = column;
      foot.append(cell);
    });
    foot.append(element("td", "margin all", all));
    body.append(foot);
    return body;
  }

  over(event) {
    if (event.pointerType !== "mouse") return;
    const row = event.target.closest("[data-row]")?.dataset.row;
    const column = event.target.closest("[data-column]")?.dataset.column;
    const word = row ?? column;
    if (word !== undefined) this.light.tell(Number(word));
  }

  draw(word) {
    for (const one of this.root.querySelectorAll("[data-row]")) one.classList.toggle("lit", Number(one.dataset.row) === word);
    for (const one of this.root.querySelectorAll("[data-column]")) one.classList.toggle("lit", Number(one.dataset.column) === word);
  }

  destroy() {
    this.light.end();
  }
}

export default mounting(Coupling);
