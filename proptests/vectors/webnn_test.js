// Runs the tests that webnn.py wrote on an evaluator of a few lines: node webnn_test.js [--left] FILE
// With --left, shapes are aligned on the left, so that some tests must fail.
const fs = require("fs");
const vm = require("vm");

const left = process.argv.includes("--left");
const operators = { add: (x, y) => x + y, sub: (x, y) => x - y };

function aligned(shape, rank) {
  const ones = Array(rank - shape.length).fill(1);
  return left ? [...shape, ...ones] : [...ones, ...shape];
}

function run(operator, operands) {
  const rank = Math.max(...operands.map((o) => o.descriptor.shape.length));
  const shapes = operands.map((o) => aligned(o.descriptor.shape, rank));
  const shape = shapes[0].map((_, k) => Math.max(...shapes.map((s) => s[k])));
  const data = [];
  const count = shape.reduce((product, size) => product * size, 1);
  for (let at = 0; at < count; ++at) {
    const read = operands.map((o, m) => {
      let rest = at, offset = 0, stride = 1;
      for (let k = rank - 1; k >= 0; --k) {
        if (shapes[m][k] !== 1) offset += (rest % shape[k]) * stride;
        stride *= shapes[m][k];
        rest = Math.floor(rest / shape[k]);
      }
      return o.data[offset];
    });
    data.push(operators[operator](...read));
  }
  return { shape, data };
}

function holds({ graph }) {
  const [node] = graph.operators;
  const operands = node.arguments.map((argument) => graph.inputs[Object.values(argument)[0]]);
  const expected = graph.expectedOutputs[node.outputs];
  const got = run(node.name, operands);
  const same = (x, y) => JSON.stringify(x) === JSON.stringify(y);
  return same(got.shape, expected.descriptor.shape) && same(got.data, expected.data);
}

let tests = [];
const page = { webnn_conformance_test: (all) => (tests = all) };
vm.runInNewContext(
  `const buildAndExecuteGraph = 0, getPrecisionTolerance = 0;${fs.readFileSync(process.argv.at(-1))}`,
  page,
);
const wrong = tests.filter((test) => !holds(test));
for (const test of wrong) console.log(`FAIL ${test.name}`);
console.log(`${tests.length} tests, ${wrong.length} failed`);
process.exitCode = tests.length === 0 || wrong.length > 0 ? 1 : 0;
