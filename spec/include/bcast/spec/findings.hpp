#pragma once

#include <array>
#include <string_view>

/// Where the documents fail: each departure and each gap, with its counterexample. Every row is
/// run: a program repeats the counterexample as printed and as corrected, and a test compares both
/// with the row.
namespace bcast::spec {

/// In which way a document fails.
enum class defect {
  cannot_run,           ///< cannot be executed as printed
  contradicts_itself,   ///< two places of the document disagree
  contradicts_another,  ///< disagrees with another of the four documents
  silent,               ///< says nothing where an implementer needs an answer
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
  std::string_view corrected;  ///< what it gives corrected; for a gap, what `array_api` or the
                               ///< rule "the size that is not 1" gives
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
            "sonnx.C1", "0", standing::open, "sonnx: refused; all but xla: 0"},
    finding{
        "sonnx.D3", "sonnx.N2", defect::contradicts_itself,
        "A scalar does not broadcast with a tensor that has a size of 0, though it is completed "
        "by sizes of 1 as every other tensor",
        "() 0", "sonnx.C1", "0", standing::open, "sonnx: refused; all others: 0"},
    finding{"sonnx.D4", "sonnx.F5", defect::contradicts_itself,
            "Both cases of f apply where B = C = 1 and give different values outside [1, C]",
            "f(2,1,1)", "2 or 1", "no value: a lies in [1, 1]", standing::gone,
            "the first case, as printed; a lies in [1, C]"},
    finding{"sonnx.D5", "sonnx.X4", defect::contradicts_itself,
            "The prose stretches any smaller size by its element 1; the formulas only a size of 1",
            "2 3", "[p,q,p]", "sonnx.C1", standing::open, "the formulas"},
    finding{"sonnx.G1", "sonnx.N1", defect::silent,
            "No operand at all: the maximum over an empty set", "(no operand)",
            "the maximum over an empty interval", "()", standing::gone, "sonnx: no answer"},
    finding{"sonnx.G2", "sonnx.F4", defect::silent,
            "The index notation i_1 ... i_n presumes rank 1 or more", "() 1",
            "no index i_1 in an empty sequence", "1", standing::gone,
            "an empty index sequence selects a scalar's element"},
    finding{"sonnx.G3", "sonnx.N2", defect::silent, "Unknown sizes and ranks", "? 2", "no answer",
            "2", standing::open, "sonnx: no answer"},
    finding{"sonnx.G4", "sonnx.F6", defect::silent,
            "The outputs' sizes stand in prose only: with a size of 0 the relation between the "
            "elements does not determine them",
            "0x2 and 0x3", "the same empty relation", "two shapes", standing::gone, "the sizes dY"},
    finding{"sonnx.G5", "sonnx.C1", defect::silent, "Negative sizes are not excluded", "-1 -1",
            "-1", "an error", standing::open, "every profile refuses them as bad input"},

    // Array API
    finding{"array_api.D1", "array_api.X1", defect::contradicts_itself,
            "Broadcasting is called an expansion; a size of 1 against 0 shrinks", "1 0",
            "0 is no expansion of 1", "0", standing::open, "the algorithm: 0"},
    finding{
        "array_api.G1", "array_api.A14", defect::silent,
        "Unknown sizes: taken as a value that equals itself only, the algorithm refuses what is "
        "legal at run time",
        "? 3", "array_api.A14", "3", standing::open, "array_api: no answer; onnx, sound: 3"},
    finding{"array_api.G2", "array_api.A1", defect::silent,
            "The algorithm takes two arrays; of none, one or many it says nothing", "1 2 3",
            "no answer", "array_api.A14", standing::open, "array_api: folded, in any order"},
    finding{
        "array_api.G3", "array_api.I2", defect::silent,
        "`can broadcast to` is not defined: read as `broadcasts with`, the printed example that "
        "is not allowed would be",
        "1x3x4 into 3x4", "allowed", "array_api.I2", standing::open,
        "join(target, source) = target"},
    finding{"array_api.G4", "array_api.A14", defect::silent, "Negative sizes are not excluded",
            "-1 1", "-1", "an error", standing::open, "every profile refuses them as bad input"},
    finding{"array_api.G5", "array_api.A14", defect::silent,
            "Which of several axes that clash an error is about; MLIR's text meets another first",
            "2x2 3x3", "axis 1", "axis 0", standing::open,
            "a named axis is one that clashes on its own"},

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
    finding{"xla.D3", "xla.X9", defect::contradicts_itself,
            "With the maximum, the grouping of three operands decides the verdict", "0 1 2",
            "2 or xla.X8", "xla.X8", standing::open, "xla: no answer for three operands"},
    finding{"xla.D4", "xla.X1", defect::contradicts_itself,
            "The opening example adds a vector to a matrix without broadcast dimensions; a later "
            "paragraph calls that invalid",
            "2x3 3", "2x3 and xla.X1", "xla.X1", standing::open, "refused"},
    finding{"xla.D5", "xla.X4", defect::contradicts_itself,
            "The vector's length is said to match at least one dimension of the matrix; that is "
            "neither needed nor enough",
            "1 2x2 dims=0", "no dimension of size 1", "2x2", standing::open, "no such rule"},
    finding{
        "xla.D6", "xla.X11", defect::contradicts_itself,
        "The first composition example speaks of the right hand side's size where its own sizes "
        "are the left hand side's",
        "4 1x2 dims=0", "dimension 0 of the right hand side is 1", "4", standing::open,
        "the sizes of the other operand"},
    finding{"xla.D7", "xla.X7", defect::cannot_run,
            "Matching V with both P and N is called illegal; no tuple of one entry a dimension can "
            "say it",
            "TxV onto MxNxPxQ", "0 of 16 tuples", "rejected by form", standing::open,
            "one entry a dimension"},
    finding{"xla.D8", "xla.X11", defect::contradicts_itself,
            "The composed shape is said to come from the larger operand; in the other example that "
            "is the lower-rank one",
            "4 1x2 dims=0", "the larger operand has rank 1", "the higher-rank operand",
            standing::open, "the operand of higher rank"},
    finding{"xla.G1", "xla.X8", defect::silent, "Unknown sizes", "? 2", "no answer", "2",
            standing::open, "xla: no answer"},
    finding{"xla.G2", "xla.X8", defect::silent, "More or fewer than two operands", "1 1 2",
            "no answer", "2", standing::open, "xla: no answer"},
    finding{"xla.G3", "xla.X3", defect::silent, "Broadcast dimensions between equal ranks",
            "2 2 dims=0", "no answer", "2", standing::open,
            "xla: no answer; xla_client: the identity or nothing"},
    finding{"xla.G4", "xla.X2", defect::silent, "Broadcast dimensions with a scalar", "() 2 dims=",
            "no answer", "2", standing::open, "xla: no answer; xla_client: as without"},
    finding{"xla.G5", "xla.X6", defect::silent, "Fewer or more entries than dimensions",
            "3 2x3 dims=0,1", "no answer", "xla.G5", standing::open,
            "xla: no answer; xla_client: an error"},
    finding{"xla.G6", "xla.X6", defect::silent, "An entry that is negative or names no dimension",
            "3 2x3 dims=2", "no answer", "xla.G6", standing::open,
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
            "1 3", "not equal", "3", standing::open, "the table"},
    finding{
        "mlir.D5", "mlir.A2", defect::cannot_run,
        "ExpandRank returns nothing: where a shape is passed by value it expands nothing, and a "
        "printed correct use fails",
        "4 2x3x4 -> 2x3x4", "mlir.I6", "2x3x4", standing::open, "the expanded shape is used"},
    finding{"mlir.D6", "mlir.X2", defect::contradicts_itself,
            "Exactly one result, and types that are tensors or vectors, are required and never "
            "checked",
            "1 -> 1, 7", "accepted", "mlir.X2", standing::open, "mlir: the first result"},
    finding{"mlir.D7", "mlir.A1", defect::contradicts_itself,
            "Of two operands a size of 0 has no row; one operand with a size of 0 passes",
            "0 -> 0; 0 0 -> 0", "accepted; mlir.G1", "accepted; accepted", standing::open,
            "mlir: as printed; mlir@19, sound: accepted"},
    finding{"mlir.D8", "mlir.A3", defect::contradicts_itself,
            "The order of the operands decides whether a clash or the missing row for 0 is met",
            "2 3 0; 0 2 3", "mlir.I6; mlir.G1", "mlir.I6; mlir.I6", standing::open,
            "mlir: as printed; sound: refused"},
    finding{"mlir.G1", "mlir.A1", defect::silent,
            "A static size of 0 is in none of the three categories", "0 1", "no answer", "0",
            standing::open, "mlir: no answer; mlir@19, onnx, sound: 0"},
    finding{"mlir.G2", "mlir.I3", defect::silent,
            "A run-time size of 0 against n > 1: neither broadcast nor called undefined", "0 2",
            "no row of the notes applies", "array_api.A14", standing::open,
            "not legal at run time"},
};

}  // namespace bcast::spec
