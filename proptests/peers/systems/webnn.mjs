// Asks webnn-baseline: node webnn.mjs FOLDER < CASES. A line is a JSON array: the operation and its
// operands, each with its shape and its data. The answer is a line: the result, or the error.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const source = new URL("src/", pathToFileURL(`${process.argv[2]}/`));
const load = (file) => import(new URL(file, source));
const { Tensor } = await load("lib/tensor.js");
const { broadcast, getBroadcastShape } = await load("lib/broadcast.js");
const { add } = await load("binary.js");
const { dequantizeLinear } = await load("dequantize_linear.js");
const { expand } = await load("expand.js");
const { gemm } = await load("gemm.js");
const { matmul } = await load("matmul.js");
const { prelu } = await load("prelu.js");
const { quantizeLinear } = await load("quantize_linear.js");
const { where } = await load("where.js");

const operations = {
  getBroadcastShape: (a, b) => new Tensor(getBroadcastShape(a.shape, b.shape)),
  broadcast: (from, to) => broadcast(from, to.shape),
  expand: (from, to) => expand(from, to.shape),
  add,
  where,
  prelu,
  matmul,
  gemm: (a, b, c) => gemm(a, b, { c }),
  dequantizeLinear: (scale, input) => dequantizeLinear(input, scale, scale),
  quantizeLinear: (scale, input) => quantizeLinear(input, scale, scale, "uint8"),
};

function answer([operation, ...operands]) {
  const tensors = operands.map(({ shape, data }) => new Tensor(shape, data));
  try {
    const { shape, data } = operations[operation](...tensors);
    return { shape, data };
  } catch (refusal) {
    // The baseline throws Error, and JavaScript RangeError where a length is no number. Any other class is
    // a slip of this file, and ends the run.
    if (refusal.constructor === Error) return { error: refusal.message };
    if (refusal instanceof RangeError) return { error: String(refusal) };
    throw refusal;
  }
}

const lines = readFileSync(0, "utf8").split("\n").filter(Boolean);
process.stdout.write(lines.map((line) => `${JSON.stringify(answer(JSON.parse(line)))}\n`).join(""));
