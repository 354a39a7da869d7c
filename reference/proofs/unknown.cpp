// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <optional>
#include <string_view>

#include "bcast/reference/mlir.hpp"
#include "bcast/verifier/common_size.hpp"
#include "bcast/verifier/residual.hpp"
#include "documents.hpp"
#include "theorem.hpp"

// Sizes that may be unknown: MLIR's table, and how the verifier compares two sizes under its rules.

namespace bcast::proofs {
namespace {

/// None means `?`.
template <class Size>
using dim = std::optional<Size>;

/// None means an error or no answer.
template <class Size>
using dim_or_error = std::optional<dim<Size>>;

/// A dimension from two variables: whether it is known, and its size.
template <class Size>
dim<Size> dim_of(Size const& known, Size const& size) {
  given(known == Size(0) || known == Size(1));
  given_sizes(size);
  return known == Size(1) ? dim<Size>(size) : std::nullopt;
}

spec::rule const& rule_named(std::string_view name) {
  return *std::find_if(spec::rules.begin(), spec::rules.end(),
                       [&](spec::rule const& p) { return p.name == name; });
}

/// How the verifier compares two sizes under a rule.
class verifier_rule {
 public:
  explicit verifier_rule(std::string_view rule) : rule_(&rule_named(rule)) {}

  template <class Size>
  dim_or_error<Size> operator()(dim<Size> const& a, dim<Size> const& b) const {
    switch (verifier::compare_sizes(*rule_, a, b)) {
      case verifier::common_size::left:
        return a;
      case verifier::common_size::right:
        return b;
      default:
        return std::nullopt;
    }
  }

 private:
  spec::rule const* rule_;
};

/// mlir.A1
struct infer_dim {
  template <class Size>
  dim_or_error<Size> operator()(dim<Size> const& a, dim<Size> const& b) const {
    const auto of = [](dim<Size> const& d) {
      return d ? reference::mlir::dim<Size>(*d) : reference::mlir::dim<Size>();
    };
    return outcome([&] { return reference::mlir::InferDim(of(a), of(b)).size; });
  }
};

/// An unknown size is treated as 1.
struct unknown_is_one {
  template <class Size>
  dim_or_error<Size> operator()(dim<Size> const& a, dim<Size> const& b) const {
    const size_or_error<Size> z = array_api(a ? *a : Size(1), b ? *b : Size(1));
    return z ? dim_or_error<Size>(dim<Size>(*z)) : std::nullopt;
  }
};

template <class Rule, class Size>
dim_or_error<Size> join(Rule const& rule, dim_or_error<Size> const& a,
                        dim_or_error<Size> const& b) {
  return a && b ? rule(*a, *b) : std::nullopt;
}

template <class Size>
bool same_dim(dim_or_error<Size> const& a, dim_or_error<Size> const& b) {
  if (!a || !b) return !a && !b;
  return same(*a, *b);
}

/// The order 1 <= ? <= n <= error, for every static n other than 1.
template <class Size>
bool below(dim_or_error<Size> const& a, dim_or_error<Size> const& b) {
  if (!b) return true;
  if (!a) return false;
  if (*a && **a == Size(1)) return true;
  if (!*b) return !*a;
  if (!*a) return **b != Size(1);
  return **a == **b;
}

const std::vector<char const*> one_dim{"a_known", "a"};
const std::vector<char const*> two_dims{"a_known", "a", "b_known", "b"};
const std::vector<char const*> three_dims{"a_known", "a", "b_known", "b", "c_known", "c"};
const std::vector<char const*> run_time{"a_known", "a", "b_known", "b", "x", "y"};

/// Two rules give the same results.
template <class One, class Other>
auto equal_rules(One one, Other other) {
  return [=](auto const& v) {
    const auto a = dim_of(v[0], v[1]), b = dim_of(v[2], v[3]);
    return same_dim(one(a, b), other(a, b));
  };
}

/// If the dimensions a and b admit the run-time sizes x and y, the inferred dimension admits the
/// join of x and y.
template <class Rule>
auto sound(Rule rule) {
  return [=](auto const& v) {
    const auto a = dim_of(v[0], v[1]), b = dim_of(v[2], v[3]);
    auto const &x = v[4], &y = v[5];
    given_sizes(x, y);
    given((!a || *a == x) && (!b || *b == y));
    const auto z = array_api(x, y);
    given(z.has_value());
    const auto inferred = rule(a, b);
    return inferred && (!*inferred || **inferred == *z);
  };
}

/// If `?` is inferred, 2 and 3 are both results of some run-time sizes. If n is inferred, n is such
/// a result. If an error is inferred, there are no results.
template <class Rule>
auto tightest(Rule rule) {
  return [=](auto const& v) {
    using Size = std::remove_cvref_t<decltype(v[0])>;
    const auto a = dim_of(v[0], v[1]), b = dim_of(v[2], v[3]);
    const auto reaches = [&](Size const& n) {
      const auto z = array_api(a ? *a : n, b ? *b : n);
      return z && *z == n;
    };
    const auto inferred = rule(a, b);
    if (!inferred) return a && b && !array_api(*a, *b);
    return *inferred ? reaches(**inferred) : reaches(Size(2)) && reaches(Size(3));
  };
}

/// The rule gives the least upper bound of two dimensions in the order `below`.
template <class Rule>
auto least_upper_bound(Rule rule) {
  return [=](auto const& v) {
    using Size = std::remove_cvref_t<decltype(v[0])>;
    const dim_or_error<Size> a(dim_of(v[0], v[1])), b(dim_of(v[2], v[3])), c(dim_of(v[4], v[5]));
    const auto z = join(rule, a, b);
    return below(a, z) && below(b, z) && (!(below(a, c) && below(b, c)) || below(z, c));
  };
}

template <class Rule>
auto associates(Rule rule) {
  return [=](auto const& v) {
    using Size = std::remove_cvref_t<decltype(v[0])>;
    const dim_or_error<Size> a(dim_of(v[0], v[1])), b(dim_of(v[2], v[3])), c(dim_of(v[4], v[5]));
    return same_dim(join(rule, join(rule, a, b), c), join(rule, a, join(rule, b, c)));
  };
}

template <class Rule>
auto commutes(Rule rule) {
  return [=](auto const& v) {
    const auto a = dim_of(v[0], v[1]), b = dim_of(v[2], v[3]);
    return same_dim(rule(a, b), rule(b, a));
  };
}

template <class Rule>
auto has_unit(Rule rule) {
  return [=](auto const& v) {
    using Size = std::remove_cvref_t<decltype(v[0])>;
    const dim<Size> a = dim_of(v[0], v[1]), one(Size(1));
    return same_dim(rule(a, a), dim_or_error<Size>(a)) &&
           same_dim(rule(a, one), dim_or_error<Size>(a));
  };
}

/// mlir.A5 on one axis, for one operand: a result is accepted if and only if its size is `?` or the
/// inferred one. With `lenient`, it is also accepted if `?` is inferred.
auto verifies(bool lenient) {
  return [=](auto const& v) {
    using Size = std::remove_cvref_t<decltype(v[0])>;
    namespace mlir = reference::mlir;
    const auto inferred = dim_of(v[0], v[1]), actual = dim_of(v[2], v[3]);
    const auto type = [](dim<Size> const& d) {
      return mlir::type<Size>{mlir::dims<Size>{d ? mlir::dim<Size>(*d) : mlir::dim<Size>()}};
    };
    const auto accepted = outcome([&] {
      mlir::Verify(mlir::operation<Size>{{type(inferred)}, {type(actual)}});
      return true;
    });
    const bool expected = !actual || (!inferred && lenient) || (inferred && *inferred == *actual);
    return accepted.has_value() == expected;
  };
}

/// bcast.P42: sizes agree if and only if they join.
auto agree_if_they_join(std::size_t operands) {
  return [=](auto const& v) {
    using Size = std::remove_cvref_t<decltype(v[0])>;
    for (Size const& size : v) given_sizes(size);
    size_or_error<Size> z(v[0]);
    for (std::size_t m = 1; m < operands; ++m) z = array_api(z, size_or_error<Size>(v[m]));
    return verifier::agree(v) == z.has_value();
  };
}

}  // namespace

std::vector<theorem> theorems_of_unknown_sizes() {
  const verifier_rule mlir("mlir"), mlir_19("mlir@19"), ours("onnx");
  return {
      {"mlir.A1",
       "InferDim is the verifier's rule",
       "For all sizes >= 0, known or not, InferDim and the verifier under `mlir` infer the same "
       "dimension, or neither infers one.",
       {{"two operands", two_dims, equal_rules(infer_dim{}, mlir)}},
       "the verifier under `mlir@19`",
       {"mlir@19", two_dims, equal_rules(infer_dim{}, mlir_19)}},
      {"bcast.P10",
       "inference is sound",
       "Under `onnx` and under `mlir@19`, all legal run-time sizes >= 0 join to a size that the "
       "inferred dimension admits. This extends to any number of operands by folding, because x "
       "may be the join of the previous ones.",
       {{"onnx", run_time, sound(ours)}, {"mlir@19", run_time, sound(mlir_19)}},
       "an unknown size is treated as 1",
       {"? is 1", run_time, sound(unknown_is_one{})}},
      {"bcast.P10",
       "inference is as tight as possible",
       "Under `onnx`, no tighter dimension is sound. If ? is inferred, at least two result sizes "
       "are possible; if n is inferred, n is possible; and an error is inferred only if no "
       "run-time sizes are legal.",
       {{"onnx", two_dims, tightest(ours)}},
       "`mlir@19`, which infers ? for 0 and ? (mlir.G1)",
       {"mlir@19", two_dims, tightest(mlir_19)}},
      {"mlir.I6",
       "MLIR's table extended by 0 is the join of a lattice",
       "If 0 is a static size other than 1, as under `onnx`, inference is the least upper bound in "
       "the order 1 < ? < n < error, for all sizes >= 0. So it is commutative, associative and "
       "idempotent, and its unit is 1.",
       {{"least upper bound", three_dims, least_upper_bound(ours)},
        {"commutes", two_dims, commutes(ours)},
        {"associates", three_dims, associates(ours)},
        {"idempotent, unit 1", one_dim, has_unit(ours)}},
       "`mlir@19`, whose fold depends on the operand order if a size is 0 (mlir.G1)",
       {"mlir@19", three_dims, associates(mlir_19)}},
      {"mlir.V4",
       "what verification accepts",
       "For all sizes >= 0, known or not, a result is accepted if and only if its size is ? or the "
       "inferred one.",
       {{"one operand", two_dims, verifies(false)}},
       "any size is accepted if ? is inferred",
       {"without mlir.V2", two_dims, verifies(true)}},
      {"bcast.P42",
       "the residual conditions are exact",
       "Any number of run-time sizes >= 0 join if and only if they agree, that is, if all sizes "
       "other than 1 are equal. A size joins with a static n other than 1 if and only if it is 1 "
       "or n. Proved by induction on the number of operands.",
       {{"two operands", {"a", "b"}, agree_if_they_join(2)},
        {"three operands", {"a", "b", "c"}, agree_if_they_join(3)},
        {"one more operand",
         {"e", "z", "d"},
         [](auto const& v) {
           using Size = std::remove_cvref_t<decltype(v[0])>;
           Size const &e = v[0], &z = v[1], &d = v[2];
           given_sizes(e, z, d);
           given(e == Size(1) || e == z);  // z is the join of the previous sizes, e any of them
           return verifier::agree(std::vector{e, z, d}) == array_api(z, d).has_value();
         }},
        {"1 or n",
         {"x", "n"},
         [](auto const& v) {
           using Size = std::remove_cvref_t<decltype(v[0])>;
           given_sizes(v[0], v[1]);
           given(v[1] != Size(1));
           return array_api(v[0], v[1]).has_value() == (v[0] == Size(1) || v[0] == v[1]);
         }}},
       "all sizes are equal",
       {"equal",
        {"a", "b"},
        [](auto const& v) {
          given_sizes(v[0], v[1]);
          return array_api(v[0], v[1]).has_value() == (v[0] == v[1]);
        }}},
  };
}

}  // namespace bcast::proofs
