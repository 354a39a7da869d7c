#!/bin/sh
# Prints what Why3 extracts from machine.mlw: `sh extract.sh > extracted.c`, in this folder.
set -e
echo '/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */'
echo '/* Extracted by Why3 from machine.mlw. */'
# On standard error it names the types of the proofs, of which no code remains.
why3 extract -D c -L . machine.Operands machine.Shapes machine.View machine.Memory machine.Copy \
  machine.Broadcast 2>/dev/null
