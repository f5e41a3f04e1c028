(() => {
  "use strict";
  const table = document.getElementById("rows");
  const body = table.tBodies[0];
  const lines = [...body.rows].map((row) => ({
    row, text: row.textContent.toLowerCase(), kinds: row.dataset.kinds.split(" "),
  }));
  const find = document.getElementById("find");
  const pick = document.getElementById("pick");
  const count = document.getElementById("count");
  const viewer = document.getElementById("viewer");
  const visible = () => [...body.rows].filter((row) => !row.hidden);

  const filter = () => {
    const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { row, text, kinds } of lines) {
      const fits = words.every((word) => text.includes(word)) && (!pick.value || kinds.includes(pick.value));
      row.hidden = !fits;
      shown += fits;
    }
    count.textContent = `${shown} of ${lines.length} shown`;
  };

  const value = (row, column) => {
    const cell = row.cells[column];
    return cell.dataset.v ?? cell.textContent.trim();
  };
  const compare = new Intl.Collator(undefined, { numeric: true }).compare;
  const sort = (head) => {
    const column = head.cellIndex;
    const isNumber = head.classList.contains("n");
    const wasUp = head.getAttribute("aria-sort") === "ascending";
    const wasDown = head.getAttribute("aria-sort") === "descending";
    const up = isNumber ? wasDown : !wasUp;
    for (const one of head.parentNode.cells) one.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const order = isNumber ? (a, b) => a - b : compare;
    const keyed = [...body.rows].map((row) => [value(row, column), row]);
    keyed.sort((a, b) => (up ? 1 : -1) * order(a[0], b[0]));
    body.append(...keyed.map((one) => one[1]));
  };
  for (const head of table.tHead.rows[0].cells) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.addEventListener("click", () => sort(head));
    head.append(button);
  }

  let current = null;
  const show = (row) => {
    const link = row && row.querySelector("th a");
    if (!link) return;
    current = row;
    const frame = document.createElement("iframe");
    frame.title = `Feedback for ${link.textContent}`;
    frame.setAttribute("sandbox", "");
    frame.src = link.getAttribute("href");
    viewer.querySelector("iframe")?.remove();
    viewer.append(frame);
    const rows = visible();
    const place = rows.indexOf(row);
    document.getElementById("who").textContent = `${link.textContent} (${place + 1} of ${rows.length})`;
    document.getElementById("apart").href = link.getAttribute("href");
    document.getElementById("before").disabled = place <= 0;
    document.getElementById("after").disabled = place < 0 || place === rows.length - 1;
    if (!viewer.open) viewer.showModal();
  };
  const step = (by) => {
    const rows = visible();
    show(rows[rows.indexOf(current) + by]);
  };
  body.addEventListener("click", (event) => {
    const link = event.target.closest("th a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    show(link.closest("tr"));
  });
  document.getElementById("before").addEventListener("click", () => step(-1));
  document.getElementById("after").addEventListener("click", () => step(1));
  document.getElementById("close").addEventListener("click", () => viewer.close());
  viewer.addEventListener("keydown", (event) => {
    if (event.key === "ArrowLeft") step(-1);
    if (event.key === "ArrowRight") step(1);
  });

  find.addEventListener("input", filter);
  pick.addEventListener("change", filter);
  document.getElementById("controls").hidden = false;
  filter();
})();
