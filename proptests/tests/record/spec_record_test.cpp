// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/hana/for_each.hpp>
#include <boost/hana/pair.hpp>
#include <boost/hana/tuple.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/spec/documents.hpp"
#include "bcast/spec/findings.hpp"
#include "bcast/spec/links.hpp"
#include "bcast/spec/names.hpp"
#include "bcast/spec/numbers.hpp"
#include "bcast/spec/properties.hpp"
#include "bcast/spec/reflection.hpp"
#include "bcast/spec/theorems.hpp"
#include "tests/record/record.hpp"

/// The rows of every document with all their members, their order and their links, and what the
/// functions on rows answer.
namespace spec_record_test {
namespace {

namespace hana = boost::hana;
namespace spec = bcast::spec;
using record::answer;
using record::answer_of;
using record::row;
using record::table;

std::string shown(spec::passages const& at) {
  std::string text;
  for (spec::lines each : at)
    text += std::to_string(each.first) + "-" + std::to_string(each.last) + " ";
  return text;
}

std::string shown(spec::dim d) {
  if (d.known()) return std::to_string(d.size());
  std::string text = "?";
  if (d.symbol() != 0) text += "s" + std::to_string(d.symbol());
  if (d.upper() != spec::dim::unbounded) text += "<=" + std::to_string(d.upper());
  return text;
}

std::string shown(spec::shape const& s) {
  std::string text = s.ranked() ? "(" : "*(";
  for (spec::dim d : s) text += shown(d) + ",";
  return text + ")";
}

std::string shown(spec::operands const& all) {
  std::string text;
  for (spec::shape const& each : all) text += shown(each) + " ";
  return text;
}

std::string shown(spec::xla::tuple const& entries) {
  std::string text = "{";
  for (int each : entries) text += std::to_string(each) + ",";
  return text + "}";
}

std::string shown(std::string_view text) { return std::string(text); }

template <class T>
std::string shown(T const& value) {
  if constexpr (std::is_arithmetic_v<T>) {
    return std::to_string(value);
  } else if constexpr (std::is_enum_v<T>) {
    return std::to_string(static_cast<int>(value));
  } else if constexpr (spec::reflected<T>) {
    std::string text;
    hana::for_each(hana::members(value), [&](auto const& member) { text += shown(member) + "|"; });
    return text;
  } else if constexpr (requires { value.has_value(); }) {
    return value ? shown(*value) : "none";
  } else if constexpr (requires { value.of; }) {
    return shown(value.of) + "|" + shown(value.at) + "|" + shown(value.newest);
  } else {
    static_assert(std::is_convertible_v<T, std::string_view>, "a member without a text");
    return std::string(std::string_view(value));
  }
}

TEST(SpecRecord, TheRowsOfEveryDocument) {
  table t("rows");
  for (spec::rows const& r : spec::documents) {
    row all("rows." + std::string(r.about.name));
    const auto add = [&](std::string const& of, auto const& text) {
      all.add(of, {of.substr(0, of.find(' ')), text});
    };
    add("about", shown(r.about));
    for (spec::clause const& c : r.clauses) add("clause " + shown(c.tag), shown(c));
    for (spec::aside const& a : r.asides) {
      add("aside " + std::to_string(a.at.first) + "-" + std::to_string(a.at.last), shown(a.reason));
    }
    for (spec::rule const& each : r.rules) {
      add("rule " + shown(each.name),
          shown(each.clause) + "|" + shown(each.examples) + "|" + shown(each.along));
    }
    for (spec::numbers const& n : r.given) {
      add("numbers " + shown(n.letter), shown(n.highest) + " " + shown(n.in_order));
    }
    for (spec::finding const& f : r.findings) add("finding " + shown(f.tag), shown(f));
    for (spec::citations const& c : r.cited) add("cites " + shown(c.document), shown(c));
    for (spec::example const& e : r.examples) add("example " + shown(e.tag), shown(e));
    for (spec::reading const& e : r.readings) {
      add("reading " + shown(e.tag), shown(e.printed) + "|" + shown(e.corrected));
    }
    for (spec::comparison const& c : r.comparisons)
      add("theorem " + shown(c.rule), shown(c.states));
    t.add(all);

    row placed("rows.placed " + std::string(r.about.name));
    for (spec::placed const& p : spec::placed_rows(r.about.name)) {
      placed.add(shown(p.tag), {"placed", shown(p.at)});
    }
    t.add(placed);
    row links("rows.links " + std::string(r.about.name));
    links.add("itself", {"links", spec::link_to(r.about.transcribed)});
    links.add("newest", {"links", spec::link_to(r.about.newest)});
    for (spec::part const& p : spec::parts_of(r.about.transcribed)) {
      links.add(shown(p.path), {"parts", shown(p.before)});
    }
    for (spec::clause const& c : r.clauses) {
      for (spec::lines at : c.at) {
        links.add(shown(c.tag), {"links", spec::link_to(r.about.transcribed, at)});
      }
    }
    for (int line = 1; line <= r.about.lines; ++line) {
      links.add(shown(line), {"links", spec::link_to(r.about.transcribed, line) + " " +
                                           spec::link_to(r.about.transcribed, {line, line + 9})});
    }
    t.add(links);
  }
  row properties("rows.properties"), theorems("rows.theorems");
  for (spec::clause const& c : spec::properties)
    properties.add(shown(c.tag), {"property", shown(c)});
  for (spec::theorem const& each : spec::theorems) {
    theorems.add(shown(each.tag), {"theorem", shown(each)});
  }
  t.add(properties);
  t.add(theorems);
  row cited("rows.citations");
  for (spec::profile const& p : spec::profiles) {
    cited.add(shown(p.name), {"cites", shown(spec::citations_of(p)) + shown(p)});
  }
  t.add(cited);
  t.compare();
}

TEST(SpecRecord, TheTablesOfTheirOwnKind) {
  table t("tables");
  const auto add = [&](std::string const& name, auto const& some) {
    row all("tables." + name);
    for (auto const& each : some) all.add(shown(each.tag), {"row", shown(each)});
    t.add(all);
  };
  add("array_api.examples", spec::array_api::examples);
  add("array_api.in_place_examples", spec::array_api::in_place_examples);
  add("xla.examples", spec::xla::examples);
  add("mlir.inference_table", spec::mlir::inference_table);
  add("mlir.verification_table", spec::mlir::verification_table);
  add("mlir.examples", spec::mlir::examples);
  row signatures("tables.gufunc.signatures"), in_dim("tables.stablehlo.examples");
  for (auto const& s : spec::gufunc::signatures) {
    signatures.add(shown(s.tag), {"row", shown(s.at) + shown(s.name) + "|" + shown(s.signature) +
                                             "|" + shown(s.use)});
  }
  for (auto const& e : spec::stablehlo::examples) {
    std::string text = shown(e.at) + shown(e.operand) + shown(e.result);
    for (int each : e.broadcast_dimensions) text += std::to_string(each) + ",";
    in_dim.add(shown(e.tag), {"row", text});
  }
  row required("tables.requirements"), pages("tables.operator_pages"), values("tables.xla.values"),
      types("tables.mlir.printed_types"), constrained("tables.sonnx.constraints");
  const auto add_requirements = [&](spec::operator_page const& page, auto const& some) {
    for (auto const& r : some) required.add(shown(r.req_id), {"row", shown(r)});
    for (std::string_view text :
         {page.document, page.name, page.datatype, page.types, page.type_note, page.inputs,
          page.inputs_role, page.outputs, page.outputs_role, page.onnx_version, page.onnx_url,
          page.general_restrictions}) {
      pages.add(shown(page.document), {"text", shown(text)});
    }
  };
  add_requirements(spec::sonnx::page, spec::sonnx::requirements);
  add_requirements(spec::sonnx_2026_01::page, spec::sonnx_2026_01::requirements);
  for (auto const& o : spec::onnx::operator_pages)
    pages.add(shown(o.name), {"rule", shown(o.rule)});
  for (auto const& v : spec::xla::values_in_print) {
    std::string text =
        shown(v.at) + shown(v.what) + " " + shown(v.lhs_from) + " " + shown(v.rhs_from);
    for (int each : v.values) text += " " + shown(each);
    values.add(shown(v.tag), {"values", text});
  }
  for (std::string_view each : spec::mlir::printed_types) types.add("type", {"text", shown(each)});
  for (auto const& c : spec::sonnx::constraints) constrained.add(shown(c.tag), {"row", shown(c)});
  t.add(pages);
  t.add(values);
  t.add(types);
  t.add(signatures);
  t.add(in_dim);
  t.add(required);
  t.add(constrained);
  t.compare();
}

TEST(SpecRecord, WhatItsFunctionsAnswer) {
  table t("lookups");
  std::vector<std::string> names{"",      "none", "mlir.I1", "sonnx@2026-01.E1",
                                 "x.y.z", "xla@", "bcast.P1"};
  for (spec::rows const& r : spec::documents) names.emplace_back(r.about.name);
  for (spec::rule const& r : spec::rules) names.emplace_back(r.name);
  for (spec::profile const& p : spec::profiles) names.emplace_back(p.name);
  const auto asked = record::singles(names);
  t.ask("find_rule", asked, [](std::string const& name) {
    spec::rule const* r = spec::find_rule(name);
    return r != nullptr ? r->name : "null";
  });
  t.ask("document_with", asked,
        [](std::string const& name) { return spec::document_with(name).about.name; });
  t.ask("is_edition", asked, [](std::string const& name) { return spec::is_edition(name); });
  t.ask("document_of", asked,
        [](std::string const& name) { return std::string(spec::document_of(name)); });
  t.ask("rows_of", asked, [](std::string const& name) { return spec::rows_of(name).about.name; });
  t.ask("placed_rows", asked,
        [](std::string const& name) { return spec::placed_rows(name).size(); });
  t.ask("citations_of", asked, [](std::string const& name) {
    try {
      spec::profile p{};
      p.name = name;
      p.document = name.substr(0, name.find('_'));
      return spec::citations_of(p).document;
    } catch (std::logic_error const&) {
      return std::string_view("none");
    }
  });
  row all("lookups.names");
  const auto enumerators = [&](std::string const& of, auto const& some) {
    for (auto const& each : some) {
      all.add(of + shown(each.value), {"name", shown(each.name)});
    }
  };
  enumerators("level", spec::names<spec::level>);
  enumerators("defect", spec::names<spec::defect>);
  enumerators("standing", spec::names<spec::standing>);
  enumerators("order", spec::names<spec::meeting_order>);
  enumerators("category", spec::names<spec::mlir::category>);
  enumerators("inferred", spec::names<spec::mlir::inferred>);
  enumerators("knowledge", spec::names<spec::mlir::knowledge>);
  enumerators("outcome", spec::names<spec::mlir::outcome>);
  t.add(all);
  t.compare();
}

}  // namespace
}  // namespace spec_record_test
