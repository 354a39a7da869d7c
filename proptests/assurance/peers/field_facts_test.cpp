// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bcast/proptests/text.hpp"
#include "bcast/reference/array_api_2025_12.hpp"
#include "bcast/reference/chlo.hpp"
#include "bcast/reference/onnx.hpp"
#include "bcast/reference/outcome.hpp"
#include "bcast/reference/stablehlo.hpp"
#include "bcast/reference/tosa.hpp"
#include "subjects/subjects.hpp"

// facts/field/*.json have digests of complete tables of what systems answer. Here each table is
// made again, with the same cases in the same order, from the transcriptions: if a digest is the
// same, every answer is. Where a system does otherwise, what it does is a function here, and the
// cases in which it differs from the transcription are counted.

namespace {

namespace kit = bcast::kit;
namespace ref = bcast::reference;
using ref::index;
using json = nlohmann::json;
using shape = ref::list<index>;
using cases = std::vector<std::vector<shape>>;

// SHA-256 -----------------------------------------------------------------------------------------

/// The first 32 bits of the fractional parts of the square or cube roots of the first primes.
template <std::size_t n>
std::array<std::uint32_t, n> fractions(int root) {
  std::array<std::uint32_t, n> all{};
  std::uint64_t p = 2;
  for (std::size_t k = 0; k < n; ++p) {
    bool prime = true;
    for (std::uint64_t d = 2; d * d <= p; ++d) prime = prime && p % d != 0;
    if (!prime) continue;
    // The largest r with r^root <= p * 2^(32 * root).
    __extension__ using wide = unsigned __int128;
    std::uint64_t low = 0, high = std::uint64_t{1} << 37;
    while (high - low > 1) {
      const std::uint64_t r = (low + high) / 2;
      const wide square = static_cast<wide>(r) * r;
      const bool fits = root == 2 ? square <= static_cast<wide>(p) << 64
                                  : square <= (static_cast<wide>(p) << 96) / r;
      (fits ? low : high) = r;
    }
    all[k++] = static_cast<std::uint32_t>(low);
  }
  return all;
}

std::string sha256(std::string text) {
  static const auto k = fractions<64>(3);
  auto h = fractions<8>(2);
  const std::uint64_t bits = text.size() * 8;
  text += '\x80';
  while (text.size() % 64 != 56) text += '\0';
  for (int shift = 56; shift >= 0; shift -= 8) text += static_cast<char>(bits >> shift & 0xff);
  const auto turned = [](std::uint32_t x, int by) { return x >> by | x << (32 - by); };
  for (std::size_t block = 0; block < text.size(); block += 64) {
    std::array<std::uint32_t, 64> w{};
    for (std::size_t i = 0; i < 64; ++i) {
      w[i / 4] |= i < 64 ? static_cast<std::uint32_t>(static_cast<unsigned char>(text[block + i]))
                               << (24 - 8 * (i % 4))
                         : 0;
    }
    for (std::size_t i = 16; i < 64; ++i) {
      const std::uint32_t a = w[i - 15], b = w[i - 2];
      w[i] = w[i - 16] + (turned(a, 7) ^ turned(a, 18) ^ a >> 3) + w[i - 7] +
             (turned(b, 17) ^ turned(b, 19) ^ b >> 10);
    }
    auto v = h;
    for (std::size_t i = 0; i < 64; ++i) {
      const std::uint32_t one = v[7] + (turned(v[4], 6) ^ turned(v[4], 11) ^ turned(v[4], 25)) +
                                ((v[4] & v[5]) ^ (~v[4] & v[6])) + k[i] + w[i];
      const std::uint32_t two = (turned(v[0], 2) ^ turned(v[0], 13) ^ turned(v[0], 22)) +
                                ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
      for (std::size_t j = 7; j > 0; --j) v[j] = v[j - 1];
      v[4] += one;
      v[0] = one + two;
    }
    for (std::size_t j = 0; j < 8; ++j) h[j] += v[j];
  }
  std::string hex;
  for (std::uint32_t word : h) {
    for (int shift = 28; shift >= 0; shift -= 4) hex += "0123456789abcdef"[word >> shift & 15];
  }
  return hex;
}

TEST(FieldFacts, DigestsAreSha256) {
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

// Tables ------------------------------------------------------------------------------------------

/// A size that is not known, in the cases.
constexpr index unknown = -9;

std::string text_of(shape const& s) {
  if (s.n() == 0) return "()";
  std::string text;
  for (index size : s) {
    text += (text.empty() ? "" : "x") + (size == unknown ? "?" : std::to_string(size));
  }
  return text;
}

std::string axes(shape const& entries) {
  std::string text = "[";
  for (index entry : entries) text += (text.size() == 1 ? "" : ", ") + std::to_string(entry);
  return text + "]";
}

/// A complete table: a line for each case with its answer, as field_table.py writes it.
struct table {
  std::string lines;
  int cases = 0;
  int accepted = 0;

  /// `answer` gives a shape, or throws as a transcription does.
  template <class F>
  void add(std::string const& text, F answer) {
    std::string given = "refused";
    try {
      given = text_of(answer());
      ++accepted;
    } catch (ref::violation const&) {
    } catch (ref::no_answer const&) {
    }
    ++cases;
    lines += text + " | " + given + "\n";
  }
};

std::string joined(std::vector<shape> const& parts) {
  std::string text;
  for (shape const& s : parts) text += (text.empty() ? "" : " ") + text_of(s);
  return text;
}

/// Every list of `n` of these.
std::vector<shape> product(std::vector<index> const& of, index n) {
  std::vector<shape> all{{}};
  for (index k = 0; k < n; ++k) {
    std::vector<shape> longer;
    for (shape const& s : all) {
      for (index item : of) longer.push_back(s + shape{item});
    }
    all = std::move(longer);
  }
  return all;
}

std::vector<index> range(index from, index to) {
  std::vector<index> all;
  for (index k = from; k < to; ++k) all.push_back(k);
  return all;
}

std::vector<shape> shapes(index rank, std::vector<index> const& sizes, index least = 0) {
  std::vector<shape> all;
  for (index r = least; r <= rank; ++r) {
    for (shape const& s : product(sizes, r)) all.push_back(s);
  }
  return all;
}

/// Every choice of an item of each list.
cases choices(std::vector<std::vector<shape>> const& of) {
  cases all{{}};
  for (auto const& some : of) {
    cases longer;
    for (auto const& c : all) {
      for (shape const& s : some) {
        longer.push_back(c);
        longer.back().push_back(s);
      }
    }
    all = std::move(longer);
  }
  return all;
}

cases tuples(std::size_t operands, index rank, std::vector<index> const& sizes) {
  return choices(std::vector(operands, shapes(rank, sizes)));
}

template <class F>
table table_of(cases const& all, F answer) {
  table t;
  for (auto const& c : all) t.add(joined(c), [&] { return answer(c); });
  return t;
}

// What is asked -----------------------------------------------------------------------------------

shape refused() { throw ref::no_answer("refused"); }

ref::list<shape> listed(std::vector<shape> const& c) { return ref::list<shape>(c); }

// StableHLO

/// f(operand, dims, result) for each case of field_jax.py's in_dim_cases.
template <class F>
void each_in_dim(F f) {
  for (shape const& operand : shapes(2, range(0, 3))) {
    for (shape const& result : shapes(3, range(0, 3))) {
      const index own = operand.n();
      for (index count : std::set<index>{own, std::max<index>(own - 1, 0), own + 1}) {
        const auto entries = count == own ? range(-1, result.n() + 1) : range(0, result.n());
        for (shape const& dims : product(entries, count)) f(operand, dims, result);
      }
    }
  }
}

table in_dim() {
  table t;
  each_in_dim([&](shape const& operand, shape const& dims, shape const& result) {
    t.add(text_of(operand) + " " + axes(dims) + " " + text_of(result), [&] {
      return ref::stablehlo::broadcast_in_dim<index>({operand, dims, result});
    });
  });
  return t;
}

/// f(operation, text) for each case of hint_cases.
template <class F>
void each_hinted(F f) {
  using optional_axes = std::optional<shape>;
  for (shape const& operand : shapes(2, range(0, 3))) {
    std::vector<optional_axes> hints{std::nullopt};
    for (index n = 0; n < 3; ++n) {
      for (shape const& h : product(range(-1, operand.n() + 1), n)) hints.emplace_back(h);
    }
    for (shape const& output : shapes(2, range(0, 3), operand.n())) {
      for (shape const& dims : product(range(0, output.n()), operand.n())) {
        const ref::stablehlo::operation<index> op{operand, dims, output};
        try {
          ref::stablehlo::broadcast_in_dim(op);
        } catch (ref::violation const&) {
          continue;
        }
        for (optional_axes const& e : hints) {
          for (optional_axes const& n : hints) {
            const shape expanding = e.value_or(shape{}), nonexpanding = n.value_or(shape{});
            if (expanding.n() + nonexpanding.n() > 2) continue;
            f(ref::stablehlo::dynamic_operation<index>{op, output, expanding, nonexpanding},
              text_of(operand) + " " + text_of(output) + " " + axes(dims) + " " +
                  (e ? axes(*e) : "none") + " " + (n ? axes(*n) : "none"));
          }
        }
      }
    }
  }
}

table hinted() {
  table t;
  each_hinted([&](ref::stablehlo::dynamic_operation<index> const& op, std::string const& text) {
    t.add(text, [&] { return ref::stablehlo::dynamic_broadcast_in_dim(op); });
  });
  return t;
}

// CHLO

shape chlo(std::vector<shape> const& c) { return ref::chlo::numpy_style(listed(c)); }

/// The profile with the switch that StableHLO's inference has for unknown sizes.
shape chlo_inferring(std::vector<shape> const& c) {
  std::vector<kit::shape> types;
  for (shape const& s : c) {
    kit::shape t;
    for (index size : s) t.sizes.push_back(size == unknown ? std::nullopt : kit::dim(size));
    types.push_back(t);
  }
  static const kit::subject subject = bcast::subjects::verifier("chlo unknown=infer");
  const kit::answer a = subject.infer(types, std::nullopt);
  if (a.verdict != kit::answer::kind::ok) return refused();
  shape s;
  for (kit::dim const& d : a.common.sizes) s.append(d.size.value_or(unknown));
  return s;
}

/// f(lhs, rhs, dims) for each case of dims_cases(0).
template <class F>
void each_with_dimensions(F f) {
  for (auto const& c : tuples(2, 2, range(1, 4))) {
    const index small = std::min(c[0].n(), c[1].n()), large = std::max(c[0].n(), c[1].n());
    for (index count : std::set<index>{small, std::max<index>(small - 1, 0), small + 1}) {
      for (shape const& dims : product(range(0, large + (count == small ? 1 : 0)), count)) {
        f(c[0], c[1], dims);
      }
    }
  }
}

/// What StableHLO's inference does: the entries may be in any order, and the last one of an axis
/// stands.
shape inferred(shape const& x, shape const& y, shape const& dims) {
  shape const& large = x.n() > y.n() ? x : y;
  shape const& small = x.n() > y.n() ? y : x;
  if (dims.n() != small.n()) return refused();
  for (index d : dims) {
    if (d >= large.n()) return refused();
  }
  shape result = large;
  for (index k = 0; k < small.n(); ++k) {
    result[dims[k]] = ref::chlo::degenerate(small[k], large[dims[k]], k);
  }
  return result;
}

table inferred_with_dimensions() {
  table t;
  each_with_dimensions([&](shape const& x, shape const& y, shape const& dims) {
    t.add(joined({x, y}) + " " + axes(dims), [&] { return inferred(x, y, dims); });
  });
  return t;
}

// TOSA

shape folded(std::vector<shape> const& operands) {
  shape result = operands[0];
  for (std::size_t m = 1; m < operands.size(); ++m) {
    result = ref::tosa::broadcast_shape(result, operands[m]);
  }
  return result;
}

/// The last shape is the declared result.
shape declared(std::vector<shape> const& c) {
  for (shape const& s : c) ref::tosa::expect_positive(s);
  return folded({c.begin(), c.end() - 1}) == c.back() ? c.back() : refused();
}

/// The declared result, if there are sizes from 1 to 3 for the unknown ones with which it is right.
shape possible(std::vector<shape> const& c) {
  for (std::size_t m = 0; m < c.size(); ++m) {
    for (index k = 0; k < c[m].n(); ++k) {
      if (c[m][k] != unknown) continue;
      for (index size = 1; size <= 3; ++size) {
        std::vector<shape> known = c;
        known[m][k] = size;
        try {
          possible(known);
          return c.back();
        } catch (ref::violation const&) {
        } catch (ref::no_answer const&) {
        }
      }
      return refused();
    }
  }
  return declared(c);
}

/// Whether two shapes of one rank have a common one, where a 0 is a size like any other.
bool joins(shape const& a, shape const& b) {
  if (a.n() != b.n()) return false;
  try {
    chlo({a, b});
    return true;
  } catch (ref::violation const&) {
    return false;
  }
}

cases with_results(cases operands, std::vector<shape> const& results) {
  cases all;
  for (auto const& c : operands) {
    for (shape const& r : results) {
      all.push_back(c);
      all.back().push_back(r);
    }
  }
  return all;
}

cases three_of_tosa() {
  cases all = with_results(tuples(3, 1, range(0, 4)), shapes(1, range(0, 4)));
  const auto squares = shapes(2, {1, 2}, 2);
  for (auto const& c : choices(std::vector(4, squares))) all.push_back(c);
  return all;
}

cases results_that_may_be() {
  cases all, operands = tuples(2, 2, {1, 2});
  for (auto const& c : tuples(2, 1, range(0, 4))) operands.push_back(c);
  for (auto const& c : with_results(operands, shapes(2, range(0, 3)))) {
    if (c[2].n() != std::max(c[0].n(), c[1].n())) continue;
    if (joins(c[0], c[1]) || c[2] == c[0] || c[2] == c[1]) all.push_back(c);
  }
  return all;
}

cases of_one_rank(cases const& some) {
  cases all;
  for (auto const& c : some) {
    if (std::all_of(c.begin(), c.end(), [&](shape const& s) {
          return s.n() > 0 && s.n() == c[0].n() && ref::tosa::X2(s);
        })) {
      all.push_back(c);
    }
  }
  return all;
}

// ONNX

shape onnx_multi(std::vector<shape> const& c) { return ref::onnx::multidirectional(listed(c)); }

shape onnx_uni(std::vector<shape> const& c) { return ref::onnx::unidirectional(c[0], c[1]); }

// NumPy

shape array_api_shape(std::vector<shape> const& c) {
  ref::list<ref::array_api_2025_12::shape<index>> all;
  for (shape const& s : c) {
    ref::array_api_2025_12::shape<index> sizes;
    for (index size : s) sizes.append(size);
    all.append(sizes);
  }
  shape common;
  for (auto const& size : ref::array_api_2025_12::broadcast_shapes(all))
    common.append(size.value());
  return common;
}

/// The target, if the operand is stretched to it and no further.
shape array_api_to(shape const& operand, shape const& target) {
  return array_api_shape({operand, target}) == target ? target : refused();
}

/// The last shape is that of an output that is passed.
shape array_api_into(std::vector<shape> const& c) {
  return array_api_to(array_api_shape({c[0], c[1]}), c[2]);
}

// The facts ---------------------------------------------------------------------------------------

json facts(std::string const& system) {
  std::ifstream file(std::string(BCAST_FIELD_FACTS) + "/" + system + ".json");
  return json::parse(file);
}

json question(std::string const& system, std::string const& asked) {
  const json all = facts(system);
  for (json const& q : all.at("questions")) {
    if (q.at("asked") == asked) return q;
  }
  throw std::invalid_argument(asked + " is not in " + system + ".json");
}

/// The tables that are made again, by the name of the system and of the question.
using key = std::pair<std::string, std::string>;
std::map<key, std::function<table()>> const& tables() {
  static const auto all = [] {
    const std::vector<index> to_three = range(0, 4);
    std::map<key, std::function<table()>> made{
        {{"jax", "stablehlo.broadcast_in_dim, verified and interpreted"}, in_dim},
        {{"jax", "stablehlo.dynamic_broadcast_in_dim, hints, verified and interpreted"}, hinted},
        {{"jax", "stablehlo.dynamic_broadcast_in_dim, hints held against the sizes"}, hinted},
        {{"jax", "chlo.broadcast_subtract, inferred"},
         [=] { return table_of(tuples(2, 3, to_three), chlo); }},
        {{"jax", "chlo.broadcast_subtract, inferred, unknown sizes"},
         [=] {
           return table_of(tuples(2, 2, {unknown, 0, 1, 2, 3}), chlo_inferring);
         }},
        {{"jax", "chlo.broadcast_subtract, inferred, with broadcast_dimensions"},
         inferred_with_dimensions},
        {{"jax", "chlo.broadcast_select, inferred"},
         [=] { return table_of(tuples(3, 2, range(0, 3)), chlo); }},
        {{"jax", "chlo.broadcast_subtract, compiled"},
         [=] { return table_of(tuples(2, 2, range(0, 3)), chlo); }},
        {{"tosa", "tosa-opt: tosa.add"},
         [=] {
           return table_of(with_results(tuples(2, 2, to_three), shapes(2, to_three)), declared);
         }},
        {{"tosa", "tosa-opt: tosa.select"}, [] { return table_of(three_of_tosa(), declared); }},
        {{"tosa", "tosa-opt: tosa.add, unknown sizes"},
         [] {
           const std::vector<index> sizes{unknown, 1, 2};
           return table_of(with_results(tuples(2, 2, sizes), shapes(2, sizes)), possible);
         }},
        {{"tosa", "reference model: ADD"},
         [] { return table_of(results_that_may_be(), declared); }},
        {{"tosa", "reference model: SELECT"},
         [] { return table_of(of_one_rank(three_of_tosa()), declared); }},
        {{"numpy", "numpy.subtract"},
         [=] { return table_of(tuples(2, 3, to_three), array_api_shape); }},
        {{"numpy", "numpy.where"},
         [=] { return table_of(tuples(3, 2, to_three), array_api_shape); }},
        {{"numpy", "numpy.broadcast_shapes"},
         [=] { return table_of(tuples(2, 3, to_three), array_api_shape); }},
        {{"numpy", "numpy.broadcast_to"},
         [=] {
           return table_of(tuples(2, 3, to_three),
                           [](auto const& c) { return array_api_to(c[0], c[1]); });
         }},
        {{"numpy", "numpy.subtract, out"},
         [] {
           return table_of(with_results(tuples(2, 2, range(0, 3)), shapes(2, range(0, 3))),
                           array_api_into);
         }},
    };
    for (char const* system : {"onnx", "onnxruntime_1_32"}) {
      const json all_facts = facts(system);
      for (json const& q : all_facts.at("questions")) {
        const std::string asked = q.at("asked"), rule = q.at("rule"), scope = q.at("scope");
        if (rule == "onnx, multidirectional" && scope == "two operands, rank <= 3, sizes 0 to 3") {
          made[{system, asked}] = [=] { return table_of(tuples(2, 3, to_three), onnx_multi); };
        } else if (rule == "onnx, multidirectional") {
          made[{system, asked}] = [=] { return table_of(tuples(3, 2, to_three), onnx_multi); };
        } else if (scope == "X of sizes 1 to 3, scale of sizes 0 to 3, rank <= 3") {
          made[{system, asked}] = [=] {
            return table_of(choices({shapes(3, range(1, 4), 1), shapes(3, to_three)}), onnx_uni);
          };
        } else if (asked == "ONNX Runtime: PRelu") {
          // onnx.D3: it broadcasts in all directions.
          made[{system, asked}] = [=] { return table_of(tuples(2, 3, to_three), onnx_multi); };
        }
      }
    }
    return made;
  }();
  return all;
}

TEST(FieldFacts, EveryTableIsThatOfATranscription) {
  for (auto const& [which, make] : tables()) {
    const json q = question(which.first, which.second);
    const table t = make();
    EXPECT_EQ(t.cases, q.at("cases")) << which.second;
    EXPECT_EQ(t.accepted, q.at("accepted")) << which.second;
    EXPECT_EQ(sha256(t.lines), q.at("table_sha256")) << which.second;
  }
  EXPECT_EQ(tables().size(), 52U);
}

/// The other questions, and why no transcription makes their tables.
const std::map<std::string, std::string> others{
    {"stablehlo.broadcast_in_dim, unknown sizes, verified", "stablehlo.G2"},
    {"chlo.broadcast_subtract, inferred, bounded sizes", "chlo.G2"},
    {"chlo.broadcast_subtract, compiled, with broadcast_dimensions", "chlo.G1"},
    {"jax.numpy.subtract, symbolic sizes", "another document"},
    {"jax.numpy.where, symbolic sizes", "another document"},
};

TEST(FieldFacts, EveryQuestionIsTiedOrSaysWhyNot) {
  for (char const* system : {"jax", "tosa", "numpy"}) {
    const json all_facts = facts(system);
    for (json const& q : all_facts.at("questions")) {
      const std::string asked = q.at("asked");
      EXPECT_NE(tables().contains({system, asked}), others.contains(asked)) << asked;
    }
  }
}

// The questions of the comparison, each of one case -----------------------------------------------

/// `3`, `2x?`, `()`; none for a bounded size, an interval or an unknown rank.
std::optional<shape> shape_from(std::string const& text) {
  if (text.find_first_of("<*.") != std::string::npos) return std::nullopt;
  shape s;
  std::istringstream sizes(text == "()" ? "" : text);
  for (std::string size; std::getline(sizes, size, 'x');) {
    s.append(size == "?" ? unknown : std::stoll(size));
  }
  return s;
}

/// The shapes of a case, without the arrow before the declared result.
std::optional<std::vector<shape>> shapes_from(std::string const& text) {
  std::vector<shape> all;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (word == "->") continue;
    const std::optional<shape> s = shape_from(word);
    if (!s) return std::nullopt;
    all.push_back(*s);
  }
  return all;
}

/// How many verdicts of a system, to questions that end like this, are what `answer` gives.
template <class F>
int same_verdicts(std::string const& system, std::string const& subject, F answer) {
  int same = 0;
  const json all = facts(system);
  for (json const& v : all.at("verdicts")) {
    const std::string asked = v.at("question"), text = v.at("case");
    if (!asked.ends_with(", " + subject)) continue;
    const auto c = shapes_from(text);
    if (!c) continue;
    table t;
    t.add(text, [&] { return answer(*c); });
    EXPECT_EQ(t.lines, text + " | " + std::string(v.at("answer")) + "\n") << asked;
    ++same;
  }
  return same;
}

TEST(FieldFacts, EveryVerdictIsThatOfATranscription) {
  EXPECT_EQ(same_verdicts("tosa", "tosa-opt", possible), 18);
  EXPECT_EQ(same_verdicts("tosa", "reference model", declared), 12);
  EXPECT_EQ(same_verdicts("jax", "chlo.broadcast_subtract", chlo_inferring), 17);
  EXPECT_EQ(same_verdicts("numpy", "numpy.subtract", array_api_shape), 13);
  EXPECT_EQ(same_verdicts("numpy", "numpy.broadcast_to",
                          [](auto const& c) { return array_api_to(c[0], c[1]); }),
            13);
  EXPECT_EQ(same_verdicts("numpy", "numpy.subtract with out", array_api_into), 5);
  EXPECT_EQ(same_verdicts("onnx", "Add in ONNX Runtime", onnx_multi), 13);
  EXPECT_EQ(same_verdicts("onnx", "Add in shape inference", onnx_multi), 13);
  EXPECT_EQ(same_verdicts("openvino", "Add, numpy", onnx_multi), 13);
}

// Deviations, each with its smallest case ---------------------------------------------------------

/// The one class of deviation of a question.
json deviation(std::string const& system, std::string const& asked) {
  const json all = question(system, asked).at("deviations");
  EXPECT_EQ(all.size(), 1U) << asked;
  return all.at(0);
}

// stablehlo.G1: a hint that is not true of the sizes is accepted.
TEST(FieldFacts, HintsAreNotHeldAgainstTheSizes) {
  int untrue = 0;
  bool smallest = false;
  const json d =
      deviation("jax", "stablehlo.dynamic_broadcast_in_dim, hints held against the sizes");
  const std::string first = d.at("smallest").at("case");
  each_hinted([&](ref::stablehlo::dynamic_operation<index> const& op, std::string const& text) {
    try {
      ref::stablehlo::constraints(op);
      ref::stablehlo::expect_known(op);
    } catch (ref::no_answer const& gap) {
      EXPECT_EQ(gap.tag, "stablehlo.G1");
      ++untrue;
      smallest = smallest || text == first;
    } catch (ref::violation const&) {
    }
  });
  EXPECT_EQ(untrue, d.at("count"));
  EXPECT_EQ(first, "0 0 [0] [0] []");
  EXPECT_TRUE(smallest);
}

// chlo.G1: entries that do not increase are accepted.
TEST(FieldFacts, EntriesMayBeInAnyOrder) {
  int accepted = 0;
  std::vector<std::string> where;
  each_with_dimensions([&](shape const& x, shape const& y, shape const& dims) {
    try {
      ref::chlo::binary(x, y, std::optional(dims));
    } catch (ref::no_answer const& gap) {
      EXPECT_EQ(gap.tag, "chlo.G1");
      try {
        const shape result = inferred(x, y, dims);
        ++accepted;
        where.push_back(joined({x, y}) + " " + axes(dims) + " -> " + text_of(result));
      } catch (std::domain_error const&) {
      }
      return;
    } catch (ref::violation const&) {
      EXPECT_THROW(inferred(x, y, dims), std::domain_error);
      return;
    }
    EXPECT_EQ(inferred(x, y, dims), ref::chlo::binary(x, y, std::optional(dims)));
  });
  const json d = deviation("jax", "chlo.broadcast_subtract, inferred, with broadcast_dimensions");
  EXPECT_EQ(accepted, d.at("count"));
  EXPECT_EQ(d.at("smallest").at("case"), "1x1 1x1 [0, 0]");
  for (std::string const listed : d.at("cases")) {
    EXPECT_NE(std::find(where.begin(), where.end(), listed), where.end()) << listed;
  }
}

// onnx.D3: PRelu takes a slope that is larger than its input.
TEST(FieldFacts, PReluBroadcastsInAllDirections) {
  int larger = 0;
  for (auto const& c : tuples(2, 3, range(0, 4))) {
    try {
      onnx_uni(c);
    } catch (ref::violation const&) {
      try {
        onnx_multi(c);
        ++larger;
      } catch (ref::violation const&) {
      }
    }
  }
  for (char const* system : {"onnx", "onnxruntime_1_32"}) {
    const json d = deviation(system, "ONNX Runtime: PRelu");
    EXPECT_EQ(d.at("count"), larger) << system;
    EXPECT_EQ(d.at("smallest").at("case"), "() 0") << system;
  }
}

}  // namespace
