// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipe/capabilities.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>

#include "laws/known.hpp"
#include "pipe/members.hpp"
#include "pipe/shapes.hpp"
#include "pipe/tensors.hpp"
#include "support/suggest.hpp"

namespace bcast::proptests::pipe {
namespace {

/// The name of a subject; it is printed everywhere.
std::string name_of(json const& answer) {
  const std::string name = text_of(answer, "name", "program");
  if (name.empty()) throw malformed("\"name\" is empty");
  if (printable(name) != name) {
    throw malformed(fmt::format("\"name\" is {}, which has control characters", quote(name)));
  }
  return name;
}

/// What broadcast_shapes was called; a program that says so is asked so.
constexpr std::string_view old_name = "join";

constexpr std::array asks{"broadcast_shapes", "verify", "expand", "apply", "adjoint"};

/// What the program can be asked.
std::vector<std::string> asks_of(json const& answer) {
  const std::vector<std::string> known(asks.begin(), asks.end());
  std::vector<std::string> all = texts_of(answer, "ask");
  if (all.empty()) throw malformed("\"ask\" must list what it can be asked");
  for (std::string const& one : all) {
    if (one == old_name || std::find(known.begin(), known.end(), one) != known.end()) continue;
    throw malformed(fmt::format("no ask is called {}{}", quote(one), suggestion(one, known)));
  }
  return all;
}

/// Whether a member has a value. Without it, or with the other value, the default holds.
bool is(json const& answer, char const* key, std::string const& value,
        std::string const& otherwise) {
  const std::string text = text_of(answer, key, otherwise);
  if (text == value || text == otherwise) return text == value;
  throw malformed(
      fmt::format("\"{}\" is {}; it can be \"{}\" or \"{}\"", key, quote(text), otherwise, value));
}

/// A key that is not known may be of a later version. One that is nearly known is a mistake.
void expect_no_misspelt_key(json const& answer) {
  const std::vector<std::string> known{
      "bcast",    "name",         "rule",         "profile",      "ask",      "dtypes",  "ops",
      "max_rank", "min_operands", "max_operands", "max_elements", "elements", "unknown", "strided",
      "overlap",  "reject",       "exact",        "cost",         "id"};
  for (auto const& [key, value] : answer.items()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    const std::string near = suggestion(key, known);
    if (!near.empty()) throw malformed(fmt::format("no key is called {}{}", quote(key), near));
  }
}

}  // namespace

json caps_ask() { return {{"bcast", version}, {"ask", "caps"}}; }

capabilities to_capabilities(json const& answer) {
  const std::int64_t spoken = to_whole(member(answer, "bcast"));
  if (spoken != version) {
    throw malformed(fmt::format("it uses version {} of the contract, not {}", spoken, version));
  }
  expect_no_misspelt_key(answer);
  capabilities c;
  c.name = name_of(answer);
  c.asks = asks_of(answer);
  if (const auto old = std::find(c.asks.begin(), c.asks.end(), old_name); old != c.asks.end()) {
    *old = "broadcast_shapes";
    c.says_join = true;
  }
  c.declares.operations = texts_of(answer, "ops");
  if (c.declares.operations.empty()) c.declares.operations = {"copy"};
  try {
    c.rule = known_rule(text_of(answer, "rule", text_of(answer, "profile", "array_api")));
    for (std::string const& name : texts_of(answer, "dtypes")) {
      c.declares.elements.emplace_back(known_element(name));
    }
    for (std::string const& name : c.declares.operations) known_operation(name);
  } catch (std::invalid_argument const& unknown) {
    throw malformed(unknown.what());
  }
  c.declares.max_rank = limit_of(answer, "max_rank");
  if (answer.contains("min_operands")) c.declares.min_operands = limit_of(answer, "min_operands");
  c.declares.max_operands = limit_of(answer, "max_operands");
  if (answer.contains("max_elements")) c.max_elements = limit_of(answer, "max_elements");
  c.base64 = is(answer, "elements", "base64", "values");
  c.declares.unknown_sizes = flag_of(answer, "unknown");
  c.declares.strided = flag_of(answer, "strided");
  c.declares.overlapping = !is(answer, "overlap", "undefined", "defined") && c.declares.strided;
  c.declares.refusing = !is(answer, "reject", "undefined", "defined");
  c.declares.exact = flag_of(answer, "exact");
  c.declares.costly = is(answer, "cost", "compile", "call");
  return c;
}

capabilities capabilities_of(kit::subject const& s) {
  capabilities c{s.name, s.rule, {}, s.declares};
  if (s.broadcast_shapes) c.asks.emplace_back("broadcast_shapes");
  if (s.verify) c.asks.emplace_back("verify");
  if (s.expand) c.asks.emplace_back("expand");
  if (s.apply) c.asks.emplace_back("apply");
  if (s.adjoint) c.asks.emplace_back("adjoint");
  return c;
}

json to_json(capabilities const& c) {
  json all{{"bcast", version}, {"name", c.name}, {"rule", c.rule}, {"ask", c.asks}};
  for (std::string const& name : c.declares.elements) {
    element_codec const* codec = find_codec(name);
    all["dtypes"].push_back(codec == nullptr ? name : std::string(codec->pipe));
  }
  all["ops"] = c.declares.operations;
  if (c.declares.max_rank != SIZE_MAX) all["max_rank"] = c.declares.max_rank;
  if (c.declares.min_operands != 1) all["min_operands"] = c.declares.min_operands;
  if (c.declares.max_operands != SIZE_MAX) all["max_operands"] = c.declares.max_operands;
  if (c.says_join) {
    for (json& one : all["ask"]) {
      if (one == "broadcast_shapes") one = old_name;
    }
  }
  if (c.max_elements != capabilities().max_elements) all["max_elements"] = c.max_elements;
  if (c.base64) all["elements"] = "base64";
  if (c.declares.unknown_sizes) all["unknown"] = true;
  if (c.declares.strided) all["strided"] = true;
  if (!c.declares.overlapping) all["overlap"] = "undefined";
  if (!c.declares.refusing) all["reject"] = "undefined";
  if (c.declares.exact) all["exact"] = true;
  if (c.declares.costly) all["cost"] = "compile";
  return all;
}

}  // namespace bcast::proptests::pipe
