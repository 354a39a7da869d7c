// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <string_view>

#include "bcast/spec/clause.hpp"
#include "bcast/spec/sonnx.hpp"
#include "bcast/spec/sonnx_2026_01.hpp"

/// The clauses of both editions of SONNX's `Broadcast` as requirements, in the form of the working
/// group's guideline: what each clause requires, in a sentence that is complete by itself, and its
/// typeset formula.
namespace bcast::spec {

/// LaTeX without the delimiters.
struct latex : std::string_view {
  using std::string_view::string_view;
};

/// Prose with LaTeX between dollar signs.
struct prose_with_latex : std::string_view {
  using std::string_view::string_view;
};

/// A requirement. Its text and its formula are what the document says, including its errors; the
/// findings say what is wrong with them.
struct requirement {
  std::string_view req_id;  ///< `E_<operator>_<type>_<zone>_<number>`; never reused, never changed
  std::string_view clause;  ///< its tag
  std::string_view zone;    ///< its section: FUNC, CONSTR_X, CONSTR_Z or ERROR
  std::string_view title;
  prose_with_latex text;
  spec::latex latex;              ///< displayed after the text; empty if there is no formula
  prose_with_latex where = "";    ///< after the formula: what its letters mean
  std::string_view repeats = "";  ///< the identical requirement of another tensor
};

/// What an edition says around its requirements.
struct operator_page {
  std::string_view document;  ///< as in the tags
  std::string_view name;
  std::string_view datatype;  ///< the collective name of the types
  std::string_view types;
  std::string_view type_note;
  std::string_view inputs;
  std::string_view inputs_role;
  std::string_view outputs;
  std::string_view outputs_role;
  std::string_view onnx_version;
  std::string_view onnx_url;
  std::string_view general_restrictions;  ///< the path to them, relative to the edition's file
};

namespace sonnx {

inline constexpr operator_page page{
    "sonnx",
    "Broadcast",
    "anytype",
    "any type",
    "where anytype is any type",
    "X1, ..., XN",
    "The input tensors.",
    "Z1, ..., ZN",
    "The output tensors, one for each input tensor.",
    "not stated",
    "https://github.com/onnx/onnx/blob/main/docs/Broadcasting.md",
    "./../general_restrictions.md",
};

inline constexpr std::array requirements{
    requirement{"E_BROADCAST_ANYTYPE_FUNC_0010", "sonnx.N1", "FUNC", "Types of the tensors",
                "The tensors may be of any type.", ""},
    requirement{"E_BROADCAST_ANYTYPE_FUNC_0020", "sonnx.N2", "FUNC", "Inputs and outputs",
                "The operator gives as many output tensors as it takes input tensors:",
                R"(Z1, ..., ZN = \text{Broadcast}(X1, ..., XN))",
                "where $N$ is the number of input tensors, numbered from 1."},
    requirement{"E_BROADCAST_ANYTYPE_FUNC_0030", "sonnx.N3", "FUNC", "Common shape of the outputs",
                "The output tensors have a common shape: a common number of dimensions $nZ$ and, "
                "for each dimension $i$, a common size $dZ_i$.",
                ""},
    requirement{
        "E_BROADCAST_ANYTYPE_FUNC_0040", "sonnx.X1", "FUNC", "Number of dimensions of the outputs",
        "Every output tensor has as many dimensions as the input tensor with the most dimensions.",
        ""},
    requirement{"E_BROADCAST_ANYTYPE_FUNC_0050", "sonnx.X2", "FUNC", "Sizes of the outputs",
                "In each dimension, every output tensor has the maximum of the sizes of all input "
                "tensors.",
                ""},
    requirement{"E_BROADCAST_ANYTYPE_FUNC_0060", "sonnx.X3", "FUNC", "Position of added dimensions",
                "If a tensor gets more dimensions, the added ones have the lower indexes.", ""},
    requirement{"E_BROADCAST_ANYTYPE_FUNC_0070", "sonnx.X4", "FUNC", "Size of added dimensions",
                "Each added dimension has size 1.", ""},
    requirement{"E_BROADCAST_ANYTYPE_FUNC_0080", "sonnx.X5", "FUNC",
                "Shift of the elements' indexes",
                "The indexes that give access to the elements are shifted by the number of added "
                "dimensions.",
                ""},
    requirement{"E_BROADCAST_ANYTYPE_FUNC_0090", "sonnx.X6", "FUNC", "Additional elements",
                "If the size of a dimension grows, the additional elements equal the elements with "
                "index 1 in this dimension.",
                ""},
    requirement{"E_BROADCAST_ANYTYPE_FUNC_0100", "sonnx.N4", "FUNC",
                "Tensors with the common number of dimensions",
                "$Y1, ..., YN$ are the tensors with the common number of dimensions $nY$, whose "
                "sizes may still differ.",
                ""},
    requirement{
        "E_BROADCAST_ANYTYPE_CONSTR_X_0010", "sonnx.N5", "CONSTR_X", "Common sizes",
        "The common sizes are the maxima over all tensors:",
        R"(dY_1 = \max_{m \in [1, N]} dYm_1, \quad ..., \quad )"
        R"(dY_{nY} = \max_{m \in [1, N]} dYm_{nY})",
        "where $dYm_1, ..., dYm_{nY}$ are the sizes of tensor $m$ with the common number of "
        "dimensions."},
    requirement{"E_BROADCAST_ANYTYPE_CONSTR_X_0020", "sonnx.C1", "CONSTR_X", "Compatible sizes",
                "Constraint `C1`: each size is the common size or 1:",
                R"(\forall m \in [1, N],\ \forall i \in [1, nY] \quad )"
                R"(\text{either}\ dYm_i = dY_i\ \text{or}\ dYm_i = 1)"},
    requirement{"E_BROADCAST_ANYTYPE_FUNC_0110", "sonnx.X7", "FUNC", "Two relations",
                "The input tensors are related to tensors with a common number of dimensions, and "
                "these to the output tensors.",
                ""},
    requirement{"E_BROADCAST_ANYTYPE_FUNC_0120", "sonnx.F1", "FUNC", "Common number of dimensions",
                "The common number of dimensions is the largest among the input tensors:",
                R"(nY = \max_{m \in [1, N]} nXm)",
                "where $nXm$ is the number of dimensions of $Xm$."},
    requirement{"E_BROADCAST_ANYTYPE_FUNC_0130", "sonnx.X8", "FUNC", "Completion with sizes of 1",
                "A tensor with $nY > nXm$ is completed with dimensions of size 1. They are its "
                "first $nY - nXm$ dimensions; the others are shifted.",
                ""},
    requirement{
        "E_BROADCAST_ANYTYPE_FUNC_0140", "sonnx.F2", "FUNC", "Sizes after the completion",
        "The sizes of the completed tensors are:",
        R"(\forall m \in [1,N]\ \forall i \in [1,nY] \quad dYm_i = \begin{cases} 1 & \text{if}\ )"
        R"(i < nY - nXm \\ dXm_{i-nY+nXm} & \text{otherwise} \end{cases})"},
    requirement{"E_BROADCAST_ANYTYPE_FUNC_0150", "sonnx.X9", "FUNC",
                "Shift of the elements' addresses",
                "The addresses of the elements are shifted as the sizes are.", ""},
    requirement{"E_BROADCAST_ANYTYPE_FUNC_0160", "sonnx.F3", "FUNC",
                "Elements after the completion",
                "An element keeps its own indexes, after those of the added dimensions:",
                R"(\begin{aligned} & \forall m \in [1,N]\ \forall i_1 \in [1,dXm_1]\ ...\ )"
                R"(\forall i_{nXm} \in [1,dXm_{nXm}] \\ )"
                R"(& Ym[s,i_1,...,i_{nXm}] = Xm[i_1,...,i_{nXm}] \end{aligned})",
                "where $s$ is a sequence of $nY - nXm$ ones."},
    requirement{"E_BROADCAST_ANYTYPE_FUNC_0170", "sonnx.F4", "FUNC",
                "Elements after the completion, by the last indexes",
                "The relation of the elements, without the sequence of ones:",
                R"(\begin{aligned} & \forall m \in [1,N]\ \forall i_1 \in [1,dYm_1]\ ...\ )"
                R"(\forall i_{nY} \in [1,dYm_{nY}] \\ )"
                R"(& Ym[i_1,...,i_{nY-nXm+1},...,i_{nY}] = Xm[i_{nY-nXm+1},...,i_{nY}] )"
                R"(\end{aligned})"},
    requirement{
        "E_BROADCAST_ANYTYPE_FUNC_0180", "sonnx.F5", "FUNC", "Selection of an index",
        "The function $f$ gives the current element if the size is the target size, and the first "
        "if it is 1:",
        R"(f(a,B,C) = \begin{cases} a & \text{if}\ B=C \\ 1 & \text{if}\ B=1 \end{cases})",
        "where $a$ is the current element, $B$ the size of the dimension, and $C$ its target "
        "size."},
    requirement{"E_BROADCAST_ANYTYPE_FUNC_0190", "sonnx.X10", "FUNC",
                "Cases in which no index is selected",
                "If constraint `C1` holds, the other cases need not be specified:",
                R"(B \neq C \ \text{and}\ B \neq 1)"},
    requirement{"E_BROADCAST_ANYTYPE_FUNC_0200", "sonnx.F6", "FUNC", "Elements of the outputs",
                "Each element of an output tensor is the element that $f$ selects:",
                R"(\begin{aligned} & \forall m \in [1, N],\ \forall i_1 \in [1, dY_1],\ ...\ )"
                R"(\forall i_{nY} \in [1, dY_{nY}] \\ )"
                R"(& Zm[i_1,...,i_{nY}] = Ym[f(i_1,dYm_1,dY_1),...,f(i_{nY},dYm_{nY},dY_{nY})] )"
                R"(\end{aligned})"},
    requirement{"E_BROADCAST_ANYTYPE_FUNC_0210", "sonnx.X11", "FUNC",
                "Elements along a dimension of size 1",
                "Along a dimension of size $dYm_k = 1$ the first element of $Ym$ is read, whatever "
                "the index $i_k$ is:",
                R"(f(i_k,1,.) = 1)"},
};

}  // namespace sonnx

namespace sonnx_2026_01 {

inline constexpr operator_page page{
    "sonnx@2026-01",
    "Broadcast",
    "any",
    clauses.front().formula,
    "where any is in {real, float16, float, double, int8, int16, int32, int64, uint8, uint16, "
    "uint32, uint64, string, boolean}",
    "X0, ..., XL",
    "The tensors to broadcast.",
    "Z0, ..., ZL",
    "The broadcast tensors.",
    "14",
    "https://github.com/onnx/onnx/blob/main/docs/Broadcasting.md",
    "./../general_restrictions.md",
};
static_assert(clauses.front().tag == "sonnx@2026-01.N1");

inline constexpr std::array requirements{
    requirement{
        "E_BROADCAST_ANY_FUNC_0010", "sonnx@2026-01.N1", "FUNC", "Types of the tensors",
        "The type of a tensor is one of real, float16, float, double, int8, int16, int32, int64, "
        "uint8, uint16, uint32, uint64, string and boolean.",
        ""},
    requirement{"E_BROADCAST_ANY_FUNC_0020", "sonnx@2026-01.N2", "FUNC", "Inputs and outputs",
                "Broadcasting takes one tensor or more and gives as many:",
                R"(Z0, ..., ZL = \text{Broadcast}(X0, ..., XL), \quad L \in [0, 2^{31}-1[)",
                "where $L$ is the number of tensors minus one: they are numbered from 0 to $L$."},
    requirement{"E_BROADCAST_ANY_FUNC_0030", "sonnx@2026-01.X1", "FUNC", "Restrictions",
                "There are no restrictions.", ""},
    requirement{"E_BROADCAST_ANY_FUNC_0040", "sonnx@2026-01.X2", "FUNC",
                "Tensors of different shapes",
                "Tensors of different shapes are explicitly brought to the same shape, so that "
                "element-wise operations take them.",
                ""},
    requirement{"E_BROADCAST_ANY_FUNC_0050", "sonnx@2026-01.X3", "FUNC",
                "Common shape of the outputs",
                "The output tensors have the same shape: a number of dimensions $nZ$ and, for each "
                "dimension $i$, a size $dZ_i$. Each of them contains elements of its own input "
                "tensor, repeated as necessary.",
                ""},
    requirement{
        "E_BROADCAST_ANY_FUNC_0060", "sonnx@2026-01.X4", "FUNC",
        "Condition 1: number of dimensions of the outputs",
        "Every output tensor has as many dimensions as the input tensor with the most dimensions.",
        ""},
    requirement{"E_BROADCAST_ANY_FUNC_0070", "sonnx@2026-01.X5", "FUNC",
                "Condition 1: position of extra dimensions",
                "If a tensor is expanded, its extra dimensions are prepended.", ""},
    requirement{"E_BROADCAST_ANY_FUNC_0080", "sonnx@2026-01.X6", "FUNC",
                "Condition 1: size of extra dimensions", "Each extra dimension has size 1.", ""},
    requirement{"E_BROADCAST_ANY_FUNC_0090", "sonnx@2026-01.X7", "FUNC",
                "Condition 1: access to the data",
                "The access to the data through a tensor index is modified accordingly.", ""},
    requirement{"E_BROADCAST_ANY_FUNC_0100", "sonnx@2026-01.X8", "FUNC",
                "Condition 2: sizes of the outputs",
                "After expansion, the size of each output dimension is the maximum of the sizes of "
                "all input tensors in that dimension. The data at indexes larger than the size of "
                "an input tensor's dimension are those at its index 0. The size of each input "
                "dimension is the maximum or 1.",
                ""},
    requirement{"E_BROADCAST_ANY_FUNC_0110", "sonnx@2026-01.X9", "FUNC", "Two steps",
                "Step 1 gives the tensors the same number of dimensions, for condition 1; step 2 "
                "makes their sizes equal, for condition 2.",
                ""},
    requirement{
        "E_BROADCAST_ANY_FUNC_0120", "sonnx@2026-01.N3", "FUNC", "Tensors after step 1",
        "$Y0, ..., YL$ are the tensors after step 1, with a common number of dimensions $nY$ "
        "and sizes that may still differ.",
        ""},
    requirement{
        "E_BROADCAST_ANY_FUNC_0130", "sonnx@2026-01.F1", "FUNC", "Common number of dimensions",
        "The common number of dimensions is the largest among the input tensors:",
        R"(nY = \max_{m \in [0, L]} nXm)", "where $nXm$ is the number of dimensions of $Xm$."},
    requirement{"E_BROADCAST_ANY_FUNC_0140", "sonnx@2026-01.X10", "FUNC",
                "Number of prepended dimensions",
                "A tensor with $nY > nXm$ has a size of 1 prepended $nY - nXm$ times.", ""},
    requirement{
        "E_BROADCAST_ANY_FUNC_0150", "sonnx@2026-01.F2", "FUNC", "Sizes after step 1",
        "The sizes of the tensors after step 1 are:",
        R"(\forall m \in [0,L]\ \forall i \in [0,nY-1] \quad dYm_i = \begin{cases} 1 & \text{if}\ )"
        R"(i < nY - nXm \\ dXm_{i-nY+nXm} & \text{otherwise} \end{cases})"},
    requirement{"E_BROADCAST_ANY_FUNC_0160", "sonnx@2026-01.F3", "FUNC", "Elements after step 1",
                "An element keeps its own index, after a zero for each prepended dimension:",
                R"(Ym[i] = Xm[i'], \quad i = \underbrace{0,...,0}_{nY-nXm},i')"},
    requirement{"E_BROADCAST_ANY_FUNC_0170", "sonnx@2026-01.F4", "FUNC",
                "Number of dimensions of each output",
                "Every output tensor has the common number of dimensions:", R"(nZm = nY)"},
    requirement{"E_BROADCAST_ANY_FUNC_0180", "sonnx@2026-01.X11", "FUNC",
                "Sizes and access in step 2",
                "Each dimension is set to its maximum among all tensors. In a dimension that this "
                "increases, the first element is accessed, whatever the index is.",
                ""},
    requirement{"E_BROADCAST_ANY_FUNC_0190", "sonnx@2026-01.F5", "FUNC", "Common sizes",
                "The common sizes are the maxima over all tensors:",
                R"(dY_i = \max_{m \in [0, L]} dYm_i \quad \text{for all}\ i \in [0,nY-1])",
                "where $dYm_0, ..., dYm_{nY-1}$ are the sizes of $Ym$."},
    requirement{"E_BROADCAST_ANY_FUNC_0200", "sonnx@2026-01.F6", "FUNC", "Sizes of each output",
                "Every output tensor has the common sizes:",
                R"(\forall m \in [0,L]\ \forall i \in [0,nZm-1] \quad dZm_i = dY_i)"},
    requirement{
        "E_BROADCAST_ANY_FUNC_0210", "sonnx@2026-01.F7", "FUNC", "Selection of an index",
        "The function $f$ gives the current index if the size is the target size, and 0 if it is "
        "not:",
        R"(f(a,B,C) = \begin{cases} a & \text{if}\ B=C \\ 0 & \text{otherwise} \end{cases})",
        "where $a$ is the current index, $B$ the size of the input dimension, and $C$ the "
        "target size of the output dimension."},
    requirement{"E_BROADCAST_ANY_FUNC_0220", "sonnx@2026-01.X12", "FUNC",
                "Elements along a dimension whose size is not the maximum",
                "If $dYm_k \\neq dY_k$, the first element of $Ym$ in dimension $k$ is read, "
                "whatever the index $i_k$ is:",
                R"(f(i_k,dYm_k,dY_k) = 0)"},
    requirement{"E_BROADCAST_ANY_FUNC_0230", "sonnx@2026-01.F8", "FUNC", "Elements of the outputs",
                "Each element of an output tensor is the element that $f$ selects:",
                R"(\begin{aligned} Zm[i] &= Ym[i'] \\ i &= i_0,...,i_{nY-1} \\ )"
                R"(i' &= f(i_0,dYm_0,dY_0),...,f(i_{nY-1},dYm_{nY-1},dY_{nY-1}) \end{aligned})"},
    requirement{"E_BROADCAST_ANY_ERROR_0010", "sonnx@2026-01.E1", "ERROR", "Incompatible sizes",
                "Error `E1` occurs if a size is neither the common size nor 1:",
                R"(\exists m \in [0, L],\ \exists i \in [0, nY-1] \ \text{such that}\ )"
                R"(dYm_i \neq dY_i \ \text{and}\ dYm_i \neq 1)"},
    requirement{
        "E_BROADCAST_ANY_ERROR_0020", "sonnx@2026-01.X13", "ERROR", "Sizes that prevent the error",
        "With a common number of dimensions, the size of each dimension of each tensor shall "
        "be the maximum among all tensors, or 1. If not, error `E1` occurs.",
        ""},
    requirement{
        "E_BROADCAST_ANY_CONSTR_X_0010", "sonnx@2026-01.N4", "CONSTR_X",
        "Number and shapes of the inputs",
        "The inputs are $L-1$ tensors, whose shapes may differ. They are numbered from 0 to "
        "$N-1$, where $N$ is their number.",
        ""},
    requirement{"E_BROADCAST_ANY_CONSTR_X_0020", "sonnx@2026-01.C1", "CONSTR_X", "Type consistency",
                "Constraint `C1`: for any $m \\in [0,L]$, tensors $Xm$ and $Zm$ must have the same "
                "type.",
                ""},
    requirement{"E_BROADCAST_ANY_CONSTR_Z_0010", "sonnx@2026-01.N5", "CONSTR_Z",
                "Number and shapes of the outputs",
                "The outputs are $L-1$ tensors of identical shapes. They are numbered from 0 to "
                "$N-1$, where $N$ is their number.",
                ""},
    requirement{"E_BROADCAST_ANY_CONSTR_Z_0020", "sonnx@2026-01.C1", "CONSTR_Z",
                "Type consistency of the outputs", "The type of $Zm$ is that of $Xm$.", "", "",
                "E_BROADCAST_ANY_CONSTR_X_0020"},
    requirement{"E_BROADCAST_ANY_FUNC_0240", "sonnx@2026-01.X14", "FUNC", "Attributes",
                "There are no attributes.", ""},
    requirement{
        "E_BROADCAST_ANY_FUNC_0250", "sonnx@2026-01.X15", "FUNC", "Accuracy",
        "The values of the output tensors are strictly equal to the corresponding values of "
        "the input tensors.",
        ""},
};

}  // namespace sonnx_2026_01

}  // namespace bcast::spec
