// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>

#include "bcast/spec/clause.hpp"
#include "bcast/spec/document_rule.hpp"
#include "bcast/spec/finding.hpp"

/// The rows of NumPy's page on ufuncs, and of the parameters in the docstring of each ufunc.
namespace bcast::spec::ufunc {

inline constexpr text published{
    "",           "numpy/numpy", "doc/source/reference/ufuncs.rst",
    "1f90bbb55e", "2026-08-21",  "446 numpy/_core/code_generators/ufunc_docstrings.py"};

inline constexpr document about{"ufunc",
                                "NumPy: Universal functions",
                                "the development version of August 2026",
                                published,
                                6028,
                                12,
                                0xa9986a8f,
                                published,
                                "it is the transcribed text"};

inline constexpr std::array clauses{
    clause{"ufunc.X1", level::must, "Universal functions", "13-20", "",
           "A ufunc computes element by element, and its inputs broadcast."},
    clause{"ufunc.X2", level::must, "out", "62-65", "",
           "Only those elements of the output are written where the broadcast mask is true."},
    clause{"ufunc.X3", level::must, "out", "67-76", "",
           "An operation whose operands share memory gives what it gives without that."},
    clause{"ufunc.X4", level::must, "where", "80", "",
           "The mask is broadcast together with the operands."},
    clause{
        "ufunc.X5", level::must, "where", "81-82, 85-86", "",
        "Where the mask is true, the function is computed. Elsewhere the output keeps its value; "
        "if it is new, that is not initialized."},
    clause{"ufunc.X6", level::must, "where", "82-83", "", "A generalized ufunc takes no mask."},
    clause{"ufunc.X7", level::must, "casting", "121-122, 124-129", "",
           "Five policies say which casts are permitted. Without one it is same_kind, since NumPy "
           "1.10."},
    clause{"ufunc.X8", level::must, "Parameters", "466-467", "",
           "The inputs broadcast to the shape of the output that is passed."},
    clause{"ufunc.X9", level::must, "Parameters", "471-476", "",
           "The mask is broadcast over the input; the output keeps its elements where it is "
           "false."},
    clause{"ufunc.X10", level::must, "Parameters", "481-483", "",
           "Inputs of different shapes broadcast to a common shape, which is that of the output."},
};

inline constexpr std::array asides{
    aside{"1-11", "headings"},
    aside{"23-60", "generalized ufuncs, a heading, and how an output is passed"},
    aside{"78", "a heading"},
    aside{"88-119", "the axes of generalized ufuncs"},
    aside{"131-465", "memory layout, element types, a list of ufuncs, and code"},
    aside{"468-470", "an output that is not passed, and a heading"},
    aside{"477-480", "other parameters"},
    aside{"484-6028", "code, and the docstrings"},
};

inline constexpr std::array rules{
    document_rule{"ufunc", "ufunc.X10", ""},
    document_rule{"ufunc_where", "ufunc.X4", ""},
    document_rule{"ufunc_out", "ufunc.X8", ""},
};

inline constexpr std::array given{
    numbers{"ufunc.D", 1, 1},
    numbers{"ufunc.G", 2, 2},
    numbers{"ufunc.X", 10, 10},
};

inline constexpr std::array findings{
    finding{
        "ufunc.D1",
        "ufunc.X9",
        defect::contradicts_itself,
        "471",
        {"ufunc.X4", "80", "80"},
        "The docstring of each ufunc says that `where` is broadcast over the input, but it is "
        "broadcast together with the operands and can enlarge the result",
        "1 2",
        "ufunc.X9",
        "2",
        "471",
        "By the docstring a mask of shape 2 does not fit an input of shape 1. NumPy repeats the "
        "input."},
};

/// Where the text does not speak.
inline constexpr std::array notes{
    scope_note{"ufunc.G1", "13-20", "A ufunc has an input.", ""},
    scope_note{"ufunc.G2", "481-483", "Every size is known.", "? 3"},
};

}  // namespace bcast::spec::ufunc
