#!/bin/sh
# Proves the operator on the tensor library of SONNX's working group. BCAST_SONNX_LIBRARY is the folder that has
# its std.mlw and tensor.mlw: safety-related-profile/sonnx/ops/spec/formal/common/libs/tensor in
# onnx/working-groups.
set -e
cd "$(dirname "$0")/.."
if [ -z "$BCAST_SONNX_LIBRARY" ]; then
  echo "skipped: BCAST_SONNX_LIBRARY is not set"
  exit
fi
library=$(mktemp -d)
trap 'rm -r "$library"' EXIT
mkdir "$library/tensor"
# One lemma names a function of a newer Why3 in the hint of its proof. The front does not need the hint.
for file in std tensor; do
  sed "s/ by tensor'eq a b / /" "$BCAST_SONNX_LIBRARY/$file.mlw" >"$library/tensor/$file.mlw"
done
python3 prove.py -L "$library" working_group/op_broadcast
