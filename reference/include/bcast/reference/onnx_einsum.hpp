// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <algorithm>
#include <array>
#include <string>

#include "bcast/reference/outcome.hpp"
#include "bcast/reference/seq.hpp"
#include "bcast/reference/shape_rule.hpp"

/// ONNX's operator Einsum, transcribed in its order.
///
/// Conventions. `inputs` are the shapes of the operands, one for each term. Dimensions are numbered
/// from 0.
namespace bcast::reference::onnx_einsum {

template <class Size>
using shape = list<Size>;

template <class Size>
using shapes = list<shape<Size>>;

struct equation {
  list<std::string> terms;
  std::string output;
};

inline std::string indices_of(std::string term) {
  std::erase(term, '.');
  return term;
}

inline index count(std::string const& text, char symbol) {
  return std::count(text.begin(), text.end(), symbol);
}

inline std::string all_indices(equation const& e) {
  std::string all;
  for (std::string const& term : e.terms) all += indices_of(term);
  return all;
}

template <class Size>
void expect_terms(equation const& e, shapes<Size> const& inputs);
template <class Size>
void expect_same_ellipsis(equation const& e, shapes<Size> const& inputs);

/// How many dimensions of an operand its term has no character for.
template <class Size>
index ellipsis_rank(std::string const& term, shape<Size> const& input) {
  return input.n() - static_cast<index>(indices_of(term).size());
}

// [onnx_einsum.F1] output[output-term] = reduce-sum( input1[term1] * input2[term2] )
/// The shape of the output. Throws violation (onnx_einsum.X2, X8, F1, X4), and (onnx_einsum.X7) with
/// the dimension of the ellipsis.
template <auto broadcast, class Size>
shape<Size> output_shape(equation const& e, shapes<Size> const& inputs) {
  expect_terms(e, inputs);
  expect_same_ellipsis(e, inputs);
  std::string known;
  shape<Size> sizes, ellipsis;
  for (index m = 0; m < inputs.n(); ++m) {
    std::string const& term = e.terms[m];
    index d = 0;
    for (std::size_t k = 0; k < term.size(); ++k) {
      if (term[k] != '.') {
        const Size size = inputs[m][d++];
        const auto at = static_cast<index>(known.find(term[k]));
        if (at < 0) {
          known += term[k];
          sizes.append(size);
        } else if (!(sizes[at] == size)) {
          throw violation("onnx_einsum.F1");
        }
        continue;
      }
      for (index j = 0; j < ellipsis_rank(term, inputs[m]); ++j) {
        const Size size = inputs[m][d++];
        if (j == ellipsis.n()) {
          ellipsis.append(size);
        } else {
          ellipsis[j] = broadcast(ellipsis[j], size, j);
        }
      }
      k += 2;
    }
  }
  shape<Size> output;
  for (std::size_t k = 0; k < e.output.size(); ++k) {
    if (e.output[k] == '.') {
      output = output + ellipsis;
      k += 2;
      continue;
    }
    const auto at = static_cast<index>(known.find(e.output[k]));
    if (at < 0) throw violation("onnx_einsum.X4");
    output.append(sizes[at]);
  }
  return output;
}

// [onnx_einsum.X1] a summation over all the indices occurring in the input terms (term1, term2) that
//                  do not occur in the output-term
inline std::string summed(equation const& e) {
  std::string indices;
  for (char i : all_indices(e)) {
    if (count(e.output + indices, i) == 0) indices += i;
  }
  return indices;
}

// [onnx_einsum.X2] Each term corresponds to an operand tensor, and the characters within the terms
//                  correspond to operands dimensions.
/// Throws violation (onnx_einsum.X2).
template <class Size>
void expect_terms(equation const& e, shapes<Size> const& inputs) {
  if (e.terms.n() != inputs.n()) throw violation("onnx_einsum.X2");
  for (index m = 0; m < inputs.n(); ++m) {
    const index rank = ellipsis_rank(e.terms[m], inputs[m]);
    if (rank < 0 || (rank > 0 && count(e.terms[m], '.') == 0)) throw violation("onnx_einsum.X2");
  }
}

// [onnx_einsum.X3] Lower case letters and upper case letters are treated as distinct symbols
constexpr bool is_same_symbol(char a, char b) { return a == b; }

inline std::string implicit(list<std::string> const& terms);
inline void expect_one_ellipsis(std::string const& output);
inline std::string without_spaces(std::string text);

// [onnx_einsum.X4] If the equation contains "->" followed by the right-hand side, the right-hand
//                  side indices indicate output tensor dimensions.
/// Throws violation (onnx_einsum.X9).
inline equation parsed(std::string const& text) {
  const std::string all = without_spaces(text);
  const std::size_t arrow = all.find("->");
  equation e;
  std::string term;
  for (char c : all.substr(0, arrow) + ",") {
    if (c != ',') {
      term += c;
    } else {
      e.terms.append(term);
      term.clear();
    }
  }
  e.output = arrow == all.npos ? implicit(e.terms) : all.substr(arrow + 2);
  expect_one_ellipsis(e.output);
  return e;
}

// [onnx_einsum.X5] output indices are (implicitly) set to the sequence of indices appearing exactly
//                  once in the equation, sorted in increasing order of their ASCII values
inline std::string once(equation const& e) {
  const std::string all = all_indices(e);
  std::string indices;
  for (char i : all) {
    if (count(all, i) == 1) indices += i;
  }
  std::sort(indices.begin(), indices.end());
  return indices;
}

// [onnx_einsum.X6] When a dimension character is repeated in the left-hand side, it represents
//                  summation along the dimension.
inline bool is_repeated(equation const& e, char i) { return count(all_indices(e), i) > 1; }

template <class Size>
void expect_compatible(Size a, Size b, index dimension) {
  if (a == b || a == Size(1) || b == Size(1)) return;
  throw violation("onnx_einsum.X7", dimension);
}

// [onnx_einsum.X7] The equation may contain ellipsis ("...") to enable broadcasting.
//                  finding onnx_einsum.D1: the greater size
/// Throws violation (onnx_einsum.X7) with the dimension.
template <class Size>
Size broadcast_greater(Size a, Size b, index dimension) {
  expect_compatible(a, b, dimension);
  return max(a, b);
}

// [onnx_einsum.X7] The equation may contain ellipsis ("...") to enable broadcasting.
//                  departure onnx_einsum.D1: the one that is not 1
/// The same.
template <class Size>
Size broadcast(Size a, Size b, index dimension) {
  expect_compatible(a, b, dimension);
  return a == Size(1) ? b : a;
}

// [onnx_einsum.X8] every occurrence of ellipsis in the equation must represent the same number of
//                  dimensions
/// Throws violation (onnx_einsum.X8).
template <class Size>
void expect_same_ellipsis(equation const& e, shapes<Size> const& inputs) {
  index same = -1;
  for (index m = 0; m < inputs.n(); ++m) {
    if (count(e.terms[m], '.') == 0) continue;
    const index rank = ellipsis_rank(e.terms[m], inputs[m]);
    if (same >= 0 && rank != same) throw violation("onnx_einsum.X8");
    same = rank;
  }
}

// [onnx_einsum.X9] The right-hand side may contain exactly one ellipsis. In implicit mode, the
//                  ellipsis dimensions are set to the beginning of the output.
/// Throws violation (onnx_einsum.X9).
inline void expect_one_ellipsis(std::string const& output) {
  if (count(output, '.') > 3) throw violation("onnx_einsum.X9");
}

inline std::string implicit(list<std::string> const& terms) {
  const bool any = !forall(0, terms.n() - 1, [&](index m) { return count(terms[m], '.') == 0; });
  return (any ? "..." : "") + once({terms, ""});
}

// [onnx_einsum.X10] The equation string may contain space (U+0020) character.
inline std::string without_spaces(std::string text) {
  std::erase(text, ' ');
  return text;
}

// The rules by name -------------------------------------------------------------------------------

/// `...,...->...`, with a term for each operand. Throws no_answer (onnx_einsum.G1) if there is none.
template <auto broadcast, class Size>
shape<Size> elementwise(shapes<Size> const& inputs) {
  if (inputs.n() == 0) throw no_answer("onnx_einsum.G1");
  return output_shape<broadcast>(
      equation{list<std::string>::of(inputs.n(), [](index) { return "..."; }), "..."}, inputs);
}

/// The product of matrices, or of stacks of them.
template <class Size>
shape<Size> matmul(shape<Size> const& a, shape<Size> const& b) {
  return output_shape<broadcast<Size>>(parsed("...ij,...jk->...ik"), shapes<Size>{a, b});
}

template <class Size>
inline constexpr std::array shape_rules{
    shape_rule<Size>{.name = "onnx_einsum",
                     .result = elementwise<broadcast<Size>, Size>,
                     .unknown = "onnx_einsum.G2"},
    shape_rule<Size>{.name = "onnx_einsum as printed",
                     .result = elementwise<broadcast_greater<Size>, Size>,
                     .unknown = "onnx_einsum.G2"},
};

}  // namespace bcast::reference::onnx_einsum
