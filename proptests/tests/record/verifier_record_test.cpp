// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "bcast/spec/names.hpp"
#include "bcast/spec/profiles.hpp"
#include "bcast/verifier/residual.hpp"
#include "bcast/verifier/verifier.hpp"
#include "tests/record/record.hpp"

/// What the verifier answers under every profile, and under each with one switch changed: the whole
/// verdict, and the line that is written for it.
namespace verifier_record_test {
namespace {

namespace spec = bcast::spec;
using namespace bcast::verifier;
using record::answer;
using record::answer_of;
using record::row;
using record::sequences;
using record::table;
using spec::dim;
using spec::profile;
using tuple = std::vector<std::int64_t>;

/// A type that `record::sequences` can extend.
struct growing : type {
  void append(dim d) { sizes.push_back(d); }
};

std::vector<type> types_of(std::vector<dim> const& some, int rank, bool unranked = true) {
  std::vector<type> all;
  for (growing const& each : sequences<growing>(some, rank)) all.push_back(each);
  if (unranked) all.push_back({.sizes = {}, .ranked = false});
  return all;
}

std::string shown(dim d) { return to_string(d); }

/// Every member of a verdict, and its line. Its kind is the clause, or that there is a type.
answer told(verdict const& v) {
  if (auto const* t = std::get_if<type>(&v)) {
    return {"types", to_string(*t) + (t->container == container::vector ? " vector" : "")};
  }
  const auto common = [](auto const& why) {
    return std::string(why.axis ? std::to_string(*why.axis) : "-") + ' ' +
           std::to_string(static_cast<int>(why.cause)) + ' ' + shown(why.found) + ' ' +
           shown(why.expected);
  };
  if (auto const* bad = std::get_if<violation>(&v)) {
    std::string text = common(*bad);
    for (site const& s : bad->operands)
      text += " " + std::to_string(s.operand) + ":" + shown(s.size);
    return {std::string(bad->tag), text + " | " + reason(*bad)};
  }
  gap const& none = std::get<gap>(v);
  return {std::string(none.tag) + " open", common(none) + " | " + reason(none)};
}

template <class Ask>
answer verdict_of(Ask const& ask) {
  try {
    return told(ask());
  } catch (std::invalid_argument const& refused) {
    return {"refused", refused.what()};
  }
}

std::string line(std::vector<type> const& operands) {
  std::string text;
  for (type const& t : operands) {
    text += to_string(t) + (t.container == container::vector ? " vector " : " ");
  }
  return text;
}

const dim any{}, a = dim::named(1), b = dim::named(2), up_to_2 = dim::bounded(2);

std::vector<std::vector<type>> pairs(std::vector<type> const& some) {
  std::vector<std::vector<type>> all;
  for (type const& x : some) {
    for (type const& y : some) all.push_back({x, y});
  }
  return all;
}

/// None, one, two of different kinds, and three.
std::vector<std::vector<type>> operands() {
  const auto one = types_of({0, 1, 2, 3, any, a, up_to_2}, 2);
  std::vector<std::vector<type>> all = pairs(types_of({0, 1, 2, 3, 4, any, a, b, up_to_2}, 1));
  for (auto const& both : pairs(types_of({0, 1, 2, any}, 2))) all.push_back(both);
  for (auto const& both : pairs(types_of({1, 2, 3, a}, 2, false))) all.push_back(both);
  for (type const& x : one) all.push_back({x});
  all.emplace_back();
  const auto few = types_of({0, 1, 2, 3, any, a}, 1);
  for (type const& x : few) {
    for (type const& y : few) {
      for (type const& z : few) all.push_back({x, y, z});
    }
  }
  const std::vector<type> ranks{{{1}},    {{4}},       {{1, 4}},   {{3, 4}},
                                {{3, 1}}, {{2, 1, 1}}, {{2, 3, 4}}};
  for (type const& x : ranks) {
    for (type const& y : ranks) {
      for (type const& z : ranks) all.push_back({x, y, z});
    }
  }
  return all;
}

/// Vectors and tensors.
std::vector<std::vector<type>> containers() {
  std::vector<type> some = types_of({1, 2, 3}, 1);
  for (type t : types_of({1, 2, 3}, 1, false)) {
    t.container = container::vector;
    some.push_back(t);
  }
  return pairs(some);
}

/// A switch with each of its values.
template <spec::named Enum>
void add(std::vector<std::string>& all, std::string_view name) {
  for (auto const& each : spec::names<Enum>) {
    all.push_back(std::string(name) + "=" + std::string(each.name));
  }
}

std::vector<std::string> switches() {
  std::vector<std::string> all;
  add<spec::relation_rule>(all, "relation");
  add<spec::zero_rule>(all, "zero");
  add<spec::rank_rule>(all, "rank");
  add<spec::unknown_rule>(all, "unknown");
  add<spec::symbol_rule>(all, "symbols");
  add<spec::unknown_result>(all, "unknown_result");
  add<spec::leading_result>(all, "leading");
  add<spec::unranked_rule>(all, "unranked");
  add<spec::vector_rule>(all, "vectors");
  add<spec::arity_rule>(all, "operands");
  add<spec::tuple_rule>(all, "tuple");
  return all;
}

TEST(VerifierRecord, WhatIsInferredUnderEveryProfile) {
  table t("inferred");
  const auto all = operands(), mixed = containers();
  for (profile const& p : spec::profiles) {
    row answers("inferred." + std::string(p.name));
    for (auto const* some : {&all, &mixed}) {
      for (auto const& each : *some) {
        answers.add(line(each), verdict_of([&] { return infer(p, each); }));
      }
    }
    t.add(answers);
  }
  t.compare();
}

TEST(VerifierRecord, WhatIsInferredWithOneSwitchChanged) {
  table t("switched");
  std::vector<std::vector<type>> some = pairs(types_of({0, 1, 2, 4, any, a, b}, 1));
  for (auto const& both : pairs(types_of({1, 3, any}, 2, false))) some.push_back(both);
  some.push_back({{{1, 4}}, {{4}}, {{3, 4}}});
  some.push_back({{{2}}, {{1}}, {{2}}});
  some.push_back({{{1}}, {{2, 1}}, {{2}}});
  some.push_back({});
  for (auto const& both : containers()) some.push_back(both);
  const std::vector<tuple> entries{{}, {0}, {1}, {-1}, {0, 1}};
  for (std::string const& change : switches()) {
    row answers("switched." + change);
    for (profile const& base : spec::profiles) {
      const std::string name = std::string(base.name) + " " + change;
      std::optional<profile> p;
      answers.add(name, verdict_of([&] {
                    p = profile_of(name);
                    return verdict(type{});
                  }));
      if (!p) continue;
      for (auto const& each : some) {
        answers.add(name + ": " + line(each), verdict_of([&] { return infer(*p, each); }));
      }
      for (tuple const& along : entries) {
        for (auto const& both : pairs({{{}}, {{2}}, {{1, 2}}})) {
          answers.add(
              name + " along " + std::to_string(&along - entries.data()) + ": " + line(both),
              verdict_of([&] { return infer(*p, both, along); }));
        }
      }
    }
    t.add(answers);
  }
  t.compare();
}

TEST(VerifierRecord, WhatIsInferredAlongDimensions) {
  table t("along");
  std::vector<tuple> entries{{}};
  for (std::int64_t m = -1; m <= 3; ++m) {
    entries.push_back({m});
    for (std::int64_t n = -1; n <= 3; ++n) {
      entries.push_back({m, n});
    }
  }
  entries.push_back({0, 1, 2});
  entries.push_back({2, 1, 0});
  entries.push_back({0, 0, 1});
  std::vector<type> some = types_of({1, 2, 3, any}, 1);
  for (type const& each : types_of({0, 1, 2}, 2, false)) some.push_back(each);
  some.push_back({{2, 3, 4}});
  some.push_back({{2, any, 1}});
  for (profile const& p : spec::profiles) {
    row answers("along." + std::string(p.name));
    for (tuple const& along : entries) {
      std::string dimensions;
      for (std::int64_t m : along) dimensions += std::to_string(m) + ",";
      for (auto const& both : pairs(some)) {
        answers.add(dimensions + " " + line(both),
                    verdict_of([&] { return infer(p, both, along); }));
      }
      for (std::size_t count : {0, 1, 3}) {
        const std::vector<type> same(count, type{{2, 1}});
        answers.add(dimensions + " " + line(same),
                    verdict_of([&] { return infer(p, same, along); }));
      }
    }
    t.add(answers);
  }
  t.compare();
}

TEST(VerifierRecord, WhatMayBeDeclared) {
  table t("declared");
  std::vector<std::vector<type>> some = pairs(types_of({0, 1, 2, any, a}, 1));
  for (type const& x : types_of({1, 2, any}, 2)) some.push_back({x});
  some.push_back({{{a, 2}}, {{b, 1}}});
  some.push_back({{{any, 1}}, {{1, any}}, {{3}}});
  const auto results = types_of({0, 1, 2, any, a, up_to_2}, 2);
  for (profile const& p : spec::profiles) {
    row answers("declared." + std::string(p.name));
    for (auto const& each : some) {
      for (type const& result : results) {
        answers.add(line(each) + "-> " + to_string(result),
                    verdict_of([&] { return verify(p, each, result); }));
      }
    }
    for (auto const& each : containers()) {
      for (type const& result : each) {
        answers.add(line(each) + "-> " + line({result}),
                    verdict_of([&] { return verify(p, each, result); }));
      }
    }
    t.add(answers);
  }
  row prospects("declared.prospect_of");
  for (auto const& each : some) {
    for (type const& result : results) {
      prospects.add(line(each) + "-> " + to_string(result), answer_of([&] {
                      switch (prospect_of(each, result)) {
                        case prospect::impossible:
                          return "impossible";
                        case prospect::possible:
                          return "possible";
                        case prospect::certain:
                          return "certain";
                      }
                      return "none of them";
                    }));
    }
  }
  t.add(prospects);
  t.compare();
}

TEST(VerifierRecord, WhatIsLeftForRunTime) {
  table t("residual");
  row answers("residual.conditions");
  for (auto const& each : operands()) {
    answers.add(line(each), [&]() -> answer {
      const auto left = residual(each);
      if (auto const* bad = std::get_if<violation>(&left)) return told(*bad);
      std::string text;
      for (condition const& c : std::get<std::vector<condition>>(left)) text += to_string(c) + "; ";
      return {text.empty() ? "nothing" : "conditions", text};
    }());
  }
  t.add(answers);
  row met("residual.holds");
  std::vector<std::vector<std::vector<std::int64_t>>> shapes;
  for (std::int64_t x = 0; x <= 3; ++x) {
    for (std::int64_t y = 0; y <= 3; ++y) {
      for (std::int64_t z = 0; z <= 3; ++z) shapes.push_back({{x, y}, {z}});
    }
  }
  using kind = enum condition::kind;
  const std::vector<condition> some{
      {kind::one, {{0, 0}}},           {kind::one, {{0, 0}, {1, 0}}},
      {kind::one_or, {{0, 1}}, 3},     {kind::one_or, {{0, 1}, {1, 0}}, 2},
      {kind::agree, {{0, 1}, {1, 0}}}, {kind::agree, {{0, 0}, {0, 1}, {1, 0}}},
      {kind::broadcasts, {}},          {kind::broadcasts, {{0, 0}}},
  };
  for (condition const& c : some) {
    for (auto const& each : shapes) {
      met.add(to_string(c) + " " + std::to_string(&each - shapes.data()),
              answer_of([&] { return holds(c, each); }));
    }
  }
  t.add(met);
  t.compare();
}

TEST(ProfileRecord, WhatIsReadAndRefused) {
  table t("profiles");
  row answers("profiles.profile_of");
  const auto ask = [&](std::string const& text) {
    answers.add(
        text, answer_of([&] {
          const profile p = profile_of(text);
          return std::string(p.name) + " " + std::string(p.document) + " " +
                 std::string(spec::name(p.relation)) + " " + std::string(spec::name(p.zero)) + " " +
                 std::string(spec::name(p.rank)) + " " + std::string(spec::name(p.unknown)) + " " +
                 std::string(spec::name(p.symbols)) + " " +
                 std::string(spec::name(p.unknown_result)) + " " +
                 std::string(spec::name(p.leading)) + " " + std::string(spec::name(p.unranked)) +
                 " " + std::string(spec::name(p.vectors)) + " " +
                 std::string(spec::name(p.operands)) + " " + std::string(spec::name(p.tuple)) +
                 " " + std::string(p.note);
        }));
  };
  const auto changes = switches();
  for (profile const& p : spec::profiles) {
    const std::string name(p.name);
    ask(name);
    for (std::string const& first : changes) {
      ask(name + " " + first);
      for (std::string const& second : changes) ask(name + " " + first + " " + second);
    }
  }
  for (char const* text : {"",
                           " ",
                           "none",
                           "mlir@20",
                           "mlir@",
                           "@19",
                           "mlir zero",
                           "mlir zero=",
                           "mlir zero=none",
                           "mlir none=gap",
                           "mlir =gap",
                           "mlir  zero=gap",
                           " mlir",
                           "mlir ",
                           "Mlir",
                           "zero=gap",
                           "mlir zero=gap zero=other",
                           "mlir\tzero=gap",
                           "mlir zero==gap",
                           "mlir zero = gap"}) {
    ask(text);
  }
  t.add(answers);
  t.compare();
}

}  // namespace
}  // namespace verifier_record_test
