// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A long table can be filtered: the rows that have every word that is typed stay.
for (const rows of document.querySelectorAll(".rows")) {
  const all = [...rows.querySelectorAll("tbody tr")];
  if (all.length < 12) continue;
  const input = document.createElement("input");
  input.type = "search";
  input.className = "filter";
  input.placeholder = `Filter ${all.length} rows`;
  input.setAttribute("aria-label", "Filter the rows of this table");
  const texts = all.map((row) => row.textContent.toLowerCase());
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    all.forEach((row, k) => { row.hidden = !words.every((word) => texts[k].includes(word)); });
  });
  rows.before(input);
}
