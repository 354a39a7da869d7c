// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "bcast/reference/array_api.hpp"
#include "bcast/reference/array_api_2025_12.hpp"
#include "bcast/reference/mlir.hpp"
#include "bcast/reference/nested.hpp"
#include "bcast/reference/sonnx.hpp"
#include "bcast/reference/sonnx_2026_01.hpp"
#include "bcast/reference/xla.hpp"
#include "tests/record/record.hpp"

/// What the transcriptions of the four documents answer, and the nested lists.
namespace texts_record_test {
namespace {

namespace array_api = bcast::reference::array_api;
namespace array_api_2025_12 = bcast::reference::array_api_2025_12;
namespace mlir = bcast::reference::mlir;
namespace nested = bcast::reference::nested;
namespace sonnx = bcast::reference::sonnx;
namespace sonnx_2026_01 = bcast::reference::sonnx_2026_01;
namespace xla = bcast::reference::xla;
using namespace record;
using bcast::reference::basic_tensor;
using bcast::reference::index;  // and not the one of <strings.h>
using bcast::reference::seq;

using shape = list<index>;
using dims = seq<index>;

const auto sizes = numbers(0, 3);
const auto few = numbers(0, 2);

template <class Shape>
std::vector<Shape> up_to(int rank) {
  return sequences<Shape>(sizes, rank);
}

/// Up to three shapes; where there are three, of rank 2 at most.
template <class Shape>
std::vector<std::tuple<sequence<Shape, std::is_same_v<Shape, dims> ? 1 : 0>>> operands() {
  using all = sequence<Shape, std::is_same_v<Shape, dims> ? 1 : 0>;
  std::vector<std::tuple<all>> some{all{}};
  for (Shape const& a : up_to<Shape>(3)) some.emplace_back(all{a});
  for (auto const& [a, b] : times(up_to<Shape>(3), up_to<Shape>(3))) some.emplace_back(all{a, b});
  const auto small = sequences<Shape>(few, 2);
  for (auto const& [a, b, c] : times(times(small, small), small)) some.emplace_back(all{a, b, c});
  return some;
}

/// A tensor whose elements are numbers of their own.
template <index First>
basic_tensor<index, index, First> counted(sequence<index, First> const& d) {
  index next = 0;
  return {d, [&](auto const&) { return ++next; }};
}

TEST(SonnxRecord, EveryAnswerIsOnRecord) {
  table t("sonnx");
  const auto s3 = up_to<dims>(3);
  const auto pairs = times(s3, s3);
  const auto some = operands<dims>();
  const auto with_rank = [&](index lo, index hi) { return times(some, numbers(lo, hi)); };
  t.ask("N3", some, [](auto const& all) { return sonnx::N3(all); });
  t.ask("X1", times(s3, std::vector<seq<dims>>{{}, {{2}}, {{1, 2}, {3}}, {{2}, {1, 1}, {0}}}),
        [](auto const& z, auto const& all) { return sonnx::X1(z, all); });
  t.ask("X2", times(s3, std::vector<seq<dims>>{{{2}}, {{1, 2}, {3, 1}}, {{2}, {1}, {0}}}),
        [](auto const& z, auto const& all) { return sonnx::X2(z, all); });
  t.ask("X3", pairs, [](auto const& y, auto const& x) { return sonnx::X3(y, x); });
  t.ask("X4", pairs, [](auto const& y, auto const& x) { return sonnx::X4(y, x); });
  t.ask("X5", pairs, [](auto const& i, auto const& j) { return sonnx::X5(i, j); });
  t.ask("X6", times(sizes, sizes), [](index a, index b) { return sonnx::X6(a, b); });
  t.ask("X8", pairs, [](auto const& y, auto const& x) { return sonnx::X8(y, x); });
  t.ask("X9", times(times(sizes, sizes), sizes),
        [](index k, index y, index x) { return sonnx::X9(k, y, x); });
  t.ask("X10", times(with_rank(1, 3), numbers(1, 3)),
        [](auto const& all, index m, index i) { return sonnx::X10(all, m, i); });
  t.ask("X11", times(sizes, sizes), [](index i, index c) { return sonnx::X11(i, c); });
  t.ask("N4", with_rank(0, 3), [](auto const& all, index n) { return sonnx::N4(all, n); });
  t.ask("N5", with_rank(0, 4), [](auto const& all, index i) { return sonnx::dY(all, i); });
  t.ask("C1", times(with_rank(1, 3), numbers(1, 3)),
        [](auto const& all, index m, index i) { return sonnx::C1(all, m, i); });
  t.ask("F1", some, [](auto const& all) { return sonnx::nY(all); });
  t.ask("F2", times(s3, sizes), [](auto const& x, index n) { return sonnx::dYm(x, n); });
  t.ask("F2 as printed", times(times(s3, sizes), numbers(0, 4)),
        [](auto const& x, index n, index i) { return sonnx::dYm_as_printed(x, n, i); });
  t.ask("F2 of an axis", times(times(s3, sizes), numbers(0, 4)),
        [](auto const& x, index n, index i) { return sonnx::dYm(x, n, i); });
  t.ask("F3", pairs,
        [](auto const& y, auto const& x) { return sonnx::F3(counted(y), counted(x)); });
  t.ask("F4", times(s3, sizes), [](auto const& i, index n) { return sonnx::F4(i, n); });
  t.ask("F5", times(times(sizes, sizes), sizes),
        [](index a, index b, index c) { return sonnx::f(a, b, c); });
  t.ask("F6",
        times(times(sequences<dims>(few, 2), sequences<dims>(few, 2)), sequences<dims>(few, 2)),
        [](auto const& i, auto const& y, auto const& z) { return sonnx::F6(i, y, z); });
  t.ask("Ym", times(s3, sizes), [](auto const& x, index n) { return sonnx::Ym(counted(x), n); });
  t.ask("Zm", pairs, [](auto const& y, auto const& z) { return sonnx::Zm(counted(y), z); });
  t.ask("X7", pairs, [](auto const& x, auto const& z) { return sonnx::X7(counted(x), z); });
  t.ask("Broadcast_sizes", some, [](auto const& all) { return sonnx::Broadcast_sizes(all); });
  t.ask("Broadcast", some, [](auto const& all) {
    seq<sonnx::tensor<index>> X;
    for (dims const& d : all) X.append(counted(d));
    return sonnx::Broadcast(X);
  });
  t.compare();
}

TEST(Sonnx202601Record, EveryAnswerIsOnRecord) {
  table t("sonnx@2026-01");
  const auto s3 = up_to<shape>(3);
  const auto pairs = times(s3, s3);
  const auto some = operands<shape>();
  const auto with = [&](index lo, index hi) { return times(some, numbers(lo, hi)); };
  t.ask("N2", singles(std::vector<index>{-2, -1, 0, 1, 2147483645, 2147483646, 2147483647}),
        [](index L) { return sonnx_2026_01::N2(L); });
  t.ask("X1", singles(s3), [](auto const& x) { return sonnx_2026_01::X1(x); });
  t.ask("X2", some, [](auto const& all) { return sonnx_2026_01::X2(all); });
  t.ask("X3", pairs,
        [](auto const& z, auto const& x) { return sonnx_2026_01::X3(counted(z), counted(x)); });
  const std::vector<list<shape>> others{{}, {{2}}, {{1, 2}, {3, 1}}, {{2}, {1, 1}, {0}}};
  t.ask("X4", times(s3, others),
        [](auto const& z, auto const& x) { return sonnx_2026_01::X4(z, x); });
  t.ask("X5", pairs, [](auto const& y, auto const& x) { return sonnx_2026_01::X5(y, x); });
  t.ask("X6", pairs, [](auto const& y, auto const& x) { return sonnx_2026_01::X6(y, x); });
  t.ask("X7", pairs, [](auto const& i, auto const& j) { return sonnx_2026_01::X7(i, j); });
  t.ask("X8", times(s3, others),
        [](auto const& z, auto const& y) { return sonnx_2026_01::X8(z, y); });
  t.ask("X8 as printed", times(sizes, sizes),
        [](index a, index b) { return sonnx_2026_01::X8_index_as_printed(a, b); });
  t.ask("X8 of an index", times(sizes, sizes),
        [](index a, index b) { return sonnx_2026_01::X8_index(a, b); });
  t.ask("X9", pairs, [](auto const& x, auto const& z) { return sonnx_2026_01::X9(counted(x), z); });
  t.ask("N3", with(0, 3), [](auto const& all, index n) { return sonnx_2026_01::N3(all, n); });
  t.ask("F1", some, [](auto const& all) { return sonnx_2026_01::nY(all); });
  t.ask("X10", pairs, [](auto const& y, auto const& x) { return sonnx_2026_01::X10(y, x); });
  t.ask("F2", times(s3, sizes), [](auto const& x, index n) { return sonnx_2026_01::dYm(x, n); });
  t.ask("F2 of an axis", times(times(s3, sizes), numbers(-1, 3)),
        [](auto const& x, index n, index i) { return sonnx_2026_01::dYm(x, n, i); });
  t.ask("F3", times(s3, sizes), [](auto const& i, index n) { return sonnx_2026_01::F3(i, n); });
  t.ask("Ym", times(s3, sizes),
        [](auto const& x, index n) { return sonnx_2026_01::Ym(counted(x), n); });
  t.ask("nZm", singles(sizes), [](index n) { return sonnx_2026_01::nZm(n); });
  t.ask("X11", times(times(sizes, sizes), sizes),
        [](index a, index b, index c) { return sonnx_2026_01::X11(a, b, c); });
  t.ask("dY", with(-1, 3), [](auto const& all, index i) { return sonnx_2026_01::dY(all, i); });
  t.ask("dZm", times(s3, numbers(-1, 3)),
        [](auto const& z, index i) { return sonnx_2026_01::dZm(z, i); });
  t.ask("f", times(times(sizes, sizes), sizes),
        [](index a, index b, index c) { return sonnx_2026_01::f(a, b, c); });
  t.ask("X12", times(times(sizes, sizes), sizes),
        [](index i, index y, index z) { return sonnx_2026_01::X12(i, y, z); });
  const auto small = sequences<shape>(few, 2);
  t.ask("F8", times(times(small, small), small),
        [](auto const& i, auto const& y, auto const& z) { return sonnx_2026_01::F8(i, y, z); });
  t.ask("Zm", pairs, [](auto const& y, auto const& z) { return sonnx_2026_01::Zm(counted(y), z); });
  t.ask("E1", times(with(0, 2), numbers(0, 2)),
        [](auto const& all, index m, index i) { return sonnx_2026_01::E1(all, m, i); });
  t.ask("X13", times(with(0, 2), numbers(0, 2)),
        [](auto const& all, index m, index i) { return sonnx_2026_01::X13(all, m, i); });
  t.ask("N4", singles(sizes), [](index L) { return sonnx_2026_01::N4(L); });
  t.ask("N4 as printed", singles(sizes), [](index L) { return sonnx_2026_01::N4_as_printed(L); });
  t.ask("N5", with(-1, 3), [](auto const& all, index L) { return sonnx_2026_01::N5(all, L); });
  t.ask("X15", pairs,
        [](auto const& z, auto const& x) { return sonnx_2026_01::X15(counted(z), counted(x)); });
  t.ask("Broadcast_sizes", some,
        [](auto const& all) { return sonnx_2026_01::Broadcast_sizes(all); });
  t.ask("Broadcast", pairs, [](auto const& a, auto const& b) {
    const auto [y, z] = sonnx_2026_01::Broadcast(counted(a), counted(b));
    return words(y, z);
  });
  t.compare();
}

TEST(ArrayApiRecord, EveryAnswerIsOnRecord) {
  table t("array_api");
  const auto s3 = up_to<shape>(3);
  const auto pairs = times(s3, s3);
  t.ask("X1", times(sizes, sizes), [](index a, index b) { return array_api::is_expansion(a, b); });
  t.ask("X2", pairs,
        [](auto const& a, auto const& at) { return array_api::element(counted(a), at); });
  t.ask("X3", pairs,
        [](auto const& a, auto const& to) { return array_api::repeat(counted(a), to); });
  t.ask("X4", times(s3, sizes), [](auto const& a, index n) { return array_api::promote(a, n); });
  t.ask("X5", pairs, [](auto const& a, auto const& b) { return array_api::broadcast(a, b); });
  t.ask("X6", pairs, [](auto const& a, auto const& b) { return array_api::only_prepended(a, b); });
  t.ask("I2", pairs, [](auto const& a, auto const& b) { return array_api::in_place(a, b); });
  t.compare();
}

TEST(ArrayApi202512Record, EveryAnswerIsOnRecord) {
  table t("array_api@2025.12");
  using size = std::optional<index>;
  using some = list<size>;
  const auto s2 = sequences<some>(std::vector<size>{0, 1, 2, 3, std::nullopt}, 2);
  const auto small = sequences<some>(std::vector<size>{0, 1, 2, std::nullopt}, 2);
  std::vector<std::tuple<list<some>>> arguments{list<some>{}};
  for (some const& a : s2) arguments.emplace_back(list<some>{a});
  for (auto const& [a, b] : times(s2, s2)) arguments.emplace_back(list<some>{a, b});
  for (auto const& [a, b, c] : times(times(small, small), small)) {
    arguments.emplace_back(list<some>{a, b, c});
  }
  t.ask("broadcast_shapes", arguments,
        [](auto const& all) { return array_api_2025_12::broadcast_shapes(all); });
  t.ask("broadcast_pairs", arguments,
        [](auto const& all) { return array_api_2025_12::broadcast_pairs(all); });
  t.ask("X6", times(arguments, sequences<shape>(few, 2)), [](auto const& all, auto const& result) {
    return array_api_2025_12::propagated(all, result);
  });
  t.ask("known", singles(s2), [](auto const& s) { return array_api_2025_12::known(s); });
  t.compare();
}

TEST(XlaRecord, EveryAnswerIsOnRecord) {
  table t("xla");
  const auto s3 = up_to<shape>(3);
  const auto pairs = times(s3, s3);
  const auto tuples = sequences<shape>(numbers(-1, 3), 3);
  const auto s2 = sequences<shape>(numbers(0, 3), 2);
  const auto of_two = sequences<shape>(numbers(1, 2), 3);
  const auto told = [](xla::broadcast<index> const& b) {
    return words(b.lhs.size, b.lhs.intermediate, b.lhs.dimension, b.rhs.size, b.rhs.intermediate,
                 b.rhs.dimension, b.result, xla::are_compatible(b));
  };
  t.ask("X2", times(sizes, s3), [](index n, auto const& m) { return xla::matches_some(n, m); });
  t.ask("X3", pairs, [](auto const& a, auto const& b) { return xla::requires_dimensions(a, b); });
  t.ask("X4", singles(s3), [](auto const& a) { return xla::is_scalar(a); });
  t.ask("X5", times(tuples, numbers(-1, 3)),
        [](auto const& d, index k) { return xla::matched_with(d, k); });
  t.ask("X6", times(sizes, sizes), [](index a, index b) { return xla::matches(a, b); });
  t.ask("X6 as printed", times(sizes, sizes),
        [](index a, index b) { return xla::matches_as_printed(a, b); });
  t.ask("X7", times(tuples, sizes), [](auto const& d, index i) { return xla::is_repeated(d, i); });
  t.ask("X8", times(s2, tuples),
        [](auto const& a, auto const& d) { return xla::one_for_each(a, d); });
  t.ask("X9", times(times(s2, tuples), numbers(-1, 2)),
        [](auto const& a, auto const& d, index k) { return xla::to_match(a, d, k); });
  t.ask("X9 twice", times(sizes, tuples),
        [](index rank, auto const& d) { return xla::matched_twice(rank, d); });
  t.ask("X10", singles(tuples), [](auto const& d) { return xla::strictly_increasing(d); });
  t.ask("X11", times(sizes, sizes), [](index a, index b) { return xla::compatible(a, b); });
  t.ask("X12", pairs, [](auto const& a, auto const& b) { return xla::degenerate(a, b); });
  t.ask("X14", pairs,
        [&](auto const& a, auto const& b) { return told(xla::binary<index>(a, b, std::nullopt)); });
  t.ask("X14 with a tuple", times(times(of_two, of_two), tuples),
        [&](auto const& a, auto const& b, auto const& d) {
          return told(xla::binary<index>(a, b, d));
        });
  t.ask("X14 with sizes of 0 and 3", times(times(s2, s2), sequences<shape>(numbers(0, 1), 2)),
        [&](auto const& a, auto const& b, auto const& d) {
          return told(xla::binary<index>(a, b, d));
        });
  t.ask("X15", times(times(of_two, of_two), tuples),
        [](auto const& a, auto const& b, auto const& d) { return xla::InDim(a, b, d); });
  t.ask("X16", times(times(s2, s2), numbers(-1, 2)), [](auto const& a, auto const& b, index i) {
    return xla::of_the_right_hand_side(xla::binary<index>(a, b, std::nullopt), i);
  });
  t.ask("X1", times(times(of_two, of_two), tuples),
        [](auto const& a, auto const& b, auto const& d) {
          const auto z = xla::binary<index>(a, b, d);
          return words(xla::values(counted(a), z.lhs, z.result),
                       xla::values(counted(b), z.rhs, z.result));
        });
  t.compare();
}

using size = mlir::dim<index>;
using some = mlir::dims<index>;
using type = mlir::type<index>;
using operation = mlir::operation<index>;

/// Types, as the text that tells of them, with the tensors that come first.
struct typed {
  std::string text;
  type is;
};

std::vector<typed> types(std::vector<some> const& shapes) {
  std::vector<typed> all;
  for (some const& s : shapes) all.push_back({words(s), {s}});
  all.push_back({"*", {std::nullopt}});
  return all;
}

TEST(MlirRecord, EveryAnswerIsOnRecord) {
  table t("mlir");
  const std::vector<size> known{0, 1, 2, 3, size{}};
  const auto shapes = sequences<some>(known, 2);
  const auto pairs = times(shapes, shapes);
  t.ask("IsDynamic", singles(known), [](size d) { return mlir::IsDynamic(d); });
  t.ask("IsStatic", singles(known), [](size d) { return mlir::IsStatic(d); });
  t.ask("N1", times(known, std::vector<std::string>{"?", "1", ">1", "0", "d"}),
        [](size d, std::string const& category) { return mlir::N1(d, category); });
  t.ask("I1", times(sizes, sizes), [](index a, index b) { return mlir::I1(a, b); });
  t.ask("I2", singles(sizes), [](index a) { return mlir::I2(a); });
  t.ask("I3", times(sizes, sizes), [](index a, index b) { return mlir::I3(a, b); });
  t.ask("I5", singles(sizes), [](index a) { return mlir::I5(a); });
  t.ask("I6", times(sizes, sizes), [](index a, index b) { return mlir::I6(a, b); });
  t.ask("A1", times(known, known), [](size a, size b) { return mlir::InferDim(a, b); });
  t.ask("A2", times(shapes, numbers(0, 3)), [](some s, index rank) {
    mlir::ExpandRank(s, rank);
    return s;
  });
  t.ask("A3 as printed", pairs, [](some a, some b) {
    const some result = mlir::InferShape_as_printed(a, b);
    return words(result, a, b);
  });
  t.ask("A3", pairs, [](some const& a, some const& b) { return mlir::InferShape(a, b); });
  t.ask("V1", times(known, known), [](size a, size b) { return mlir::is_OK(a, b); });
  t.ask("X9", pairs, [](some const& a, some const& b) { return mlir::X9(a, b); });
  t.ask("X10", times(sizes, sizes), [](index a, index b) { return mlir::X10(a, b); });
  t.ask("X12", times(known, known), [](size a, size b) { return mlir::X12(a, b); });

  // Operations of none to three operands and none to two results, of all kinds.
  row asked("mlir.operations");
  const auto ask = [&](std::string const& question, operation const& op) {
    const auto one = [&](char const* name, auto f) {
      asked.add(question + ' ' + name, answer_of([&] { return f(op); }));
    };
    one("X1", [](operation const& o) { return mlir::X1(o); });
    one("X2", [](operation const& o) { return mlir::X2(o); });
    one("X3", [](operation const& o) { return mlir::X3(o); });
    one("X4", [](operation const& o) { return mlir::X4(o); });
    one("X5", [](operation const& o) { return mlir::X5(o); });
    one("X6", [](operation const& o) { return mlir::X6(o); });
    one("A4", [](operation const& o) { return mlir::InferResultShape(o); });
    one("A5", [](operation const& o) { mlir::Verify(o); });
    one("X7", [](operation const& o) { return mlir::X7(o); });
    one("X11", [](operation const& o) {
      std::string text;
      const operation bare = mlir::X11(o);
      for (type const& each : bare.operands) text += "[" + std::string(each.element) + "]";
      for (type const& each : bare.results) text += "[" + std::string(each.element) + "]";
      return text;
    });
  };
  const auto wide = types(shapes);
  const auto narrow = types(sequences<some>(std::vector<size>{1, 2, size{}}, 1));
  const auto name = [](auto const&... each) { return ((each.text + ' ') + ...); };
  for (typed const& a : wide) {
    ask(name(a), {{a.is}, {}});
    ask("-> " + name(a), {{}, {a.is}});
    for (typed const& r : wide) ask(name(a) + "-> " + name(r), {{a.is}, {r.is}});
  }
  const auto middle = types(sequences<some>(std::vector<size>{0, 1, 2, size{}}, 2));
  for (typed const& a : middle) {
    for (typed const& b : middle) {
      for (typed const& r : middle) ask(name(a, b) + "-> " + name(r), {{a.is, b.is}, {r.is}});
    }
  }
  for (typed const& a : narrow) {
    for (typed const& b : narrow) {
      for (typed const& c : narrow) {
        for (typed const& r : narrow) {
          ask(name(a, b, c) + "-> " + name(r), {{a.is, b.is, c.is}, {r.is}});
        }
      }
    }
  }
  using mlir::kind;
  for (kind a : {kind::tensor, kind::vector, kind::other}) {
    for (kind b : {kind::tensor, kind::vector, kind::other}) {
      for (kind r : {kind::tensor, kind::vector, kind::other}) {
        const std::string text =
            words(static_cast<int>(a), static_cast<int>(b), static_cast<int>(r));
        const type x{some{2}, a, "f32"}, y{some{2}, b}, z{some{2}, r, "i1"};
        ask(text, {{x, y}, {z}});
        ask("two results " + text, {{x, y}, {z, z}});
      }
    }
  }
  t.add(asked);
  row ranks("mlir.X8");
  for (typed const& r : wide) {
    for (typed const& i : wide) {
      ranks.add(name(r, i), answer_of([&] { return mlir::X8(r.is, i.is.shape); }));
    }
  }
  t.add(ranks);
  t.compare();
}

using items = nested::value<index>;

void tell(std::string& out, items const& x) {
  if (x.items.empty()) {
    out += std::to_string(x.element) + ' ';
    return;
  }
  out += '[';
  for (items const& each : x.items) tell(out, each);
  out += ']';
}

items counted(std::vector<index> const& s, index& next) {
  if (s.empty()) return {++next, {}};
  items x;
  for (index k = 0; k < s.front(); ++k) x.items.push_back(counted(nested::inside(s), next));
  return x;
}

TEST(BcastRecord, EveryAnswerOfNestedListsIsOnRecord) {
  table t("nested");
  const auto s3 = up_to<shape>(3);
  const auto plain = [](shape const& s) { return std::vector<index>(s.begin(), s.end()); };
  const auto shown = [](std::vector<index> const& s) { return words(shape(s)); };
  t.ask("join", times(s3, s3),
        [&](shape const& a, shape const& b) { return shown(nested::join(plain(a), plain(b))); });
  t.ask("stretch", times(s3, s3), [&](shape const& a, shape const& b) {
    index next = 0;
    std::string text;
    const std::vector<index> s = plain(a);
    tell(text, nested::stretch(counted(s, next), s.size(), plain(b)));
    return text;
  });
  t.compare();
}

}  // namespace
}  // namespace texts_record_test
