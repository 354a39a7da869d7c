// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipe/capabilities.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "capabilities/rows.hpp"
#include "laws/known.hpp"
#include "oracle/own_operations.hpp"
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

/// What the program can be asked.
std::vector<std::string> asks_of(json const& answer) {
  std::vector<std::string> known(shape_asks.begin(), shape_asks.end());
  known.insert(known.end(), value_asks.begin(), value_asks.end());
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
  std::vector<std::string> known = capability_names(kit::binding::pipe);
  for (char const* key :
       {"bcast", "name", "rule", "profile", "ask", "elements", "cost", "id", "own_ops"}) {
    known.emplace_back(key);
  }
  for (auto const& [key, value] : answer.items()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    const std::string near = suggestion(key, known);
    if (!near.empty()) throw malformed(fmt::format("no key is called {}{}", quote(key), near));
  }
}

/// The answer with every old word as its new one.
json renewed(json answer) {
  for (old_capability const& old : old_capabilities()) {
    const auto found = answer.find(old.key);
    if (old.c_only || found == answer.end() || *found != old.value) continue;
    if (old.key == old.name || !answer.contains(old.name)) answer[old.name] = old.now == "true";
  }
  return answer;
}

/// The operations of the program's own. They are no words of the kit's before they are defined.
std::map<std::string, std::size_t> own_ops_of(json const& answer) {
  std::map<std::string, std::size_t> all;
  const auto own = answer.find("own_ops");
  if (own == answer.end()) return all;
  if (!own->is_object()) throw malformed("\"own_ops\" is not an object");
  for (auto const& [name, operands] : own->items()) {
    all[name] = limit_of(*own, name.c_str());
    expect_own(name, all[name]);
  }
  return all;
}

kit::capabilities read_from(json const& answer, std::map<std::string, std::size_t> const& own) {
  kit::capabilities all = default_capabilities(kit::binding::pipe);
  for (std::string const& name : capability_names(kit::binding::pipe)) {
    if (!answer.contains(name)) continue;
    auto const& field = find_capability(name)->field;
    if (auto const* flag = std::get_if<capability::flag>(&field)) {
      all.*(*flag) = flag_of(answer, name.c_str());
    } else if (auto const* number = std::get_if<capability::number>(&field)) {
      all.*(*number) = limit_of(answer, name.c_str());
    } else if (auto texts = texts_of(answer, name.c_str()); !texts.empty()) {
      all.*std::get<capability::names>(field) = std::move(texts);
    }
  }
  if (!answer.contains("overlap")) all.overlap = all.strided;
  all.overlap = all.overlap && all.strided;
  for (std::string& name : all.dtypes) name = known_element(name);
  if (!own.empty()) {
    if (!answer.contains("ops")) all.ops.clear();
    std::erase_if(all.ops, [&](std::string const& name) { return own.contains(name); });
  }
  for (std::string const& name : all.ops) known_operation(name);
  return all;
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
  c.base64 = is(answer, "elements", "base64", "values");
  is(answer, "cost", "compile", "call");
  try {
    c.rule = known_rule(text_of(answer, "rule", text_of(answer, "profile", "array_api")));
    c.own_ops = own_ops_of(answer);
    c.declares = read_from(renewed(answer), c.own_ops);
  } catch (std::invalid_argument const& unknown) {
    throw malformed(unknown.what());
  }
  return c;
}

capabilities capabilities_of(kit::subject const& s) {
  capabilities c{s.name, s.rule, {}, s.declares};
  const std::size_t usual = default_capabilities(kit::binding::pipe).max_elements;
  if (c.declares.max_elements == SIZE_MAX) c.declares.max_elements = usual;
  if (s.broadcast_shapes) c.asks.emplace_back("broadcast_shapes");
  if (s.verify) c.asks.emplace_back("verify");
  if (s.expand) c.asks.emplace_back("expand");
  if (s.apply) c.asks.emplace_back("apply");
  if (s.adjoint) c.asks.emplace_back("adjoint");
  if (s.matmul_shape) c.asks.emplace_back("matmul_shape");
  if (s.matmul) c.asks.emplace_back("matmul");
  for (std::string const& name : s.declares.ops) {
    if (auto const* own = find_own_operation(name)) c.own_ops[name] = own->least;
  }
  return c;
}

json to_json(capabilities const& c) {
  json all{{"bcast", version}, {"name", c.name}, {"rule", c.rule}, {"ask", c.asks}};
  if (c.says_join) {
    for (json& one : all["ask"]) {
      if (one == "broadcast_shapes") one = old_name;
    }
  }
  kit::capabilities usual = default_capabilities(kit::binding::pipe);
  usual.overlap = c.declares.strided;
  usual.ops.clear();  // always named
  for (std::string const& name : capability_names(kit::binding::pipe)) {
    capability const& row = *find_capability(name);
    if (value_of(row, c.declares) == value_of(row, usual)) continue;
    if (auto const* flag = std::get_if<capability::flag>(&row.field)) {
      all[name] = c.declares.*(*flag);
    } else if (auto const* number = std::get_if<capability::number>(&row.field)) {
      if (c.declares.*(*number) != SIZE_MAX) all[name] = c.declares.*(*number);
    } else {
      all[name] = json::array();
      for (std::string const& one : c.declares.*std::get<capability::names>(row.field)) {
        element_codec const* codec = find_codec(one);
        all[name].push_back(codec == nullptr ? one : std::string(codec->pipe));
      }
    }
  }
  if (c.base64) all["elements"] = "base64";
  if (!c.own_ops.empty()) all["own_ops"] = c.own_ops;
  return all;
}

}  // namespace bcast::proptests::pipe
