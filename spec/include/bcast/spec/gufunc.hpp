// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <string_view>

#include "bcast/spec/clause.hpp"
#include "bcast/spec/document_rule.hpp"
#include "bcast/spec/finding.hpp"

/// The rows of NumPy's page on generalised ufuncs.
namespace bcast::spec::gufunc {

inline constexpr document about{
    "gufunc",
    "NumPy: Generalized universal function API",
    "the development version of March 2026",
    {"", "numpy/numpy", "doc/source/reference/c-api/generalized-ufuncs.rst", "d69bddc2c4",
     "2026-03-26"},
    334,
    32,
    0x0288579b,
    {"", "numpy/numpy", "doc/source/reference/c-api/generalized-ufuncs.rst", "d69bddc2c4",
     "2026-03-26"},
    "it is the transcribed text"};

inline constexpr std::array clauses{
    clause{"gufunc.N1", level::must, "Generalized universal function API", "17-21", "",
           "The signature of a ufunc lists the core dimensions of each input and output."},
    clause{"gufunc.X1", level::may, "Generalized universal function API", "22-23", "",
           "`numpy.add` has the signature `(),()->()`: no core dimensions."},
    clause{"gufunc.X2", level::may, "Generalized universal function API", "25-34", "",
           "`inner1d` has the signature `(i),(i)->()`: an inner product along the last axes, of "
           "one size, for each index of the others."},
    clause{"gufunc.N2", level::must, "Generalized universal function API", "36-37", "",
           "The other dimensions of an array are its loop dimensions."},
    clause{"gufunc.X3", level::must, "Generalized universal function API", "39-40", "",
           "The signature splits the dimensions of each array into loop dimensions and core "
           "dimensions."},
    clause{"gufunc.X4", level::must, "Generalized universal function API", "42-45", "",
           "The core dimensions are the last ones of an array. An array that has too few is an "
           "error."},
    clause{"gufunc.X5", level::must, "Generalized universal function API", "46-48", "",
           "Core dimensions of one name have the same size; a size of 1 does not give way."},
    clause{"gufunc.X6", level::must, "Generalized universal function API", "49-50", "",
           "The loop dimensions of all inputs are broadcast together."},
    clause{"gufunc.X7", level::must, "Generalized universal function API", "51-52", "",
           "An output has the loop dimensions, then its core dimensions."},
    clause{"gufunc.X8", level::must, "Generalized universal function API", "54-63", "",
           "An output's core dimension has the size of its name in the inputs. For a name of the "
           "outputs alone, the caller passes an output of the right size."},
    clause{"gufunc.X9", level::must, "Generalized universal function API", "63-67", "",
           "An output's core dimension whose size is not known from any array that is passed is an "
           "error, unless the ufunc has a function for it."},
    clause{"gufunc.N3", level::must, "Definitions", "92-96", "",
           "The core dimensions are what the elementary function takes: the last dimensions of an "
           "array, none of a scalar."},
    clause{"gufunc.N4", level::must, "Definitions", "98-101", "",
           "Core dimensions that share a name have the same size."},
    clause{"gufunc.N5", level::must, "Definitions", "103-106", "",
           "Names are numbered in the order of their first occurrences in the signature."},
    clause{"gufunc.X10", level::must, "Details of signature", "118-121", "",
           "An argument is a list of names in parentheses; a scalar is `()`."},
    clause{"gufunc.X11", level::must, "Details of signature", "122-123", "",
           "Arguments are separated by commas, inputs and outputs by an arrow."},
    clause{"gufunc.X12", level::must, "Details of signature", "124-125", "",
           "The same name in several places is the same size."},
    clause{"gufunc.F1", level::must, "Details of signature", "129",
           "<Signature> ::= <Input arguments> \"->\" <Output arguments>",
           "The inputs, an arrow, the outputs."},
    clause{"gufunc.F2", level::must, "Details of signature", "130",
           "<Input arguments> ::= <Argument list>", "The inputs are a list of arguments."},
    clause{"gufunc.F3", level::must, "Details of signature", "131",
           "<Output arguments> ::= <Argument list>", "So are the outputs."},
    clause{"gufunc.F4", level::must, "Details of signature", "132",
           "<Argument list> ::= nil | <Argument> | <Argument> \",\" <Argument list>",
           "Arguments with commas between them, or none."},
    clause{"gufunc.F5", level::must, "Details of signature", "133",
           "<Argument> ::= \"(\" <Core dimension list> \")\"",
           "An argument is a list of core dimensions in parentheses."},
    clause{"gufunc.F6", level::must, "Details of signature", "134-135",
           "<Core dimension list> ::= nil | <Core dimension> | <Core dimension> \",\" <Core "
           "dimension list>",
           "Core dimensions with commas between them, or none."},
    clause{"gufunc.F7", level::must, "Details of signature", "136",
           "<Core dimension> ::= <Dimension name> <Dimension modifier>",
           "A core dimension is a name and its modifier."},
    clause{"gufunc.F8", level::must, "Details of signature", "137",
           "<Dimension name> ::= valid Python variable name | valid integer",
           "A name is a variable's name in Python, or an integer."},
    clause{"gufunc.F9", level::must, "Details of signature", "138",
           "<Dimension modifier> ::= nil | \"?\"", "A core dimension may be optional."},
    clause{"gufunc.X13", level::must, "Details of signature", "143-145", "",
           "Core dimensions of one name, without a modifier, have the same size."},
    clause{"gufunc.X14", level::must, "Details of signature", "146", "",
           "White space does not matter."},
    clause{"gufunc.X15", level::must, "Details of signature", "147", "",
           "A core dimension whose name is an integer has that size."},
    clause{"gufunc.X16", level::must, "Details of signature", "148-151", "",
           "An optional core dimension counts only if every array that shares its name has it. "
           "Otherwise it is left out of all of them."},
    clause{"gufunc.X18", level::may, "Customizing core dimension size processing", "231-234", "",
           "A function of the ufunc's author may check the sizes of core dimensions, and compute "
           "those that no input determines."},
    clause{"gufunc.X17", level::may, "Customizing core dimension size processing", "263-270", "",
           "The author of a ufunc may compute the sizes that no input determines; otherwise they "
           "are an error."},
    clause{"gufunc.X19", level::must, "Customizing core dimension size processing", "272-276", "",
           "The function is given -1 for a size that no input determines, and may replace it."},
    clause{"gufunc.X20", level::must, "Customizing core dimension size processing", "278-282", "",
           "It never changes a size that is not -1."},
};

inline constexpr std::array asides{
    aside{"1-5", "a label and the title"},
    aside{"7", "a link"},
    aside{"9-15", "why there are such functions"},
    aside{"69-72", "what held before NumPy 1.10"},
    aside{"75-76", "a heading"},
    aside{"78-85", "what an elementary function is"},
    aside{"87-90", "where signatures are described"},
    aside{"108-111", "a label and a heading"},
    aside{"113-116", "what the string is for"},
    aside{"127", "the line that introduces the grammar"},
    aside{"140", "the line that introduces the notes"},
    aside{"142", "about the quotation marks of the grammar"},
    aside{"153-157", "the line that introduces the examples, and the head of their table"},
    aside{"180-183", "a label, and what freezing is good for"},
    aside{"185-220", "the functions of the C interface"},
    aside{"222-230", "a heading, and how the function is called"},
    aside{"236-261", "an example that checks a size, in C"},
    aside{"284-334", "an example that computes one, in C"},
};

inline constexpr std::array rules{
    document_rule{"gufunc", "gufunc.X1", ""},
};

/// A row of the table of signatures.
struct printed_signature {
  std::string_view tag;
  passages at;
  std::string_view name;
  std::string_view signature;
  std::string_view use;
};

inline constexpr std::array signatures{
    printed_signature{"gufunc.S1", "158-159", "add", "(),()->()", "a ufunc of two operands"},
    printed_signature{"gufunc.S2", "160-161", "sum1d", "(i)->()", "a reduction"},
    printed_signature{"gufunc.S3", "162-163", "inner1d", "(i),(i)->()", "a product of two vectors"},
    printed_signature{"gufunc.S4", "164-165", "matmat", "(m,n),(n,p)->(m,p)",
                      "a product of two matrices"},
    printed_signature{"gufunc.S5", "166-167", "vecmat", "(n),(n,p)->(p)",
                      "a vector times a matrix"},
    printed_signature{"gufunc.S6", "168-169", "matvec", "(m,n),(n)->(m)",
                      "a matrix times a vector"},
    printed_signature{"gufunc.S7", "170-171", "matmul", "(m?,n),(n,p?)->(m?,p?)",
                      "the four products above"},
    printed_signature{"gufunc.S8", "172-175", "outer_inner", "(i,t),(j,t)->(i,j)",
                      "an inner product along the last axes, for each pair of indexes before them"},
    printed_signature{"gufunc.S9", "176-178", "cross1d", "(3),(3)->(3)",
                      "a cross product, along a last axis of size 3"},
};

inline constexpr std::array cited{
    citations{
        .document = "gufunc",
        .order = meeting_order::from_first_axis,
        .clash = "gufunc.X6",
        .unknown = "gufunc.G2",
        .unranked = "gufunc.G2",
        .no_operands = "gufunc.X1",
        .arity = "gufunc.X1",
        .result_rank = "gufunc.X7",
        .result_known = "gufunc.G2",
        .result_size = "gufunc.X7",
    },
};

inline constexpr std::array given{
    numbers{"gufunc.D", 3, 3}, numbers{"gufunc.F", 9, 9}, numbers{"gufunc.G", 2, 2},
    numbers{"gufunc.N", 5, 5}, numbers{"gufunc.S", 9, 9}, numbers{"gufunc.X", 20, 17},
};

inline constexpr std::array findings{
    finding{"gufunc.D1",
            "gufunc.X4",
            defect::contradicts_itself,
            "42-45, 148-151",
            {"gufunc.S7", "170-171", "170-171"},
            "Dimensions are matched from the end and must be present, but `matmul` takes a vector "
            "as its second operand, whose last name is optional",
            "3x4 4",
            "gufunc.X4",
            "3",
            "42-45, 148-151",
            "Matched from the end, the vector's axis is `p`, and `n`, which must be present, is "
            "missing. NumPy leaves out the optional name and gives the product of a matrix and a "
            "vector."},
    finding{"gufunc.D3",
            "gufunc.F6",
            defect::implemented_otherwise,
            "134-135",
            {"NumPy 2.4.6", {}, {}},
            "By the grammar a comma may be last, in `(i,)` and in `(i),->()`, because what follows "
            "it may be nil; NumPy refuses both",
            "2 2",
            "()",
            "gufunc.F6",
            "134-135",
            "A reader of signatures that is written after the grammar accepts what NumPy does not: "
            "the example has the signature `(i0,),(i0)->()`."},
};

/// Where the text does not speak.
inline constexpr std::array notes{
    scope_note{"gufunc.G2", "49-52", "Every size is known.", "? 3"},
};

inline constexpr std::array comparisons{
    comparison{"gufunc",
               {"bcast.P70",
                "gufunc, whose signature is `(),()->()`, and array_api give the same shape, or "
                "each gives an error.",
                "", "pairs", 24336, 0, ""}},
};

}  // namespace bcast::spec::gufunc
