// Judge a function that broadcasts shapes by bcast's vectors: node read.js [--max] vectors.json
const fs = require("fs");

// The common shape; null if the shapes do not broadcast.
function broadcast_shapes(shapes) {
  const result = [];
  for (let k = 1; k <= Math.max(...shapes.map((shape) => shape.length)); ++k) {
    const here = shapes.filter((shape) => shape.length >= k).map((shape) => shape.at(-k));
    const sizes = [...new Set(here.filter((size) => size !== 1))];
    if (sizes.length > 1 && !process.argv.includes("--max")) return null; // --max: wrong on purpose
    result.unshift(sizes.length ? Math.max(...sizes) : 1);
  }
  return result;
}

const book = JSON.parse(fs.readFileSync(process.argv.at(-1)));
let asked = 0, failed = 0;
for (const v of book.vectors) {
  if (v.rule !== "array_api" || v.ask.ask !== "broadcast_shapes") continue;
  if (!v.ask.in.every((shape) => Array.isArray(shape) && shape.every(Number.isInteger))) continue;
  ++asked;
  const got = JSON.stringify(broadcast_shapes(v.ask.in));
  const expected = JSON.stringify(v.ok ?? null); // no ok: a rejection is expected
  if (v.verdict === "acceptable" || got === expected) continue;
  ++failed;
  const { statement } = book.clauses[v.clause];
  console.log(`FAIL ${v.id}: expected ${expected}, got ${got}. ${v.clause}: ${statement}`);
}
console.log(`${asked} vectors, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
