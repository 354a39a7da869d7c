// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "laws/known.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/hana/first.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/second.hpp>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "bcast/proptests/laws.hpp"
#include "bcast/spec/names.hpp"
#include "bcast/spec/rule_reflection.hpp"
#include "bcast/spec/rules.hpp"
#include "cases/element_kinds.hpp"
#include "oracle/operations.hpp"
#include "oracle/own_operations.hpp"
#include "oracle/registered.hpp"
#include "support/float_mode.hpp"
#include "support/json_text.hpp"
#include "support/suggest.hpp"

namespace bcast::proptests {
namespace {

struct alias {
  std::string_view word, means;
};

constexpr alias element_aliases[]{
    {"float32", "float"},  {"fp32", "float"},       {"f32", "float"},
    {"float64", "double"}, {"fp64", "double"},      {"f64", "double"},
    {"fp16", "float16"},   {"f16", "float16"},      {"half", "float16"},
    {"bf16", "bfloat16"},  {"i8", "int8"},          {"i16", "int16"},
    {"i32", "int32"},      {"i64", "int64"},        {"u8", "uint8"},
    {"u16", "uint16"},     {"u32", "uint32"},       {"u64", "uint64"},
    {"boolean", "bool"},   {"cfloat", "complex64"}, {"cdouble", "complex128"},
    {"c64", "complex64"},  {"c128", "complex128"},
};

constexpr alias operation_aliases[]{
    {"subtract", "sub"},
    {"multiply", "mul"},
    {"divide", "div"},
    {"remainder", "mod"},
    {"power", "pow"},
    {"minimum", "min"},
    {"maximum", "max"},
    {"logical_and", "and"},
    {"logical_or", "or"},
    {"logical_xor", "xor"},
    {"bitwise_left_shift", "shift_left"},
    {"bitwise_right_shift", "shift_right"},
    {"left_shift", "shift_left"},
    {"right_shift", "shift_right"},
    {"broadcast_to", "copy"},
    {"broadcast_arrays", "broadcast"},
};

std::string_view meaning(std::span<alias const> aliases, std::string_view word) {
  for (alias const& a : aliases) {
    if (a.word == word) return a.means;
  }
  return word;
}

bool has(std::vector<std::string> const& all, std::string_view one) {
  return std::ranges::find(all, one) != all.end();
}

[[noreturn]] void refuse(char const* what, std::string_view word,
                         std::vector<std::string> const& known, std::span<alias const> aliases) {
  std::string listed;
  for (std::string const& name : known) listed += (listed.empty() ? "" : ", ") + name;
  std::vector<std::string> near = known;
  for (alias const& a : aliases) near.emplace_back(a.word);
  const std::string nearest = suggestion(word, near);
  throw std::invalid_argument(fmt::format("no {} is called '{}'{} {}", what, shown(word),
                                          nearest.empty() ? "; there are" : nearest + " There are",
                                          listed));
}

std::vector<std::string> const& operation_names() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> names{"broadcast"};
    for (operation const& o : operations()) names.emplace_back(o.name);
    names.insert(names.end(), gradient_names.begin(), gradient_names.end());
    return names;
  }();
  return all;
}

std::vector<std::string> const& element_names() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> names;
    for (element_kind const& k : element_kinds()) names.emplace_back(k.name);
    names.emplace_back("string");
    return names;
  }();
  return all;
}

std::string_view known(char const* what, std::string_view word,
                       std::vector<std::string> const& names, std::span<alias const> aliases) {
  const auto at = std::ranges::find(names, meaning(aliases, word));
  if (at == names.end()) refuse(what, word, names, aliases);
  return *at;
}

/// A switch of a rule, and the values that it can have.
struct rule_switch {
  std::string name;
  std::vector<std::string> values;
};

/// Every member of a rule that is an enumeration is a switch.
std::vector<rule_switch> const& rule_switches() {
  static const std::vector<rule_switch> all = [] {
    std::vector<rule_switch> switches;
    boost::hana::for_each(boost::hana::accessors<spec::rule>(), [&](auto accessor) {
      using type =
          std::remove_cvref_t<decltype(boost::hana::second(accessor)(spec::rules.front()))>;
      if constexpr (std::is_enum_v<type>) {
        rule_switch& s = switches.emplace_back();
        s.name = boost::hana::first(accessor).c_str();
        for (auto const& row : spec::names<type>) s.values.emplace_back(row.name);
      }
    });
    return switches;
  }();
  return all;
}

rule_switch const& known_switch(std::string_view name) {
  std::vector<std::string> names;
  for (rule_switch const& s : rule_switches()) {
    if (s.name == name) return s;
    names.push_back(s.name);
  }
  refuse("switch", name, names, {});
}

/// Throws std::invalid_argument for a value that a switch does not have.
void expect_value(rule_switch const& s, std::string_view value) {
  if (has(s.values, value)) return;
  const std::string nearest = suggestion(value, s.values);
  throw std::invalid_argument(
      fmt::format("the switch {} has no value '{}'{} {}", s.name, shown(value),
                  nearest.empty() ? "; it has" : nearest + " It has", fmt::join(s.values, ", ")));
}

/// The switches of a rule as the kit writes them, each after a space. Throws
/// std::invalid_argument.
std::string known_switches(std::string_view rule, std::string_view text) {
  std::string all;
  std::vector<std::string> given;
  while (true) {
    const std::size_t start = text.find_first_not_of(' ');
    if (start == std::string_view::npos) return all;
    text.remove_prefix(start);
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size());
    const bool preset =
        std::ranges::any_of(spec::rules, [&](spec::rule const& p) { return p.name == rule; });
    if (!preset) throw std::invalid_argument(fmt::format("the rule {} has no switches", rule));
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos) {
      throw std::invalid_argument(fmt::format("'{}' is not of the form switch=value", shown(word)));
    }
    rule_switch const& s = known_switch(word.substr(0, equals));
    expect_value(s, word.substr(equals + 1));
    if (has(given, s.name)) {
      throw std::invalid_argument(fmt::format("the switch {} is given twice", s.name));
    }
    given.push_back(s.name);
    all += " " + std::string(word);
  }
}

/// A subject's own words, by the kit's.
using own_words = std::map<std::string, std::string, std::less<>>;

/// Replaces words by the kit's. Returns those that differ.
own_words replace(std::vector<std::string>& words, std::string (*known_word)(std::string_view)) {
  own_words own;
  std::vector<std::string> all;
  for (std::string const& word : words) {
    const std::string known = known_word(word);
    if (has(all, known)) continue;
    if (known != word) own.emplace(known, word);
    all.push_back(known);
  }
  words = std::move(all);
  return own;
}

std::string_view own_word(own_words const& own, std::string_view word) {
  const auto at = own.find(word);
  return at == own.end() ? word : std::string_view(at->second);
}

/// Throws std::invalid_argument for more bytes beside a tensor than a large page has.
void expect_room(std::string_view what, std::size_t bytes) {
  constexpr std::size_t most = std::size_t{2} << 20;
  if (bytes <= most) return;
  throw std::invalid_argument(fmt::format("{} is {}; expected at most {}", what, bytes, most));
}

/// Calls an implementation with its own words.
struct translation {
  kit::subject original;
  own_words operations, elements;

  kit::tensor operator()(kit::tensor t) const {
    t.element = own_word(elements, t.element);
    return t;
  }
  std::vector<kit::tensor> operator()(std::vector<kit::tensor> all) const {
    for (kit::tensor& t : all) t = (*this)(std::move(t));
    return all;
  }
};

}  // namespace

std::string known_rule(std::string_view text) {
  const std::size_t end = std::min(text.find(' '), text.size());
  const std::string_view name = text.substr(0, end);
  const std::string_view rule = rule_called(name);
  return std::string(rule) + known_switches(rule, text.substr(end));
}

std::string known_operation(std::string_view word) {
  constexpr std::string_view masked = "_where";
  if (own_operation const* const own = find_own_operation(word)) return std::string(own->name);
  if (word.ends_with(masked)) {
    const std::string_view of =
        meaning(operation_aliases, word.substr(0, word.size() - masked.size()));
    const std::string name = std::string(of) + std::string(masked);
    if (find_operation(name) != nullptr) return name;
  }
  return std::string(known("operation", word, operation_names(), operation_aliases));
}

std::string known_element(std::string_view word) {
  return std::string(known("element type", word, element_names(), element_aliases));
}

namespace {

/// The subject; after each call floating-point numbers are computed as before it.
kit::subject in_own_mode(kit::subject s) {
  const auto wrap = [](auto& function) {
    if (!function) return;
    function = [ask = function](auto const&... arguments) {
      const float_mode own;
      return ask(arguments...);
    };
  };
  wrap(s.broadcast_shapes);
  wrap(s.verify);
  wrap(s.expand);
  wrap(s.apply);
  wrap(s.adjoint);
  wrap(s.matmul);
  wrap(s.matmul_shape);
  return s;
}

/// How many elements the tensors among the arguments of a call have.
double elements_in(std::string_view) { return 0; }

double elements_in(kit::tensor const& t) {
  double count = 1;
  for (std::int64_t size : t.sizes) count *= static_cast<double>(size);
  return count;
}

double elements_in(std::vector<kit::tensor> const& all) {
  double count = 0;
  for (kit::tensor const& t : all) count += elements_in(t);
  return count;
}

/// Lets the function answer "unsupported" where there are more elements than it takes.
template <class F>
void limit(F& function, std::size_t most) {
  if (!function || most == SIZE_MAX) return;
  function = [most, ask = function](auto const&... arguments) {
    if ((elements_in(arguments) + ...) <= static_cast<double>(most)) return ask(arguments...);
    kit::result a;
    a.verdict = kit::result::kind::unsupported;
    a.why = "there are too many elements";
    return a;
  };
}

}  // namespace

kit::subject adopted(kit::subject const& s) {
  kit::subject a = in_own_mode(s);
  limit(a.apply, s.declares.max_elements);
  limit(a.adjoint, s.declares.max_elements);
  limit(a.matmul, s.declares.max_elements);
  const auto words = std::make_shared<translation>();
  try {
    a.rule = s.rule.empty() ? "array_api" : known_rule(s.rule);
    words->operations = replace(a.declares.ops, known_operation);
    words->elements = replace(a.declares.dtypes, known_element);
    expect_room("align", a.declares.align);
    expect_room("overread", a.declares.overread);
  } catch (std::invalid_argument const& e) {
    throw std::invalid_argument(fmt::format("subject '{}': {}", shown(s.name), e.what()));
  }
  if (s.fresh) {
    a.fresh = [fresh = s.fresh] {
      const float_mode own;
      return adopted(fresh());
    };
  }
  if (words->operations.empty() && words->elements.empty()) return a;
  words->original = a;
  if (s.apply) {
    a.apply = [words](std::string_view op, std::vector<kit::tensor> const& operands,
                      std::vector<kit::tensor> const& outputs) {
      return words->original.apply(own_word(words->operations, op), (*words)(operands),
                                   (*words)(outputs));
    };
  }
  if (s.adjoint) {
    a.adjoint = [words](kit::tensor const& gradient, kit::tensor const& out) {
      return words->original.adjoint((*words)(gradient), (*words)(out));
    };
  }
  if (s.matmul) {
    a.matmul = [words](kit::tensor const& x, kit::tensor const& y, kit::tensor const& out) {
      return words->original.matmul((*words)(x), (*words)(y), (*words)(out));
    };
  }
  return a;
}

void expect_known(kit::subject const& s) { adopted(s); }

}  // namespace bcast::proptests
