"use strict";
for (const table of document.querySelectorAll("table[data-find]")) {
  const body = table.tBodies[0], rows = [...body.rows];
  const cell = (row, at) => row.cells[at].textContent.trim();
  const number = (text) => {
    const digits = text.replaceAll(",", "").replace("\u2212", "-").match(/^[^\d-]{0,3}(-?\d+(\.\d+)?)/);
    return digits ? Number(digits[1]) : NaN;
  };
  [...table.tHead.rows[0].cells].forEach((head, at) => {
    const button = document.createElement("button");
    button.append(...head.childNodes);
    head.append(button);
    const isText = rows.some((row) => Number.isNaN(number(cell(row, at))) && !/^[\u2013-]?$/.test(cell(row, at)));
    const key = (row) => (isText ? cell(row, at) : number(cell(row, at)) || 0);
    const order = (a, b) => (isText ? key(a).localeCompare(key(b), document.documentElement.lang) : key(a) - key(b));
    button.addEventListener("click", () => {
      const was = head.getAttribute("aria-sort");
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      const isRising = was ? was !== "ascending" : isText;
      head.setAttribute("aria-sort", isRising ? "ascending" : "descending");
      const sign = isRising ? 1 : -1;
      body.append(...rows.sort((a, b) => sign * order(a, b)));
    });
  });
  if (rows.length < 20) continue;
  const find = document.createElement("input");
  find.type = "search";
  find.placeholder = table.dataset.find;
  find.setAttribute("aria-label", table.dataset.find);
  find.addEventListener("input", () => {
    const wanted = find.value.trim().toLowerCase();
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
  });
  table.parentElement.before(find);
}
