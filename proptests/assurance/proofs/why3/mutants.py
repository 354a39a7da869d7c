# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Breaks one definition at a time: a goal has to fail, which is named here.

mutants.py [--list] [MODULE...]

Without a module, those of every module. Fails, and names the mutant, if the goal is still proved.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
# What is wrong, the module, its text, what it becomes, and the goal that fails.
MUTANTS = (
    ("the smallest size", "broadcast", "if rest >= s.d k then", "if rest <= s.d k then",
     "Max", "max_of'vc"),
    ("F2 as printed", "broadcast", "if i <= ny - dXm.n then 1", "if i < ny - dXm.n then 1",
     "Sonnx", "f3_holds"),
    ("aligned to the left", "broadcast", "if i <= ny - dXm.n then 1 else dXm.d (i - ny + dXm.n)",
     "if i > dXm.n then 1 else dXm.d i", "Sonnx", "f4_in_range"),
    ("indexes that are not shifted", "broadcast", "i.ix (ny - nxm + k)", "i.ix k",
     "Sonnx", "f4_in_range"),
    ("f is a where B is 1", "broadcast", "if b = 1 then 1 else if", "if b = 1 then a else if",
     "Sonnx", "f6_in_range"),
    ("f is always 1", "broadcast", "if b = c then a else 0", "if b = c then 1 else 0",
     "Sonnx", "f_as_printed"),
    ("the first index is 0", "broadcast", "if b = 1 then 1 else if", "if b = 1 then 0 else if",
     "Sonnx", "f6_in_range"),
    ("C1 takes a 0", "broadcast", "s.d m = max_of s s.n \\/ s.d m = 1",
     "s.d m = max_of s s.n \\/ s.d m <= 1", "Join", "documents_part'vc"),
    ("C1 leaves the first dimension out", "broadcast", "1 <= i <= nY o -> c1_at",
     "1 < i <= nY o -> c1_at", "Sonnx", "c1_fits'vc"),
    ("the maximum as a join", "broadcast", "if p = q then a else Clash",
     "if p >= q then a else b", "Join", "join_of'vc"),
    ("a stride at the wrong axis", "broadcast", "else s.d (k - dy.n + dxm.n) }",
     "else s.d k }", "Address", "part_of_source'vc"),
    ("a stride that is never 0", "broadcast", "if dYm_i dxm dy.n k = 1 then 0 else s.d (",
     "if dYm_i dxm dy.n k = 0 then 0 else s.d (", "Address", "part_of_source'vc"),
    ("addresses without the last dimension", "broadcast", "address i s (k - 1) + part i s k",
     "address i s (k - 1) + part i s (k - 1)", "Address", "one_dimension'vc"),
    ("every output of the first input", "broadcast", "item = fun m -> broadcast (t.item m) (dY",
     "item = fun _ -> broadcast (t.item 1) (dY", "Operator", "own_elements'vc"),
    ("extents without negative strides", "flat",
     "if t.d k < 0 then product (s.d k - 1) (t.d k) else 0", "0", "Flat", "step_in_extent'vc"),
    ("the least rank", "machine", "if rank < other then", "if rank > other then",
     "Operands", "rank_of'vc"),
    ("sizes aligned to the left", "machine", "let shift = ny - get_ofs ranks m in",
     "let shift = (0: int32) in", "Operands", "size_at'vc"),
    ("a 1 that clashes", "machine", "if Int64.(=) joined 1 then joined <- size",
     "if Int64.(=) joined size then joined <- size", "Shapes", "join_sizes'vc"),
    ("a stretched stride that is not 0", "machine", "else if get_ofs x_sizes (k - shift) = 1 then 0",
     "else if get_ofs x_sizes (k - shift) = 0 then 0", "View", "view_strides'vc"),
    ("digits that are not shifted", "machine", "p <- p / d;", "p <- p;", "Memory", "address_of'vc"),
    ("the last element is not copied", "machine", "while p < count do", "while p < count - 1 do",
     "Copy", "copy'vc"),
    ("addresses that overflow", "machine",
     "min_int32 <= lowest s t s.n /\\ highest s t s.n <= max_int32 /\\", "", "Copy", "copy'vc"),
    ("row-major strides of the own size", "flat", "product (s.d (k + 1)) (t.d (k + 1))\n\n",
     "product (s.d k) (t.d (k + 1))\n\n", "Dense", "address_is_position'vc"),
    ("a size of 1 stays", "array_api", "if d1 = 1 then shape[i] <- d2", "if d1 = 1 then shape[i] <- d1",
     "Algorithm", "broadcast'vc"),
    ("the larger of two sizes", "array_api", "else if d1 = d2 then", "else if d1 >= d2 then",
     "Algorithm", "broadcast'vc"),
    ("axes that are not shifted", "array_api", "let n1 = n1' - n + i in", "let n1 = n1' - 1 - i in",
     "Algorithm", "broadcast'vc"),
    ("the first axis is not visited", "array_api", "while i >= 0 do", "while i > 0 do",
     "Algorithm", "broadcast'vc"),
    ("axes counted from the first", "array_api", "if j < s.n then s.d (s.n - j) else 1",
     "if j < s.n then s.d (j + 1) else 1", "Shapes", "last_is_dYm"),
    ("a clash at the last axis is accepted", "array_api",
     "forall j. 0 <= j < nY o -> joined_at o j <> Clash",
     "forall j. 0 < j < nY o -> joined_at o j <> Clash", "Shapes", "result_of'vc"),
    ("the first operand again", "array_api", "let r = two_operands u (o.x k) in",
     "let r = two_operands u (o.x 1) in", "Fold", "next'vc"),
    ("another grouping", "array_api", "is_result (two b c) u /\\ is_result (two a u) z",
     "is_result (two b c) u /\\ is_result (two b u) z", "Laws", "groupings'vc"),
    ("the documents agree at the first axis", "array_api", "exists k. 1 <= k <= nY o /\\ parts",
     "exists k. 1 < k <= nY o /\\ parts", "Documents", "documents_part'vc"),
    ("static sizes of the axis before", "static", "fun i -> D.Dim (D.Static (s.d (i + 1)))",
     "fun i -> D.Dim (D.Static (s.d i))", "Static", "aligned_size'vc"),
    ("a rank that is one too small", "mlir", "= if s.rank < r then begin",
     "= if s.rank + 1 < r then begin", "Printed", "expand_rank'vc"),
    ("? for ? and a size", "mlir", "if n = 1 then Dim a else Dim b", "Dim a",
     "Dimension", "inferred_is_join"),
    ("two static sizes that differ", "mlir", "else if m = n then Dim a else Clash", "else Dim a",
     "Dimension", "inferred_is_join"),
    ("InferDim without its error", "mlir", "(if m <> n then Answer Clash else Answer (Dim dim0))",
     "Answer (Dim dim0)", "Dimension", "inferred_is_join"),
    ("0 in a category", "mlir", "Static n -> n >= 1 end", "Static n -> n >= 0 end",
     "Dimension", "inferred_is_join"),
    ("? below 1", "mlir", "| Dynamic, Static n -> n <> 1", "| Dynamic, Static _ -> true",
     "Dimension", "antisymmetric'vc"),
    ("ones appended", "mlir", "if i = 0 then Dim (Static 1) else s.axis (i - 1)",
     "if i = s.rank then Dim (Static 1) else s.axis i", "Shape", "prepended_is_aligned'vc"),
    ("shapes aligned to the left", "mlir",
     "if i < r - s.rank then Dim (Static 1) else s.axis (i - (r - s.rank))",
     "if i >= s.rank then Dim (Static 1) else s.axis i", "Shape", "prepended_is_aligned'vc"),
    ("a rank too large", "mlir", "if a >= b then a else b\n", "if a >= b then a else b + 1\n",
     "Operands", "inferred_rank'vc"),
    ("an operand is left out", "mlir", "(pure { aligned (o.x k) r i })",
     "(pure { aligned (o.x (k - 1)) r i })", "Operands", "join_is_the_least'vc"),
    ("an unknown size is never 0", "mlir", "Dynamic -> n >= 0 | Static m -> n = m end",
     "Dynamic -> n >= 1 | Static m -> n = m end", "RunTime", "chosen_runs'vc"),
    ("Verify lets a static size stand for ?", "mlir", "| Dynamic, Static _ -> false",
     "| Dynamic, Static _ -> true", "RunTime", "static_for_dynamic"),
    ("Verify broadcasts to the result", "mlir", "| Static m, Static n -> m = n\n",
     "| Static m, Static n -> m = 1 \\/ m = n\n", "RunTime", "static_is_certain"),
    ("an unranked operand as the one before", "mlir", "    | Unranked -> o\n    | Ranked s -> {",
     "    | Unranked -> { count = o.count + 1; x = o.x }\n    | Ranked s -> {",
     "Verify", "one_unranked'vc"),
    ("Verify without the rank", "mlir", "        s.rank = z.rank /\\\n", "",
     "Verify", "verified_is_certain'vc"),
)


def parts_left(folder, prover, module, theory, goal):
    """The numbers of the goal's parts that the prover does not prove."""
    run = subprocess.run(
        ["why3", "-C", "provers.conf", "prove", "-L", ".", "-P", prover, "-t", "3", "-a", "split_vc",
         module + ".mlw", "-T", theory, "-G", goal],
        cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    parts = re.findall(rf"[Gg]oal {re.escape(goal)}\.\nProver result is: (\w+)", run.stdout)
    if not parts:
        sys.exit(f"why3 has no verdict for {module}.{theory}.{goal}:\n{run.stdout}")
    return {number for number, verdict in enumerate(parts) if verdict != "Valid"}


def proved(folder, *goal):
    """Whether Z3 and cvc5 together prove all parts of the goal."""
    left = parts_left(folder, "Z3", *goal)
    return not left or not left & parts_left(folder, "CVC5", *goal)


def main():
    modules = [argument for argument in sys.argv[1:] if argument != "--list"]
    mutants = [mutant for mutant in MUTANTS if not modules or mutant[1] in modules]
    if set(modules) - {mutant[1] for mutant in MUTANTS}:
        sys.exit(__doc__)
    if "--list" in sys.argv[1:]:
        for name, module, _, _, theory, goal in mutants:
            print(f"{name}: {module}.{theory}.{goal}")
        return 0
    # A goal that is not proved as it stands would say nothing about a mutant.
    unproved = [f"{theory}.{goal}" for module, theory, goal in
                sorted({(m, theory, goal) for _, m, _, _, theory, goal in mutants})
                if not proved(HERE, module, theory, goal)]
    if unproved:
        sys.exit("not proved without a mutant: " + ", ".join(unproved))
    alive = 0
    for name, module, text, wrong, theory, goal in mutants:
        with tempfile.TemporaryDirectory() as folder:
            for file in [*HERE.glob("*.mlw"), HERE / "provers.conf", HERE / "cvc5.drv"]:
                shutil.copy(file, folder)
            path = pathlib.Path(folder) / (module + ".mlw")
            source = path.read_text()
            if source.count(text) != 1:
                sys.exit(f"{name}: {module}.mlw has its text {source.count(text)} times: {text}")
            path.write_text(source.replace(text, wrong))
            holds = proved(folder, module, theory, goal)
            print(f"{'STILL PROVED' if holds else 'fails'}  {name}  {theory}.{goal}", flush=True)
            alive += holds
    print(f"{len(mutants) - alive} of {len(mutants)} mutants fail their goal")
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main())
