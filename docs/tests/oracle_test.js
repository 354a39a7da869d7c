// The oracle of the browser answers what the native one answers: oracle_test.js ORACLE NATIVE
const { execFileSync } = require("child_process");
const { existsSync } = require("fs");
const { resolve } = require("path");
const [oracle, native] = process.argv.slice(2).map((path) => resolve(path));

const questions = [
  { shapes: ["8x1x6x1", "7x1x5"], rule: "array_api", at: [1, 2, 3, 4] },
  { shapes: ["2x1", "3"], rule: "sonnx", at: [1, 2] },
  { shapes: ["2x1", "3"], rule: "sonnx@2026-01", at: [1, 2] },
  { shapes: ["4", "1x2"], rule: "xla", dims: "0" },
  { shapes: ["?x3", "4x1"], rule: "mlir" },
  { shapes: ["Nx3", "4x1"], rule: "sound", result: "4x3" },
  { shapes: ["0", "1"], rule: "xla" },
  { shapes: ["2x3", "4"], rule: "sonnx" },
  { shapes: ["2x1", "<=3"], rule: "xla_client" },
  { shapes: ["2x 3"] },
  { shapes: ["2"], dims: "x" },
  { shapes: ["2"], rule: "no such rule" },
];

if (!existsSync(oracle)) {
  console.log("skipped: the oracle is not built (target docs)");
  process.exit(77);
}
require(oracle)().then((module) => {
  let wrong = 0;
  for (const question of questions) {
    const text = JSON.stringify({ ask: "explore", ...question });
    const here = module.ccall("bcast_explore", "string", ["string"], [text]);
    const there = execFileSync(native, [text], { encoding: "utf8" }).trimEnd();
    if (here !== there) {
      ++wrong;
      console.log(`${text}\n  in the browser  ${here}\n  natively        ${there}`);
    }
  }
  console.log(`${questions.length} questions, ${wrong} answered in another way`);
  process.exit(wrong ? 1 : 0);
});
