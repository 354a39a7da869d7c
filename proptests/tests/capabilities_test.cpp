// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipe/capabilities.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bcast/proptests/table.hpp"
#include "capabilities/rows.hpp"
#include "tests/support/directory.hpp"

// Every capability has one name, one polarity and one default, however a subject is connected.

namespace capabilities_test {

namespace kit = bcast::kit;
using namespace bcast::proptests;
using kit::binding;
using pipe::json;

std::string kind_of(capability const& c) {
  return std::holds_alternative<capability::flag>(c.field)     ? "yes or no"
         : std::holds_alternative<capability::number>(c.field) ? "number"
                                                               : "names";
}

/// A value that is no default, as the words of a C table have it.
std::string other_value(capability const& c) {
  if (kind_of(c) == "number") return "7";
  if (kind_of(c) == "names") return c.name == "dtypes" ? "int8,bool" : "add,sub";
  return value_of(c, kit::capabilities{}) == "true" ? "false" : "true";
}

json as_json(capability const& c, std::string const& value) {
  if (kind_of(c) == "number") return std::stoi(value);
  if (kind_of(c) == "yes or no") return value == "true";
  return {value.substr(0, value.find(',')), value.substr(value.find(',') + 1)};
}

kit::capabilities of_pipe(json const& members) {
  json answer{{"bcast", 1}, {"ask", {"broadcast_shapes"}}};
  answer.update(members);
  return pipe::to_capabilities(answer).declares;
}

std::string file(std::string const& name) {
  return bcast::tests::content_of(BCAST_SOURCE_DIR "/" + name);
}

TEST(Capabilities, AWordOfCAndAKeyOfThePipeMeanTheSame) {
  for (capability const& c : capability_rows()) {
    const std::string value = other_value(c);
    const kit::capabilities by_c = parse_caps(fmt::format("{}={}", c.name, value));
    EXPECT_EQ(value_of(c, by_c), value);
    EXPECT_NE(by_c, default_capabilities(binding::c_table)) << c.name;
    if (c.of_memory) continue;
    json members{{c.name, as_json(c, value)}};
    if (c.name != "strided") members["strided"] = true;  // without it nothing can overlap
    const kit::capabilities by_pipe = of_pipe(members);
    EXPECT_EQ(value_of(c, by_pipe), value) << c.name;
  }
  EXPECT_EQ(parse_caps("exact"), parse_caps("exact=true"));
  EXPECT_FALSE(parse_caps("exact exact=false").exact);
}

TEST(Capabilities, DefaultsDifferOnlyWhereAMessageHasNoMemory) {
  const kit::capabilities cpp;
  EXPECT_EQ(default_capabilities(binding::c_table), cpp);
  EXPECT_EQ(parse_caps(""), cpp);
  EXPECT_EQ(of_pipe(json::object()), default_capabilities(binding::pipe));
  kit::capabilities piped = default_capabilities(binding::pipe);
  EXPECT_FALSE(piped.strided || piped.overlap || piped.concurrent);
  piped.strided = piped.overlap = piped.concurrent = true;
  piped.max_elements = cpp.max_elements;
  EXPECT_EQ(piped, cpp);
  EXPECT_TRUE(of_pipe({{"strided", true}}).overlap);
  EXPECT_FALSE(of_pipe({{"overlap", true}}).overlap);
}

TEST(Capabilities, AnOldWordIsStillRead) {
  EXPECT_EQ(parse_caps("elements=float,bool dense overlap=undefined reject=undefined cost=compile"),
            parse_caps("dtypes=float,bool strided=false overlap=false reject=false costly"));
  EXPECT_EQ(parse_caps("elements="), kit::capabilities());
  EXPECT_EQ(of_pipe({{"strided", true},
                     {"overlap", "undefined"},
                     {"reject", "undefined"},
                     {"cost", "compile"}}),
            of_pipe({{"strided", true}, {"overlap", false}, {"reject", false}, {"costly", true}}));
  EXPECT_EQ(of_pipe({{"overlap", "defined"}, {"reject", "defined"}, {"cost", "call"}}),
            of_pipe(json::object()));
}

TEST(Capabilities, ACallWithMoreElementsThanDeclaredIsNotMade) {
  bcast_subject table{};
  table.struct_size = sizeof table;
  table.name = "mine";
  table.caps = "max_elements=5";
  table.apply = [](void*, char const*, std::int32_t, bcast_tensor const*, std::int32_t,
                   bcast_tensor*, bcast_reason*) -> std::int32_t { return BCAST_OK; };
  const kit::subject s = from_table(table);
  std::vector<std::int8_t> memory(4);
  const kit::tensor one{memory.data(), "int8", {1}, {1}}, four{memory.data(), "int8", {4}, {1}};
  EXPECT_EQ(s.apply("copy", {one}, {four}).verdict, kit::result::kind::ok);
  EXPECT_EQ(s.apply("copy", {four}, {four}).why, "there are too many elements");
}

/// The table of the page, rendered from the rows.
std::vector<std::string> lines_of_page() {
  std::vector<std::string> lines;
  const auto shown = [](capability const& c, kit::capabilities const& all) {
    const std::string value = value_of(c, all);
    if (kind_of(c) == "yes or no") return std::string(value == "true" ? "yes" : "no");
    if (kind_of(c) == "number") return value.empty() ? "no limit" : value;
    return c.name == "dtypes" ? "all but `float16`, `bfloat16`, `complex64`, `complex128`"
                              : "`" + value + "`";
  };
  for (capability const& c : capability_rows()) {
    std::string usual = shown(c, {});
    const std::string piped = shown(c, default_capabilities(binding::pipe));
    if (piped != usual && !c.of_memory) usual += "; pipe, Python: " + piped;
    if (!c.in_python.empty()) usual += "; Python: `" + std::string(c.in_python) + "`";
    lines.push_back(fmt::format("| `{}` | {} | {} | {}{} |", c.name, kind_of(c), usual, c.meaning,
                                c.of_memory ? "; C++ and C only" : ""));
  }
  for (old_capability const& old : old_capabilities()) {
    const auto word = [](std::string_view key, std::string_view value) {
      return fmt::format("`{}{}{}`", key, value.empty() ? "" : "=", value == "*" ? "..." : value);
    };
    lines.push_back(fmt::format("| {} | {} | {} |", word(old.key, old.value),
                                old.c_only ? "C" : "C, pipe, Python", word(old.name, old.now)));
  }
  return lines;
}

TEST(Capabilities, AreOnThePageInTheHeaderAndInTheSchema) {
  const std::string page = file("docs/site/pages/check.md");
  for (std::string const& line : lines_of_page()) {
    EXPECT_NE(page.find("\n" + line + "\n"), std::string::npos) << "check.md lacks\n" << line;
  }
  const std::string header = file("proptests/include/bcast/kit/subject.h");
  const json schema = json::parse(file("proptests/schema/pipe-1.schema.json"));
  json const& properties = schema["$defs"]["capabilities"]["properties"];
  for (capability const& c : capability_rows()) {
    EXPECT_NE(header.find(fmt::format("\n   *   {}=", c.name)), std::string::npos) << c.name;
    EXPECT_EQ(properties.contains(c.name), !c.of_memory) << c.name;
  }
}

}  // namespace capabilities_test
