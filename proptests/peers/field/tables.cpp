// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tables.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "bcast/proptests/case.hpp"
#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/text.hpp"
#include "subjects/subjects.hpp"
#include "tests/support/directory.hpp"

namespace bcast::field {
namespace {

kit::shape kit_type(type const& t) { return t; }

/// Throws as a transcription does, unless the answer is a shape.
kit::shape shape_in(kit::result const& a) {
  if (a.verdict == kit::result::kind::refused) throw ref::violation(a.tag);
  if (a.verdict != kit::result::kind::ok) throw ref::no_answer(a.tag);
  return a.shape;
}

std::optional<kit::dim> dim_from(std::string const& text) {
  const std::vector<kit::dim> read = proptests::parse_shape(text).sizes;
  if (read.size() != 1 || read[0].upper) return std::nullopt;
  return read[0];
}

}  // namespace

std::string sha256(std::string const& text) {
  const tests::directory own;
  const std::string file = own.write("table", text), digest = own.file("digest");
  if (std::system(("sha256sum '" + file + "' >'" + digest + "'").c_str()) != 0) {
    throw std::runtime_error("sha256sum has failed");
  }
  std::string found;
  std::ifstream(digest) >> found;
  return found;
}

std::string text_of(shape const& s) {
  std::string text;
  for (index size : s) text += (text.empty() ? "" : "x") + std::to_string(size);
  return text.empty() ? "()" : text;
}

std::string text_of(type const& t) {
  std::string text;
  for (kit::dim const& d : t) text += (text.empty() ? "" : "x") + proptests::to_string(d);
  return text.empty() ? "()" : text;
}

std::string axes(shape const& entries) {
  std::string text = "[";
  for (index entry : entries) text += (text.size() == 1 ? "" : ", ") + std::to_string(entry);
  return text + "]";
}

std::vector<index> range(index from, index to) {
  std::vector<index> all;
  for (index k = from; k < to; ++k) all.push_back(k);
  return all;
}

shape refused() { throw ref::no_answer("refused"); }

type by_rule(std::string_view rule, std::vector<type> const& c) {
  proptests::test_case asked;
  for (type const& t : c) asked.operands.push_back({kit_type(t), {}});
  return type(shape_in(proptests::oracle::broadcast_shapes(rule, asked)).sizes);
}

shape by_rule(std::string_view rule, std::vector<shape> const& c) {
  std::vector<type> types;
  for (shape const& s : c) types.emplace_back(std::vector<kit::dim>(s.begin(), s.end()));
  shape result;
  for (kit::dim const& d : by_rule(rule, types)) result.append(*d);
  return result;
}

type by_verifier(std::string_view rule, std::vector<type> const& c) {
  std::vector<kit::shape> operands;
  for (type const& t : c) operands.push_back(kit_type(t));
  static std::map<std::string, kit::subject, std::less<>> known;
  auto at = known.find(rule);
  if (at == known.end()) at = known.emplace(std::string(rule), subjects::verifier(rule)).first;
  return type(shape_in(at->second.broadcast_shapes(operands, std::nullopt)).sizes);
}

shape stretched_to(shape const& operand, shape const& target) {
  return by_rule("array_api@2025.12", {operand, target}) == target ? target : refused();
}

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

json deviation(std::string const& system, std::string const& asked) {
  const json all = question(system, asked).at("deviations");
  EXPECT_EQ(all.size(), 1U) << asked;
  return all.at(0);
}

void expect_tables(std::string const& system, tables const& made,
                   std::map<std::string, std::string> const& others) {
  for (auto const& [asked, make] : made) {
    const json q = question(system, asked);
    const table t = make();
    EXPECT_EQ(t.cases, q.at("cases")) << asked;
    EXPECT_EQ(t.accepted, q.at("accepted")) << asked;
    EXPECT_EQ(sha256(t.lines), q.at("table_sha256").get<std::string>()) << asked;
  }
  const json all = facts(system);
  for (json const& q : all.at("questions")) {
    const std::string asked = q.at("asked");
    EXPECT_NE(made.contains(asked), others.contains(asked)) << asked;
  }
}

std::optional<std::vector<type>> types_from(std::string const& text) {
  std::vector<type> all;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (word == "->") continue;
    if (word.find_first_of("*.") != std::string::npos) return std::nullopt;
    type t;
    std::istringstream parts(word == "()" ? "" : word);
    for (std::string part; std::getline(parts, part, 'x');) {
      const std::optional<kit::dim> d = dim_from(part);
      if (!d) return std::nullopt;
      t.append(*d);
    }
    all.push_back(t);
  }
  return all;
}

std::optional<std::vector<shape>> shapes_from(std::string const& text) {
  const auto types = types_from(text);
  if (!types) return std::nullopt;
  std::vector<shape> all;
  for (type const& t : *types) {
    shape s;
    for (kit::dim const& d : t) {
      if (!d) return std::nullopt;
      s.append(*d);
    }
    all.push_back(s);
  }
  return all;
}

}  // namespace bcast::field
