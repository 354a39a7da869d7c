// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A shape inference under test: bcast check --exec "node shapes.js"
const lines = require('readline').createInterface({ input: process.stdin });

// Sizes are numbers; those beyond 2^53 are text, and BigInt takes both.
function broadcastShapes(shapes) {
  const rank = Math.max(...shapes.map((shape) => shape.length));
  const result = Array(rank).fill(1n);
  for (const shape of shapes) {
    shape.forEach((text, k) => {
      const size = BigInt(text);
      const axis = rank - shape.length + k;
      if (size === 1n || size === result[axis]) return;
      if (result[axis] !== 1n) throw new RangeError(`axis ${axis}: ${result[axis]} and ${size}`);
      result[axis] = size;
    });
  }
  return result.map(String);
}

lines.on('line', (line) => {
  const ask = JSON.parse(line);
  const answer = { id: ask.id };
  if (ask.ask === 'caps') {
    Object.assign(answer, { bcast: 1, name: 'node', ask: ['broadcast_shapes'] });
  } else {
    try {
      answer.ok = broadcastShapes(ask.in);
    } catch (error) {
      answer.reject = error.message;
    }
  }
  console.log(JSON.stringify(answer));
});
