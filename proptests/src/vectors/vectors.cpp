// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vectors/vectors.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/text.hpp"
#include "bcast/spec/documents.hpp"
#include "bcast/spec/findings.hpp"
#include "bcast/spec/names.hpp"
#include "bcast/spec/properties.hpp"
#include "oracle/plain.hpp"
#include "pipe/contract.hpp"
#include "pipe/shapes.hpp"

namespace bcast::proptests {
namespace {

using pipe::json;
using kind = kit::result::kind;

/// A tag's level of obligation and its text.
struct clause_row {
  spec::level level;
  std::string_view statement;
};

clause_row row_of(std::string_view tag) {
  std::optional<clause_row> found;
  const auto look = [&](auto const& rows) {
    for (spec::clause const& c : rows) {
      if (c.tag == tag) found = clause_row{c.obligation, c.statement};
    }
  };
  for (spec::rows const& r : spec::documents) look(r.clauses);
  look(spec::properties);
  for (spec::scope_note const& n : spec::notes) {
    if (n.tag == tag) found = clause_row{spec::level::silent, n.statement};
  }
  // Only rows of MLIR's tables are left.
  return found.value_or(clause_row{spec::level::must, "a row of the document's table"});
}

/// The vectors, with the clauses that they cite.
class collection {
 public:
  /// A question of one case, and what a document answers. `clause`: where it accepts.
  void add(vector_case const& from, char const* what, std::string_view document, json ask,
           kit::result const& expected, json ok, std::string_view clause) {
    json v{{"id", fmt::format("{}/{}/{}", from.id, what, document)},
           {"case", from.text},
           {"rule", document}};
    const bool accepted = expected.verdict == kind::ok;
    v["verdict"] = accepted                            ? "valid"
                   : expected.verdict == kind::refused ? "invalid"
                                                       : "acceptable";
    v["ask"] = std::move(ask);
    if (accepted) v["ok"] = std::move(ok);
    finish(std::move(v), accepted ? clause : std::string_view(expected.tag), from.because,
           accepted ? "" : expected.why);
  }

  /// A case that the document says should, but need not, be refused.
  void add_should(vector_case const& from, char const* what, json ask, std::string_view clause) {
    finish({{"id", fmt::format("{}/{}/array_api", from.id, what)},
            {"case", from.text},
            {"rule", "array_api"},
            {"verdict", "acceptable"},
            {"ask", std::move(ask)}},
           clause, from.because, "");
  }

  std::string text() const {
    json head{{"bcast_vectors", 1}, {"pipe", pipe::version}};
    for (std::string const& tag : cited_) {
      const clause_row row = row_of(tag);
      head["clauses"][tag] = {{"level", spec::name(row.level)}, {"statement", row.statement}};
    }
    std::string all = head.dump(1);
    all.erase(all.size() - 2);  // the closing brace and its line
    all += ",\n \"vectors\": [\n";
    for (std::size_t k = 0; k < vectors_.size(); ++k) {
      all += "  " + vectors_[k].dump() + (k + 1 == vectors_.size() ? "\n" : ",\n");
    }
    return all + " ]\n}\n";
  }

 private:
  void finish(json v, std::string_view clause, std::string const& because, std::string const& why) {
    if (!ids_.insert(v["id"].get<std::string>()).second) return;
    v["clause"] = clause;
    v["level"] = spec::name(row_of(clause).level);
    v["reason"] = because + (why.empty() ? "" : ": " + why);
    cited_.insert(std::string(clause));
    vectors_.push_back(std::move(v));
  }

  std::vector<json> vectors_;
  std::set<std::string> ids_, cited_;
};

json join_ask(test_case const& c) {
  json ask{{"ask", "broadcast_shapes"}, {"in", pipe::to_json(types_of(c))}};
  if (c.dimensions) {
    ask["dims"] = json::array();
    for (std::int64_t d : *c.dimensions) ask["dims"].push_back(pipe::whole(d));
  }
  return ask;
}

void add_joins(collection& to, vector_case const& from, test_case const& c) {
  for (spec::document_rule const& r : spec::document_rules) {
    if (spec::is_edition(r.name) || (c.dimensions && !takes_dimensions(r.name))) continue;
    const kit::result expected = oracle::broadcast_shapes(r.name, c);
    to.add(from, "shape", r.name, join_ask(c), expected, pipe::to_json(expected.shape), r.clause);
  }
}

std::int64_t count_of(std::vector<std::int64_t> const& sizes) {
  std::int64_t count = 1;
  for (std::int64_t size : sizes) count *= size;
  return count;
}

/// A tensor whose elements are their own positions in row-major order, from 1, operand after
/// operand.
json tensor_of(std::vector<std::int64_t> const& sizes, std::int64_t& next) {
  json values = json::array();
  for (std::int64_t left = count_of(sizes); left > 0; --left) values.push_back(next++);
  return {{"dtype", "int32"}, {"shape", pipe::of_sizes(sizes)}, {"values", std::move(values)}};
}

json values_ask(char const* op, test_case const& c, std::vector<std::int64_t> const& result,
                std::size_t outputs) {
  json ask{{"ask", "apply"}, {"op", op}, {"in", json::array()}, {"out", json::array()}};
  std::int64_t next = 1;
  for (operand const& o : c.operands) ask["in"].push_back(tensor_of(sizes_of(o.type), next));
  for (std::size_t m = 0; m < outputs; ++m) {
    ask["out"].push_back({{"dtype", "int32"}, {"shape", pipe::of_sizes(result)}});
  }
  return ask;
}

/// Whether a vector has room for the elements of a case and of its result.
bool is_small(test_case const& c, std::vector<std::int64_t> const& result) {
  constexpr std::int64_t most = 1 << 10;
  std::vector<std::vector<std::int64_t>> all{result};
  for (operand const& o : c.operands) all.push_back(sizes_of(o.type));
  std::int64_t elements = 0;
  for (auto const& sizes : all) {
    if (std::ranges::any_of(sizes, [](std::int64_t n) { return n > most; })) return false;
    elements += count_of(sizes);
  }
  return elements <= most;
}

void add_product(collection& to, vector_case const& from, test_case const& c) {
  if (c.operands.size() != 2 || !is_static(c)) return;
  const std::string_view rule = "gufunc_matmul";
  const kit::result expected =
      oracle::product(rule, sizes_of(c.operands[0].type), sizes_of(c.operands[1].type));
  to.add(from, "matmul_shape", rule, {{"ask", "matmul_shape"}, {"in", pipe::to_json(types_of(c))}},
         expected, pipe::to_json(expected.shape), "bcast.P71");
  if (expected.verdict != kind::ok || !is_small(c, sizes_of(expected.shape))) return;
  json ask = values_ask("", c, sizes_of(expected.shape), 1);
  ask["ask"] = "matmul";
  ask.erase("op");
  to.add(from, "matmul", rule, ask, expected, pipe::respond(plain(), ask)["ok"], "bcast.P72");
}

/// A gradient that is summed back to the first operand that is stretched.
void add_adjoint(collection& to, vector_case const& from, test_case const& c) {
  const kit::result joined = oracle::broadcast_shapes("array_api", c);
  if (joined.verdict != kind::ok || !is_small(c, sizes_of(joined.shape))) return;
  const auto stretched =
      std::ranges::find_if(c.operands, [&](operand const& o) { return o.type != joined.shape; });
  if (stretched == c.operands.end()) return;
  std::int64_t next = 1;
  const json ask{
      {"ask", "adjoint"},
      {"in", json::array({tensor_of(sizes_of(joined.shape), next)})},
      {"out",
       json::array({{{"dtype", "int32"}, {"shape", pipe::of_sizes(sizes_of(stretched->type))}}})}};
  to.add(from, "adjoint", "array_api", ask, joined, pipe::respond(plain(), ask)["ok"], "bcast.P26");
}

void add_values(collection& to, vector_case const& from, test_case const& c) {
  const kit::result joined = oracle::broadcast_shapes("array_api", c);
  if (joined.verdict != kind::ok) return;
  const auto result = sizes_of(joined.shape);
  if (!is_small(c, result)) return;
  for (char const* op : {"broadcast", "sub"}) {
    const bool one = op == std::string_view("sub");
    const json ask = values_ask(op, c, result, one ? 1 : c.operands.size());
    to.add(from, op, "sonnx", ask, joined, pipe::respond(plain(), ask)["ok"],
           one ? "bcast.P6" : "sonnx.F6");
  }
}

/// Copying the one operand into a target.
void add_target(collection& to, vector_case const& from, test_case const& c) {
  const auto target = sizes_of(c.result->type);
  if (count_of(target) > 1 << 10) return;
  const json ask = values_ask("copy", c, target, 1);
  const json answer = pipe::respond(plain(), ask);
  kit::result expected = pipe::to_verdict(answer);
  expected.tag = "bcast.P8";
  auto stripped = sizes_of(c.operands.front().type);
  while (stripped.size() > target.size() && stripped.front() == 1) {
    stripped.erase(stripped.begin());
  }
  const kit::result without = oracle::broadcast_shapes({stripped, target});
  if (expected.verdict == kind::refused && stripped.size() <= target.size() &&
      without.verdict == kind::ok && sizes_of(without.shape) == target) {
    to.add_should(from, "copy", ask, "array_api.I2");
    return;
  }
  to.add(from, "copy", "array_api", ask, expected, answer.value("ok", json()), "bcast.P8");
}

void add_verification(collection& to, vector_case const& from, test_case const& c) {
  const json ask{{"ask", "verify"},
                 {"in", pipe::to_json(types_of(c))},
                 {"result", pipe::to_json(c.result->type)}};
  to.add(from, "verify", "mlir", ask, oracle::verify("mlir", c), true, "mlir.A5");
}

}  // namespace

std::map<std::string, std::string> vector_files() {
  collection all;
  for (vector_case const& from : vector_cases()) {
    const test_case c = parse_case(from.text);
    if (c.result && (c.operands.size() != 1 || !is_static(c))) {
      add_verification(all, from, c);
    } else if (c.result) {
      add_target(all, from, c);
    } else {
      add_joins(all, from, c);
      if (is_static(c) && !c.dimensions) {
        add_values(all, from, c);
        add_adjoint(all, from, c);
      }
    }
    if (from.product) add_product(all, from, c);
  }
  return {{"vectors.json", all.text()},
          {"vectors-1.schema.json", std::string(vectors_schema())},
          {"pipe-1.schema.json", std::string(pipe_schema())}};
}

}  // namespace bcast::proptests
