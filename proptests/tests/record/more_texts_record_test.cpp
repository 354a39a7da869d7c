// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "bcast/reference/chlo.hpp"
#include "bcast/reference/gufunc.hpp"
#include "bcast/reference/numpy_guide.hpp"
#include "bcast/reference/onnx.hpp"
#include "bcast/reference/stablehlo.hpp"
#include "bcast/reference/tosa.hpp"
#include "bcast/reference/webnn.hpp"
#include "tests/record/record.hpp"

/// What the transcriptions of the other documents answer.
namespace more_texts_record_test {
namespace {

namespace chlo = bcast::reference::chlo;
namespace gufunc = bcast::reference::gufunc;
namespace numpy_guide = bcast::reference::numpy_guide;
namespace onnx = bcast::reference::onnx;
namespace stablehlo = bcast::reference::stablehlo;
namespace tosa = bcast::reference::tosa;
namespace webnn = bcast::reference::webnn;
using namespace record;
using bcast::reference::index;  // and not the one of <strings.h>
using bcast::reference::shape_rule;

using shape = list<index>;
using shapes = list<shape>;

const auto sizes = numbers(0, 3);
const auto s3 = sequences<shape>(sizes, 3);
const auto s2 = sequences<shape>(sizes, 2);
const auto pairs = times(s3, s3);
const auto positive = sequences<shape>(numbers(1, 4), 3);
const auto tuples = sequences<shape>(numbers(-1, 3), 3);
/// Positions that are also beyond the smaller shapes.
const auto places = sequences<shape>(numbers(-1, 2), 3);

/// Up to three shapes; where there are three, of rank 2 at most.
std::vector<std::tuple<shapes>> operands() {
  std::vector<std::tuple<shapes>> some{shapes{}};
  for (shape const& a : s3) some.emplace_back(shapes{a});
  for (auto const& [a, b] : pairs) some.emplace_back(shapes{a, b});
  for (auto const& [a, b, c] : times(times(s2, s2), s2)) some.emplace_back(shapes{a, b, c});
  return some;
}

template <std::size_t N>
void ask_rules(table& t, std::array<shape_rule, N> const& rules) {
  for (shape_rule const& rule : rules) {
    t.ask("rule " + std::string(rule.name), operands(),
          [&](shapes const& all) { return rule.result(all); });
    if (!rule.along) continue;
    t.ask("rule along " + std::string(rule.name), times(times(s2, s2), tuples),
          [&](shape const& a, shape const& b, shape const& d) {
            return rule.along(shapes{a, b}, d);
          });
  }
}

TEST(OnnxRecord, EveryAnswerIsOnRecord) {
  table t("onnx");
  const auto some = operands();
  t.ask("X1", some, [](shapes const& all) { return onnx::X1(all); });
  t.ask("X2", some, [](shapes const& all) { return onnx::X2(all); });
  t.ask("X3", some, [](shapes const& all) { return onnx::X3(all); });
  t.ask("same_rank", some, [](shapes const& all) { return onnx::same_rank(all); });
  t.ask("X4", times(some, numbers(0, 2)),
        [](shapes const& all, index i) { return onnx::X4(all, i); });
  t.ask("X5", some, [](shapes const& all) { return onnx::X5(all); });
  t.ask("X5 as printed", some, [](shapes const& all) { return onnx::X5_as_printed(all); });
  const std::vector<std::string> operators{
      "",     "Add",   "And",    "Div",  "Equal", "Greater", "Less",  "Max",     "Mean",
      "Min",  "Mul",   "Or",     "Pow",  "Sub",   "Sum",     "Where", "Xor",     "Not",
      "Gemm", "PRelu", "MatMul", "Clip", "add",   "gemm",    "Mod",   "BitShift"};
  t.ask("X7", singles(operators), [](std::string const& op) { return onnx::X7(op); });
  t.ask("X13", singles(operators), [](std::string const& op) { return onnx::X13(op); });
  t.ask("X8", pairs, [](shape const& a, shape const& b) { return onnx::X8(a, b); });
  t.ask("X9", pairs, [](shape const& a, shape const& b) { return onnx::X9(a, b); });
  t.ask("X10", times(pairs, sizes),
        [](shape const& a, shape const& b, index i) { return onnx::X10(a, b, i); });
  t.ask("X11", pairs, [](shape const& a, shape const& b) { return onnx::X11(a, b); });
  t.ask("X12", singles(s3), [](shape const& a) { return onnx::X12(a); });
  t.ask("X12 as printed", pairs,
        [](shape const& a, shape const& b) { return onnx::X12_as_printed(a, b); });
  ask_rules(t, onnx::shape_rules);
  t.compare();
}

TEST(WebnnRecord, EveryAnswerIsOnRecord) {
  table t("webnn");
  const auto by_block = times(positive, positive);
  t.ask("X1", pairs, [](shape const& a, shape const& b) { return webnn::X1(a, b); });
  t.ask("X2", singles(s3), [](shape const& a) { return webnn::X2(a); });
  t.ask("X3", times(pairs, sizes),
        [](shape const& a, shape const& b, index i) { return webnn::X3(a, b, i); });
  t.ask("X4", times(times(s2, s2), s2),
        [](shape const& a, shape const& b, shape const& z) { return webnn::X4(a, b, z); });
  t.ask("X5", singles(s3), [](shape const& a) { return webnn::X5(a); });
  t.ask("X6", pairs, [](shape const& a, shape const& b) { return webnn::X6(a, b); });
  t.ask("expect_positive", singles(s3), [](shape const& a) { webnn::expect_positive(a); });
  t.ask("X7", pairs, [](shape const& a, shape const& b) { return webnn::X7(a, b); });
  t.ask("X8", pairs, [](shape const& a, shape const& b) { return webnn::X8(a, b); });
  t.ask("N3", by_block, [](shape const& a, shape const& b) { return webnn::blockwise(a, b); });
  t.ask("N3 as printed", by_block,
        [](shape const& a, shape const& b) { return webnn::blockwise_as_printed(a, b); });
  t.ask("X9", by_block, [](shape const& a, shape const& b) { return webnn::X9(a, b); });
  ask_rules(t, webnn::shape_rules);
  t.compare();
}

TEST(TosaRecord, EveryAnswerIsOnRecord) {
  table t("tosa");
  t.ask("rank", singles(s3), [](shape const& a) { return tosa::rank(a); });
  t.ask("X1", singles(numbers(-2, 2)), [](index rank) { return tosa::X1(rank); });
  t.ask("N2", times(s3, numbers(-1, 3)), [](shape const& a, index i) { return tosa::N2(a, i); });
  t.ask("X2", singles(s3), [](shape const& a) { return tosa::X2(a); });
  t.ask("expect_positive", singles(s3), [](shape const& a) { tosa::expect_positive(a); });
  t.ask("X3",
        singles(sequences<list<std::optional<index>>>(
            std::vector<std::optional<index>>{std::nullopt, 0, 1}, 3)),
        [](list<std::optional<index>> const& a) { return tosa::X3(a); });
  t.ask("X4", times(sizes, sizes), [](index a, index b) { return tosa::X4(a, b); });
  t.ask("X5", pairs, [](shape const& a, shape const& b) { return tosa::X5(a, b); });
  t.ask("X6", times(s3, numbers(-1, 4)), [](shape const& a, index i) { return tosa::X6(a, i); });
  t.ask("A1", pairs, [](shape const& a, shape const& b) { return tosa::broadcast_shape(a, b); });
  t.ask("N3", times(s3, places), [](shape const& a, shape const& p) { return tosa::N3(a, p); });
  t.ask("X8", times(s3, places), [](shape const& a, shape const& p) { return tosa::X8(a, p); });
  const auto small = sequences<shape>(numbers(1, 3), 2);
  t.ask("A8", times(times(small, small), places),
        [](shape const& z, shape const& a, shape const& p) {
          return tosa::apply_broadcast(z, a, p);
        });
  t.ask("X7", times(times(small, small), places),
        [](shape const& z, shape const& a, shape const& p) { return tosa::X7(z, a, p); });
  for (bool broadcast : {false, true}) {
    const std::string with = broadcast ? " with allow_broadcast" : "";
    t.ask("A16" + with, pairs,
          [&](shape const& a, shape const& b) { tosa::assert_equal_shape(a, b, broadcast); });
    t.ask("A16 as printed" + with, pairs, [&](shape const& a, shape const& b) {
      tosa::assert_equal_shape_as_printed(a, b, broadcast);
    });
  }
  ask_rules(t, tosa::shape_rules);
  t.compare();
}

TEST(ChloRecord, EveryAnswerIsOnRecord) {
  table t("chlo");
  const auto some = operands();
  const auto lots = times(times(s2, s2), tuples);
  t.ask("X1", times(times(sizes, sizes), sizes),
        [](index a, index b, index axis) { return chlo::degenerate(a, b, axis); });
  t.ask("X1 as printed", times(times(sizes, sizes), sizes),
        [](index a, index b, index axis) { return chlo::degenerate_as_printed(a, b, axis); });
  t.ask("X2", times(times(s2, s2), s2),
        [](shape const& a, shape const& b, shape const& z) { return chlo::same_shaped(a, b, z); });
  t.ask("X3", times(times(tuples, numbers(0, 4)), numbers(0, 4)),
        [](shape const& d, index l, index h) { return chlo::as_on_the_page(d, l, h); });
  t.ask("X4", times(s3, sizes), [](shape const& a, index n) { return chlo::padded(a, n); });
  t.ask("N1", pairs, [](shape const& a, shape const& b) { return chlo::binary(a, b, {}); });
  const auto three = sequences<shape>(numbers(1, 2), 3);
  t.ask(
      "N1 with entries", times(times(three, three), tuples),
      [](shape const& a, shape const& b, shape const& d) { return chlo::binary<index>(a, b, d); });
  t.ask("X5", pairs, [](shape const& a, shape const& b) { return chlo::logical(a, b, {}); });
  t.ask("X5 with entries", lots, [](shape const& a, shape const& b, shape const& d) {
    return chlo::logical<index>(a, b, d);
  });
  t.ask("N2", pairs, [](shape const& a, shape const& b) { return chlo::compare(a, b, {}); });
  t.ask("N2 with entries", lots, [](shape const& a, shape const& b, shape const& d) {
    return chlo::compare<index>(a, b, d);
  });
  t.ask("X6", times(times(s2, s2), s2),
        [](shape const& a, shape const& b, shape const& c) { return chlo::select(a, b, c); });
  ask_rules(t, chlo::shape_rules);
  t.compare();
}

TEST(NumpyGuideRecord, EveryAnswerIsOnRecord) {
  table t("numpy_guide");
  const auto some = operands();
  t.ask("X1", pairs, [](shape const& a, shape const& b) { return numpy_guide::X1(a, b); });
  t.ask("X2", singles(s3), [](shape const& a) { return numpy_guide::X2(a); });
  t.ask("X3", pairs, [](shape const& a, shape const& b) { return numpy_guide::X3(a, b); });
  t.ask("X4", pairs, [](shape const& a, shape const& b) { return numpy_guide::X4(a, b); });
  t.ask("X6", pairs, [](shape const& a, shape const& b) { numpy_guide::X6(a, b); });
  t.ask("X7", times(sizes, sizes), [](index a, index b) { return numpy_guide::X7(a, b); });
  t.ask("E1", times(times(sizes, sizes), sizes),
        [](index a, index b, index i) { numpy_guide::E1(a, b, i); });
  t.ask("X8", pairs, [](shape const& a, shape const& b) { return numpy_guide::X8(a, b); });
  t.ask("X9", times(sizes, sizes), [](index a, index b) { return numpy_guide::X9(a, b); });
  t.ask("X9 as printed", times(sizes, sizes),
        [](index a, index b) { return numpy_guide::X9_as_printed(a, b); });
  t.ask("X10", times(s3, numbers(0, 4)),
        [](shape const& a, index i) { return numpy_guide::X10(a, i); });
  t.ask("X11", times(sizes, sizes), [](index a, index b) { return numpy_guide::X11(a, b); });
  t.ask("X12", times(sizes, sizes), [](index a, index b) { return numpy_guide::X12(a, b); });
  t.ask("as printed", pairs,
        [](shape const& a, shape const& b) { return numpy_guide::broadcast_as_printed(a, b); });
  t.ask("X13", some, [](shapes const& all) { return numpy_guide::X13(all); });
  t.ask("X14", times(s3, places),
        [](shape const& a, shape const& p) { return numpy_guide::X14(a, p); });
  t.ask("X15", times(sizes, sizes), [](index a, index b) { return numpy_guide::X15(a, b); });
  ask_rules(t, numpy_guide::shape_rules);
  t.compare();
}

TEST(StablehloRecord, EveryAnswerIsOnRecord) {
  table t("stablehlo");
  using operation = stablehlo::operation<index>;
  using dynamic = stablehlo::dynamic_operation<index>;
  const auto small = sequences<shape>(numbers(0, 2), 2);
  const auto wide = sequences<shape>(numbers(-1, 2), 2);
  const auto some = times(times(s2, wide), s3);
  t.ask("is_unique", singles(tuples), [](shape const& d) { return stablehlo::is_unique(d); });
  t.ask("in_range", times(tuples, numbers(0, 4)),
        [](shape const& d, index rank) { return stablehlo::in_range(d, rank); });
  t.ask("X2", some, [](shape const& a, shape const& d, shape const& z) {
    return stablehlo::dynamic_broadcast_in_dim(dynamic{{a, d, z}, z});
  });
  const auto one = [&](char const* name, auto f) {
    t.ask(name, times(times(small, wide), small),
          [&](shape const& a, shape const& d, shape const& z) {
            f(operation{a, d, z});
          });
  };
  one("I1", [](operation const& o) { stablehlo::I1(o); });
  one("I2", [](operation const& o) { stablehlo::I2(o); });
  one("N1", [](operation const& o) { stablehlo::N1(o); });
  one("C2", [](operation const& o) { stablehlo::C2(o); });
  one("C3", [](operation const& o) { stablehlo::C3(o); });
  one("C4", [](operation const& o) { stablehlo::C4(o); });
  one("C5", [](operation const& o) { stablehlo::C5(o); });
  t.ask("F1", times(small, numbers(-1, 2)), [](shape const& a, index d) {
    return stablehlo::F1(operation{a, {}, {}}, d);
  });
  t.ask("F2", times(times(wide, small), numbers(-1, 2)),
        [](shape const& d, shape const& at, index k) {
          return stablehlo::F2(operation{{}, d, {}}, at, k);
        });
  t.ask("operand_index", times(times(times(small, wide), small), numbers(0, 1)),
        [](shape const& a, shape const& d, shape const& at, index k) {
          return stablehlo::operand_index(operation{a, d, {}}, at, k);
        });
  t.ask("X1", times(times(small, wide), s2), [](shape const& a, shape const& d, shape const& z) {
    stablehlo::broadcast_in_dim(operation{a, d, z});
    index next = 0;
    const bcast::reference::basic_tensor<index, index, 0> X(a, [&](auto const&) { return ++next; });
    return stablehlo::values(X, d, z);
  });
  const auto axes = sequences<shape>(numbers(-1, 2), 1);
  const auto operations = times(times(times(axes, axes), s2), s2);
  const auto dynamically = [&](char const* name, auto f) {
    t.ask(name, operations,
          [&](shape const& grow, shape const& keep, shape const& a, shape const& z) {
            return f(dynamic{{a, stablehlo::last_axes(a, z), z}, z, grow, keep});
          });
  };
  dynamically("expect_known", [](dynamic const& o) { stablehlo::expect_known(o); });
  dynamically("I3", [](dynamic const& o) { stablehlo::I3(o); });
  dynamically("I5", [](dynamic const& o) { stablehlo::I5(o); });
  dynamically("I6", [](dynamic const& o) { stablehlo::I6(o); });
  dynamically("I7", [](dynamic const& o) { stablehlo::I7(o); });
  dynamically("I7 as printed", [](dynamic const& o) { stablehlo::I7_as_printed(o); });
  dynamically("N2", [](dynamic const& o) { stablehlo::N2(o); });
  dynamically("C8", [](dynamic const& o) { stablehlo::C8(o); });
  dynamically("C9", [](dynamic const& o) { stablehlo::C9(o); });
  dynamically("C10", [](dynamic const& o) { stablehlo::C10(o); });
  dynamically("C11", [](dynamic const& o) { stablehlo::C11(o); });
  dynamically("C14", [](dynamic const& o) { stablehlo::C14(o); });
  dynamically("C15", [](dynamic const& o) { stablehlo::C15(o); });
  dynamically("C16", [](dynamic const& o) { stablehlo::C16(o); });
  dynamically("constraints", [](dynamic const& o) { stablehlo::constraints(o); });
  dynamically("X4", [](dynamic const& o) {
    return words(stablehlo::possibly_expanding(o, 0), stablehlo::possibly_expanding(o, 1));
  });
  const auto output = [&](char const* name, auto f) {
    t.ask(name, times(s2, s2), [&](shape const& z, shape const& given) {
      f(dynamic{{z, stablehlo::last_axes(z, z), z}, given});
    });
  };
  output("I4", [](dynamic const& o) { stablehlo::I4(o); });
  output("C13", [](dynamic const& o) { stablehlo::C13(o); });
  output("expect_output", [](dynamic const& o) { stablehlo::expect_output(o); });
  output("constraints of the output", [](dynamic const& o) { stablehlo::constraints(o); });
  const std::vector<std::optional<index>> maybe{std::nullopt, 0, 1, 2};
  t.ask("X5", times(maybe, maybe), [](auto const& d, auto const& e) {
    const auto same = stablehlo::verified<index>(d, e);
    return same ? *same ? "yes" : "no" : "unknown";
  });
  t.ask("last_axes", times(s3, s3),
        [](shape const& a, shape const& z) { return stablehlo::last_axes(a, z); });

  // Types with and without a quantisation, and quantisations that differ in one place.
  const std::vector<stablehlo::element_type> types{{"f32"},
                                                   {"i8"},
                                                   {"f32", {{0, {1.0}, {0}}}},
                                                   {"i8", {{0, {1.0}, {0}}}},
                                                   {"i8", {{0, {1.0, 2.0}, {0, 1}}}},
                                                   {"i8", {{1, {1.0}, {0}}}}};
  row kinds("stablehlo.C1"), quantised("stablehlo.C6");
  for (std::size_t m = 0; m < types.size(); ++m) {
    for (std::size_t n = 0; n < types.size(); ++n) {
      kinds.add(words(m, n), answer_of([&] { return stablehlo::C1(types[m], types[n]); }));
      kinds.add(words("C7", m, n), answer_of([&] { return stablehlo::C7(types[m], types[n]); }));
    }
  }
  using stablehlo::quantization;
  const std::vector<quantization> some_quantised{{0, {1.0}, {0}},
                                                 {1, {1.0}, {0}},
                                                 {0, {1.0, 1.0}, {0, 0}},
                                                 {1, {1.0, 1.0}, {0, 0}},
                                                 {1, {1.0, 2.0}, {0, 0}},
                                                 {1, {1.0, 1.0}, {0, 3}},
                                                 {1, {1.0, 2.0}, {0, 3}},
                                                 {1, {2.0, 1.0}, {0, 0}},
                                                 {1, {1.0, 1.0}, {3, 0}},
                                                 {0, {1.0, 2.0}, {0, 3}},
                                                 {1, {3.0, 1.0, 1.0}, {0, 0, 0}}};
  for (auto const& [a, d, z] : times(times(small, axes), s2)) {
    for (std::size_t m = 0; m < some_quantised.size(); ++m) {
      for (std::size_t n = 0; n < some_quantised.size(); ++n) {
        const operation o{a, d, z};
        quantised.add(words(a, d, z, m, n), answer_of([&] {
                        return stablehlo::C6(o, some_quantised[m], some_quantised[n]);
                      }));
        quantised.add(words("C12", a, d, z, m, n), answer_of([&] {
                        return stablehlo::C12(dynamic{o, z}, some_quantised[m], some_quantised[n]);
                      }));
      }
    }
  }
  t.add(kinds);
  t.add(quantised);
  ask_rules(t, stablehlo::shape_rules);
  t.compare();
}

TEST(GufuncRecord, EveryAnswerIsOnRecord) {
  table t("gufunc");
  using gufunc::argument;
  const std::vector<std::string> texts{
      "",
      "->",
      "()",
      "()->",
      "->()",
      "(),()->()",
      "(i)->()",
      "(i)->(i)",
      "(i),(i)->()",
      "(i),(j)->(i,j)",
      "(m,n),(n,p)->(m,p)",
      "(m?,n),(n,p?)->(m?,p?)",
      "(m?,n),(n,p?)->(m,p)",
      "(m?,n?)->(n?)",
      "(n,m?)->(m?)",
      "(n?),(n?)->(n?)",
      "(3)->(3)",
      "(3),(n)->(3,n)",
      "(3?)->(3?)",
      "(m,3?),(3?)->(m)",
      "(12)->()",
      "(n)->(m)",
      "(n)->(n,m)",
      "(n),(n)->(),(n)",
      "()->(2)",
      " ( i , j ) -> ( ) ",
      "(\ti)\n->()",
      "(i,)->()",
      "(,i)->()",
      "(i j)->()",
      "(i),->()",
      "(i)(j)->()",
      "(i->()",
      "i->()",
      "(i)->()x",
      "(i)->",
      "(i)=>()",
      "(i)->()->()",
      "(?)->()",
      "(i?"
      "?)->()",
      "(1a)->()",
      "(a1)->(a1)",
      "(_)->(_)",
      "(A)->(Z)",
      "(i-1)->()",
      "(é)->()",
      "(i),(i?)->()",
  };
  const auto told = [](gufunc::signature const& s) { return words(s.inputs, "->", s.outputs); };
  t.ask("N1", singles(texts), [&](std::string const& text) { return told(gufunc::N1(text)); });
  t.ask("X14", singles(texts), [](std::string const& text) { return gufunc::X14(text); });
  t.ask("N5", singles(texts), [](std::string const& text) { return gufunc::N5(gufunc::N1(text)); });
  t.ask("X11", singles(texts),
        [](std::string const& text) { return gufunc::X11(gufunc::N1(text)); });
  t.ask("arguments_of", singles(texts),
        [](std::string const& text) { return gufunc::arguments_of(gufunc::N1(text)); });
  t.ask("F1", singles(texts), [&](std::string const& text) {
    gufunc::reader in{text};
    return told(gufunc::F1(in));
  });
  t.ask("F4", singles(texts), [&](std::string const& text) {
    gufunc::reader in{text};
    const auto some = gufunc::F4(in);
    return words(some, in.at);
  });
  const std::vector<std::string> names{"",
                                       "n",
                                       "n?",
                                       "?",
                                       "n?"
                                       "?",
                                       "3",
                                       "03",
                                       "12",
                                       "-1",
                                       "3a",
                                       "3?"};
  t.ask("X15", singles(names), [](std::string const& name) { return gufunc::X15(name); });
  t.ask("bare", singles(names), [](std::string const& name) { return gufunc::bare(name); });
  const auto lists = sequences<argument>(std::vector<std::string>{"m", "n?", "3"}, 3);
  t.ask("X10", singles(lists), [](argument const& all) { return gufunc::X10(all); });
  t.ask("optional_names", singles(lists),
        [](argument const& all) { return gufunc::optional_names(all); });
  t.ask("core_of", times(lists, std::vector<argument>{{}, {"n"}, {"m"}, {"3", "n"}}),
        [](argument const& all, argument const& absent) { return gufunc::core_of(all, absent); });
  t.ask("lacking", times(lists, s3),
        [](argument const& all, shape const& a) { return gufunc::lacking(all, a); });
  t.ask("lacking as printed", times(lists, s3),
        [](argument const& all, shape const& a) { return gufunc::lacking_as_printed(all, a); });
  t.ask("N2", times(s3, numbers(0, 4)), [](shape const& a, index n) { return gufunc::N2(a, n); });
  t.ask("X3", times(std::vector<argument>{{}, {"a"}, {"a", "b"}}, s3),
        [](argument const& core, shape const& a) { return gufunc::X3(core, a); });
  t.ask("N3", times(std::vector<argument>{{}, {"a"}, {"a", "b"}}, s3),
        [](argument const& core, shape const& a) { return gufunc::N3(core, a); });
  t.ask("X4", times(std::vector<argument>{{}, {"a"}, {"a", "b"}}, s3),
        [](argument const& core, shape const& a) { return gufunc::X4(core, a); });
  t.ask("X1", pairs, [](shape const& a, shape const& b) { return gufunc::X1(a, b); });
  t.ask("X2", pairs, [](shape const& a, shape const& b) { return gufunc::X2(a, b); });
  t.ask("X6", operands(), [](shapes const& all) { return gufunc::X6(all); });
  t.ask("X7", times(s2, s2), [](shape const& a, shape const& b) { return gufunc::X7(a, b); });
  t.ask("N4", times(sizes, sizes), [](index a, index b) { return gufunc::N4(a, b); });
  t.ask("X12", times(sizes, sizes), [](index a, index b) { return gufunc::X12(a, b); });
  t.ask("X13", times(sizes, sizes), [](index a, index b) { return gufunc::X13(a, b); });
  t.ask("matmul", pairs, [](shape const& a, shape const& b) { return gufunc::matmul(a, b); });
  t.ask("matmul as printed", pairs,
        [](shape const& a, shape const& b) { return gufunc::matmul_as_printed(a, b); });
  // Of a signature with three sizes, known and not, and what a function makes of them.
  const auto known = sequences<shape>(numbers(-1, 1), 2);
  t.ask("X20", times(known, known),
        [](shape const& given, shape const& returned) { return gufunc::X20(given, returned); });
  const auto small = sequences<shape>(numbers(1, 3), 2);
  for (std::string const& text : texts) {
    std::optional<gufunc::signature> s;
    try {
      s = gufunc::N1(text);
    } catch (bcast::reference::violation const&) {
      continue;
    }
    const auto applied = [&](shapes const& in, shapes const& out) {
      return gufunc::applied(*s, in, out);
    };
    const auto hooked = [&](shapes const& in, auto change) { return gufunc::X17(*s, in, change); };
    const auto ignored = [&](shapes const& in, shapes const& out) {
      return words(gufunc::X16(*s, in, out), gufunc::X16_as_printed(*s, in, out));
    };
    row answers("gufunc.applied " + std::to_string(&text - texts.data()));
    const auto ask = [&](shapes const& in, shapes const& out) {
      answers.add(words(in, out), answer_of([&] { return applied(in, out); }));
      answers.add(words("X16", in, out), answer_of([&] { return ignored(in, out); }));
    };
    std::vector<shapes> inputs, outputs;
    if (s->inputs.n() == 0) inputs.push_back({});
    if (s->inputs.n() == 1) {
      for (shape const& a : s3) inputs.push_back({a});
    }
    if (s->inputs.n() == 2) {
      for (shape const& a : small) {
        for (shape const& b : small) inputs.push_back({a, b});
      }
    }
    for (shapes const& in : inputs) {
      ask(in, {});
      if (s->outputs.n() == 1) {
        for (shape const& z : small) ask(in, {z});
      }
      answers.add(words("kept", in), answer_of([&] { return hooked(in, [](shape const&) {}); }));
      answers.add(words("set", in), answer_of([&] {
                    return hooked(in, [](shape& given) {
                      for (index j = 0; j < given.n(); ++j) {
                        if (given[j] == -1) given[j] = 7;
                      }
                    });
                  }));
      answers.add(words("changed", in), answer_of([&] {
                    return hooked(in, [](shape& given) {
                      if (given.n() > 0) given[given.n() - 1] = 7;
                    });
                  }));
    }
    t.add(answers);
  }
  ask_rules(t, gufunc::shape_rules);
  t.compare();
}

}  // namespace
}  // namespace more_texts_record_test
