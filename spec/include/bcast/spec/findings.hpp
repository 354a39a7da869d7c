// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <string_view>

/// Where the documents fail: each departure and each gap, with its counterexample. Every row is
/// run: a program repeats the counterexample as printed and as corrected, and a test compares both
/// with the row.
namespace bcast::spec {

/// In which way a document fails.
enum class defect {
  cannot_run,             ///< cannot be executed as printed
  contradicts_itself,     ///< two places of the document disagree
  contradicts_another,    ///< disagrees with another of the four documents
  implemented_otherwise,  ///< its own implementation does something else
  silent,                 ///< says nothing where an implementer needs an answer
};

/// Whether the newest known edition of the document still has it.
enum class standing { open, gone };

struct finding {
  std::string_view tag;
  std::string_view clause;  ///< the clause at fault, or the one that needs the answer
  spec::defect defect;
  std::string_view title;
  std::string_view example;    ///< the smallest counterexample
  std::string_view printed;    ///< what it gives as printed
  std::string_view corrected;  ///< what it gives corrected, or as implemented; for a gap, what
                               ///< `array_api` or the rule "the size that is not 1" gives
  spec::standing standing;     ///< in the newest edition
  std::string_view profiles;   ///< what the profiles do about it
};

inline constexpr std::array findings{
    // SONNX
    finding{"sonnx.D1", "sonnx.F2", defect::cannot_run,
            "The padding formula prints `<`, which reads size number 0 of a tensor", "() 1",
            "outside the sequence", "1", standing::gone, "`<=` in every profile"},
    finding{"sonnx.D2", "sonnx.N2", defect::contradicts_another,
            "The maximum of 0 and 1 is 1, which C1 then refuses; the Array API gives 0", "0 1",
            "sonnx.C1", "0", standing::open,
            "sonnx: refused; xla: 1; mlir: no answer; all others: 0"},
    finding{"sonnx.D3", "sonnx.N2", defect::contradicts_another,
            "Through the completion by sizes of 1, even a scalar does not broadcast with a tensor "
            "that has a size of 0",
            "() 0", "sonnx.C1", "0", standing::open,
            "sonnx: refused; mlir: no answer; all others: 0"},
    finding{"sonnx.D4", "sonnx.F5", defect::contradicts_itself,
            "Both cases of f apply where B = C = 1 and give different values outside [1, C]",
            "f(2,1,1)", "2 or 1", "no value: a lies in [1, 1]", standing::gone,
            "the first case, as printed; a lies in [1, C]"},
    finding{"sonnx.D5", "sonnx.X4", defect::contradicts_itself,
            "The prose stretches any smaller size by its element 1; the formulas only a size of 1",
            "2 3", "[p,q,p]", "sonnx.C1", standing::open, "the formulas"},
    finding{"sonnx.G1", "sonnx.F1", defect::silent,
            "No operand at all: the maximum over an empty set", "(no operand)",
            "the maximum over an empty interval", "()", standing::gone, "sonnx: no answer"},
    finding{"sonnx.G2", "sonnx.F4", defect::silent,
            "The index notation presumes rank 1 or more: of a scalar in rank 1 it names i_2 of one "
            "index",
            "() 1", "outside the sequence", "0 indexes", standing::gone,
            "an empty index sequence selects a scalar's element"},
    finding{"sonnx.G3", "sonnx.N2", defect::silent, "Unknown sizes and ranks", "? 2",
            "an unknown size is compared", "2", standing::open, "sonnx: no answer"},
    finding{"sonnx.G4", "sonnx.N3", defect::silent,
            "The outputs' sizes stand in prose only: the relation between the elements holds for a "
            "larger output too",
            "1", "an output of size 1 and 2", "an output of size 1", standing::gone,
            "the sizes dY"},
    finding{"sonnx.G5", "sonnx.C1", defect::silent, "Negative sizes are not excluded", "-1", "-1",
            "an error", standing::open, "every profile refuses them as bad input"},

    // SONNX, edition of January 2026
    finding{"sonnx@2026-01.D1", "sonnx@2026-01.F7", defect::contradicts_itself,
            "f is total: it gives a value where E1 is an error, and an operand that does not "
            "broadcast is filled from its first element",
            "2 3", "[p,p,p]", "sonnx@2026-01.E1", standing::open, "refused, as E1"},
    finding{"sonnx@2026-01.D2", "sonnx@2026-01.N1", defect::contradicts_itself,
            "The tensors are X0 to XL, and the text counts L-1 of them", "2 3, L = 1", "0 tensors",
            "2 tensors", standing::open, "any number of operands"},

    // Array API
    finding{"array_api.D1", "array_api.X4", defect::contradicts_itself,
            "Broadcasting is called an expansion; a size of 1 against 0 shrinks", "1 0",
            "0 is no expansion of 1", "0", standing::open, "the algorithm: 0"},
    finding{
        "array_api.G1", "array_api.A14", defect::silent,
        "Unknown sizes: taken as a value that equals itself only, the algorithm refuses what is "
        "legal at run time",
        "? 3", "array_api.A14", "3", standing::open, "array_api: no answer; onnx, sound: 3"},
    finding{"array_api.G2", "array_api.N1", defect::silent,
            "The algorithm takes two arrays; of none, one or many it says nothing", "1 2 1",
            "takes two", "2", standing::open, "array_api: folded, in any order"},
    finding{
        "array_api.G3", "array_api.I2", defect::silent,
        "`can broadcast to` is not defined: read as `broadcasts with`, the printed example that "
        "is not allowed would be",
        "1x3x4 into 3x4", "allowed", "array_api.I2", standing::open,
        "join(target, source) = target"},
    finding{"array_api.G4", "array_api.A14", defect::silent, "Negative sizes are not excluded",
            "-1 1", "-1", "an error", standing::open, "every profile refuses them as bad input"},
    finding{"array_api.G5", "array_api.A14", defect::silent,
            "The exception names no axis: where several clash, the loop meets the last one first, "
            "MLIR's text the first one",
            "2x2 3x3", "axis 1", "axis 0", standing::open,
            "array_api, onnx: the axis that the loop meets first"},

    // XLA
    finding{"xla.D1", "xla.X4", defect::contradicts_itself,
            "A matched dimension has to be equal; both composition examples match it with 1 or "
            "have 1",
            "4 1x2 dims=0", "xla.X4", "4x2", standing::open, "every profile: equal, or one is 1"},
    finding{
        "xla.D2", "xla.X9", defect::contradicts_another,
        "The maximum of 0 and 1 is 1: the result has an element that the empty operand does not "
        "have",
        "0 1", "1, whose element 0 reads outside the tensor", "0", standing::open,
        "xla: 1; xla_client: 0"},
    finding{"xla.D3", "xla.X9", defect::contradicts_another,
            "With the maximum, the grouping of three operands decides the verdict", "0 1 2",
            "2 or xla.X8", "array_api.A14", standing::open, "xla: no answer for three operands"},
    finding{"xla.D4", "xla.X1", defect::contradicts_itself,
            "The opening example adds a vector to a matrix without broadcast dimensions; a later "
            "paragraph calls that invalid",
            "2x3 3", "2x3 and xla.X1", "xla.X1", standing::open, "refused"},
    finding{"xla.D5", "xla.X12", defect::contradicts_itself,
            "The vector's length is said to match at least one dimension of the matrix; in the "
            "first composition example it matches none",
            "4 1x2 dims=0", "matches none", "4x2", standing::open, "no such rule"},
    finding{
        "xla.D6", "xla.X11", defect::contradicts_itself,
        "The first composition example speaks of the right hand side's size where its own sizes "
        "are the left hand side's",
        "4 1x2 dims=0", "dimension 0 of the right hand side is 1", "4", standing::open,
        "the sizes of the other operand"},
    finding{"xla.D7", "xla.X7", defect::cannot_run,
            "Matching V with both P and N is called illegal, which takes a third entry; the "
            "repetition that a tuple can hold, T and V in one dimension, is not named",
            "4x5 2x3x4x5 dims=0,1,2", "no answer", "xla.X7", standing::open,
            "one entry a dimension, strictly increasing"},
    finding{"xla.D8", "xla.X11", defect::contradicts_itself,
            "The composed shape is said to come from the larger operand; in the other example that "
            "is the lower-rank one",
            "4 1x2 dims=0", "the larger operand has rank 1", "the higher-rank operand",
            standing::open, "the operand of higher rank"},
    finding{"xla.G1", "xla.X8", defect::silent, "Unknown sizes", "? 2", "xla.X8", "2",
            standing::open, "xla: no answer; xla_client: 2"},
    finding{"xla.G2", "xla.X8", defect::silent, "More or fewer than two operands", "1 1 2",
            "takes two", "2", standing::open, "xla: no answer"},
    finding{"xla.G3", "xla.X3", defect::silent, "Broadcast dimensions between equal ranks",
            "2 2 dims=0", "no answer", "2", standing::open,
            "xla: no answer; xla_client: the identity or nothing"},
    finding{"xla.G5", "xla.X6", defect::silent, "Fewer or more entries than dimensions",
            "3 2x3 dims=", "outside the sequence", "no answer", standing::open,
            "xla: no answer; xla_client: an error"},
    finding{"xla.G6", "xla.X6", defect::silent, "An entry that is negative or names no dimension",
            "3 2x3 dims=2", "outside the sequence", "no answer", standing::open,
            "xla: no answer; xla_client: an error"},

    // MLIR
    finding{"mlir.D1", "mlir.A4", defect::contradicts_itself,
            "At least one operand is required; verification accepts none", "-> 3", "accepted",
            "mlir.X1", standing::open, "mlir: accepted, as MLIR does"},
    finding{"mlir.D2", "mlir.X4", defect::contradicts_itself,
            "The result can be inferred from the operands alone; of unranked operands nothing is "
            "inferred, and any result passes",
            "* -> 2", "accepted, nothing inferred", "nothing inferred", standing::open,
            "mlir: accepted"},
    finding{"mlir.D3", "mlir.A4", defect::contradicts_itself,
            "Unranked operands are set aside: accepted although a run time gives another shape, "
            "refused although a run time gives the declared one",
            "* 1 -> 1; * 1 -> 2", "accepted though 2 1 gives 2; mlir.V4 though 2 1 gives 2", "2; 2",
            standing::open, "mlir, mlir@19: set aside; sound: absorbed"},
    finding{"mlir.D4", "mlir.I1", defect::contradicts_itself,
            "The second correct use says that run-time sizes must be equal; the table lets 1 meet "
            "any size",
            "1 3", "the comment forbids it", "3", standing::open, "the table"},
    finding{"mlir.D5", "mlir.A2", defect::contradicts_itself,
            "ExpandRank changes the shape that it is given: where that is the operand's own, "
            "verifying one operation changes a type that another one has",
            "2 1x2", "the operand becomes 1x2", "the operand stays 2", standing::open,
            "copies are expanded"},
    finding{"mlir.D6", "mlir.X2", defect::contradicts_itself,
            "Exactly one result, and types that are tensors or vectors, are required and never "
            "checked",
            "1 -> 1, 7; another type", "accepted, accepted", "mlir.X2, mlir.X3", standing::open,
            "mlir: the first result, any type"},
    finding{"mlir.D7", "mlir.A1", defect::contradicts_itself,
            "Of two operands a size of 0 has no row; one operand with a size of 0 passes",
            "0 -> 0; 0 0 -> 0", "accepted; mlir.G1", "accepted; accepted", standing::open,
            "mlir: as printed; mlir@19, sound: accepted"},
    finding{"mlir.D8", "mlir.A3", defect::contradicts_itself,
            "The order of the operands decides whether a clash or the missing row for 0 is met",
            "2 3 0; 0 2 3", "mlir.I6; mlir.G1", "mlir.I6; mlir.I6", standing::open,
            "mlir: as printed; sound: refused"},
    finding{"mlir.D9", "mlir.X3", defect::cannot_run,
            "Eleven of the thirteen printed uses lack a `>` behind an operand's type",
            "the 13 uses", "2 of 13 parse", "13 of 13 parse", standing::open,
            "the `>` is restored"},
    finding{"mlir.D10", "mlir.A4", defect::cannot_run,
            "Verify passes the operands to InferResultShape, which takes the operation", "1 -> 1",
            "what is given has no operands", "what is given has operands", standing::open,
            "the operation is passed"},
    finding{
        "mlir.D11", "mlir.A3", defect::cannot_run,
        "The pseudo-code's append is indented by spaces among tabs: an error to Python 3, and "
        "behind the loop where a tab reaches to the next multiple of 8; a stray colon stands in "
        "Verify",
        "4 2x3x4", "4", "2x3x4", standing::open, "every dimension is appended"},
    finding{"mlir.D12", "mlir.V2", defect::implemented_otherwise,
            "A static result where `?` is inferred is refused, although a run time gives it; MLIR "
            "accepts it, and so does the newest edition's table, but not its pseudo-code",
            "? ? -> 4", "mlir.V2", "accepted: 4 4 gives 4", standing::open,
            "mlir: refused; mlir@19, sound: accepted"},
    finding{"mlir.D13", "mlir.A5", defect::implemented_otherwise,
            "The ranks have to match; MLIR compares the last axes of the result only, and accepts "
            "leading axes that no operand has",
            "3 3 -> 1x3", "mlir.A5", "accepted by its last axis", standing::open,
            "mlir, sound: refused; mlir@19: accepted"},
    finding{"mlir.G1", "mlir.A1", defect::silent,
            "A static size of 0 has no row: it is in none of the three categories", "0 1",
            "no answer", "0", standing::open, "mlir: no answer; mlir@19, onnx, sound: 0"},
    finding{"mlir.G2", "mlir.I3", defect::silent,
            "A run-time size of 0 against n > 1: neither broadcast nor called undefined", "0 2",
            "no answer", "array_api.A14", standing::open, "not legal at run time"},
};

}  // namespace bcast::spec
