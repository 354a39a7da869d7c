// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "bcast/kit/subject.hpp"
#include "bcast/proptests/case.hpp"
#include "bcast/proptests/oracle.hpp"
#include "bcast/reference/array_api.hpp"
#include "bcast/reference/outcome.hpp"
#include "subjects/subjects.hpp"

/// Writes complete small scopes with their expected outcomes, one case a line, for
/// peers/compare.py.
namespace {

namespace kit = bcast::kit;
namespace proptests = bcast::proptests;
namespace reference = bcast::reference;
using json = nlohmann::ordered_json;
using shape = std::vector<std::int64_t>;

/// All types of rank 0 to `max_rank` with sizes from 0 to `max_size`, and `?` if `unknown`.
std::vector<kit::shape> types(std::size_t max_rank, std::int64_t max_size, bool unknown = false) {
  std::vector<kit::dim> sizes;
  if (unknown) sizes.emplace_back(std::nullopt);
  for (std::int64_t size = 0; size <= max_size; ++size) sizes.emplace_back(size);
  std::vector<kit::shape> all{{}};
  for (std::size_t t = 0; t < all.size(); ++t) {
    if (all[t].sizes.size() == max_rank) break;
    for (kit::dim const& size : sizes) {
      all.push_back(all[t]);
      all.back().sizes.push_back(size);
    }
  }
  return all;
}

json to_json(kit::shape const& t) {
  if (!t.ranked) return "*";
  json sizes = json::array();
  for (kit::dim const& d : t.sizes) {
    if (d) {
      sizes.push_back(*d);
    } else {
      sizes.push_back("?");
    }
  }
  return sizes;
}

/// For each element of the result in row-major order, the row-major position of the operand's
/// element that it is read from.
std::vector<std::int64_t> reads(shape const& operand, shape const& result) {
  std::vector<std::int64_t> positions;
  std::int64_t count = 1;
  for (std::int64_t size : result) count *= size;
  for (std::int64_t element = 0; element < count; ++element) {
    shape at(result.size());
    std::int64_t rest = element;
    for (std::size_t axis = result.size(); axis-- > 0; rest /= result[axis]) {
      at[axis] = rest % result[axis];
    }
    const shape source = proptests::oracle::operand_index(operand, result, at);
    std::int64_t position = 0;
    for (std::size_t axis = 0; axis < operand.size(); ++axis) {
      position = position * operand[axis] + source[axis];
    }
    positions.push_back(position);
  }
  return positions;
}

void set_outcome(json& row, kit::result const& expected) {
  if (expected.verdict == kit::result::kind::ok) {
    row["ok"] = to_json(expected.shape);
  } else {
    row["reject"] = true;
    row["tag"] = expected.tag;
  }
}

void write(json const& row) { std::cout << row.dump() << '\n'; }

/// Every pair of rank <= 3 with sizes 0 to 4.
void array_api() {
  const auto all = types(3, 4);
  for (kit::shape const& a : all) {
    for (kit::shape const& b : all) {
      const std::vector<shape> operands{proptests::sizes_of(a), proptests::sizes_of(b)};
      const kit::result expected = proptests::oracle::broadcast_shapes(operands);
      json row{{"operands", operands}};
      set_outcome(row, expected);
      if (expected.verdict == kit::result::kind::ok) {
        const shape result = proptests::sizes_of(expected.shape);
        row["reads"] = json::array({reads(operands[0], result), reads(operands[1], result)});
      }
      write(row);
    }
  }
}

/// Every target and every source of rank <= 3 with sizes 0 to 3.
void in_place() {
  const auto all = types(3, 3);
  for (kit::shape const& t : all) {
    for (kit::shape const& s : all) {
      const shape target = proptests::sizes_of(t), source = proptests::sizes_of(s);
      json row{{"target", target}, {"operands", json::array({source})}};
      try {
        reference::array_api::in_place(reference::list<reference::index>(target),
                                       reference::list<reference::index>(source));
        row["ok"] = target;
        row["reads"] = json::array({reads(source, target)});
      } catch (reference::violation const& v) {
        row["reject"] = true;
        row["tag"] = v.tag;
      }
      write(row);
    }
  }
}

/// All tuples of up to `max_count` entries from -1 to `rank`.
std::vector<kit::broadcast_dimensions> tuples(std::size_t max_count, std::int64_t rank) {
  std::vector<kit::broadcast_dimensions> all{{}};
  for (std::size_t t = 0; t < all.size(); ++t) {
    if (all[t].size() == max_count) break;
    for (std::int64_t entry = -1; entry <= rank; ++entry) {
      all.push_back(all[t]);
      all.back().push_back(entry);
    }
  }
  return all;
}

/// The shape that an operand of lower rank has after the tuple was applied, with 1 where it is
/// stretched. The tuple increases, so the elements keep their row-major positions.
shape lifted(shape const& operand, std::size_t rank, kit::broadcast_dimensions const& dimensions) {
  if (operand.size() == rank) return operand;
  shape sizes(rank, 1);
  for (std::size_t k = 0; k < operand.size(); ++k) {
    sizes[static_cast<std::size_t>(dimensions[k])] = operand[k];
  }
  return sizes;
}

/// Every pair of rank <= 3 with sizes 0 to 3, but for two of rank 3, with every tuple of up to one
/// entry more than the lower rank, from -1 to the higher rank. No tuple and an empty one are the
/// same to XlaBuilder.
void xla_client() {
  const kit::subject verifier = bcast::subjects::verifier("xla_client");
  const auto all = types(3, 3);
  for (kit::shape const& lhs : all) {
    for (kit::shape const& rhs : all) {
      const auto [lower, higher] = std::minmax({lhs.sizes.size(), rhs.sizes.size()});
      if (lower == 3) continue;
      for (kit::broadcast_dimensions const& dimensions :
           tuples(lower + 1, static_cast<std::int64_t>(higher))) {
        const kit::result expected = verifier.broadcast_shapes({lhs, rhs}, dimensions);
        json row{{"operands", json::array({to_json(lhs), to_json(rhs)})}, {"dims", dimensions}};
        set_outcome(row, expected);
        if (expected.verdict == kit::result::kind::ok) {
          const shape result = proptests::sizes_of(expected.shape);
          for (kit::shape const& t : {lhs, rhs}) {
            row["reads"].push_back(
                reads(lifted(proptests::sizes_of(t), higher, dimensions), result));
          }
        }
        write(row);
      }
    }
  }
}

/// Every pair and every declared result of rank <= 2 with sizes 0 to 3 and `?`; or else, those with
/// an operand or a result of unknown rank.
void mlir(bool unranked) {
  const kit::subject verifier = bcast::subjects::verifier("mlir@19");
  auto all = types(2, 3, true);
  all.push_back(kit::shape::unranked());
  for (kit::shape const& a : all) {
    for (kit::shape const& b : all) {
      for (kit::shape const& result : all) {
        if ((a.ranked && b.ranked && result.ranked) == unranked) continue;
        json row{{"operands", json::array({to_json(a), to_json(b)})}, {"target", to_json(result)}};
        set_outcome(row, verifier.verify({a, b}, result));
        if (row.contains("ok")) row["ok"] = row["target"];
        write(row);
      }
    }
  }
}

/// Every pair of rank <= 2 with sizes 0 to 3 and `?`, and of unknown rank.
void onnx() {
  const kit::subject verifier = bcast::subjects::verifier("onnx");
  auto all = types(2, 3, true);
  all.push_back(kit::shape::unranked());
  for (kit::shape const& a : all) {
    for (kit::shape const& b : all) {
      json row{{"operands", json::array({to_json(a), to_json(b)})}};
      set_outcome(row, verifier.broadcast_shapes({a, b}, std::nullopt));
      write(row);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"The cases that peers are asked, with the outcomes that bcast expects"};
  std::string rule;
  bool assigns = false, unranked = false;
  auto* asked = app.add_option_group("asked")->require_option(1);
  auto* named = asked->add_option("--rule", rule,
                                  "a rule's verdicts, over the scope that is asked of its peers");
  named->check(CLI::IsMember({"array_api", "xla_client", "mlir@19", "onnx"}));
  asked->add_flag("--in-place", assigns, "array_api's verdicts on in-place assignment");
  app.add_flag("--unranked", unranked, "of mlir@19: what has an unknown rank, instead")
      ->needs(named);
  try {
    app.parse(argc, argv);
  } catch (CLI::ParseError const& e) {
    return app.exit(e) == 0 ? 0 : 2;
  }
  std::ios::sync_with_stdio(false);
  if (assigns) in_place();
  if (rule == "array_api") array_api();
  if (rule == "xla_client") xla_client();
  if (rule == "mlir@19") mlir(unranked);
  if (rule == "onnx") onnx();
  return std::cout.flush() ? 0 : 4;
}
