// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/what_now.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/text.hpp"
#include "run/expectations.hpp"
#include "support/shell_word.hpp"

namespace bcast::proptests {
namespace {

using words = std::pair<std::string_view, std::string_view>;

template <std::size_t N>
std::string_view in(std::array<words, N> const& table, std::string_view name) {
  const auto at =
      std::find_if(table.begin(), table.end(), [&](words const& row) { return row.first == name; });
  return at == table.end() ? name : at->second;
}

constexpr std::array functions{
    words{"sub", "subtract"},    words{"mul", "multiply"},
    words{"div", "divide"},      words{"mod", "remainder"},
    words{"min", "minimum"},     words{"max", "maximum"},
    words{"and", "logical_and"}, words{"or", "logical_or"},
    words{"xor", "logical_xor"}, words{"shift_left", "bitwise_left_shift"},
    words{"copy", ""},           words{"shift_right", "bitwise_right_shift"}};
constexpr std::array types{words{"float", "float32"}, words{"double", "float64"}};
/// The operators in place; the other operations have none.
constexpr std::array operators{words{"add", "+="}, words{"sub", "-="}, words{"mul", "*="}};
/// The laws about which elements are read, of operands that share no memory.
constexpr std::array<std::string_view, 12> plain{"shape", "order",  "grouping",      "itself",
                                                 "unit",  "values", "elements",      "target",
                                                 "fill",  "expand", "product shape", "products"};

std::string tuple(std::vector<std::int64_t> const& sizes) {
  std::string text;
  for (std::int64_t n : sizes) text += fmt::format("{}{}", text.empty() ? "" : ", ", n);
  return "(" + text + (sizes.size() == 1 ? ",)" : ")");
}

bool is_dense(test_case const& c) {
  return c.before.empty() && !c.dimensions && is_static(c) &&
         (!c.result || c.result->layout.bits == 0) &&
         std::all_of(c.operands.begin(), c.operands.end(),
                     [](operand const& x) { return x.layout.bits == 0; });
}

/// What is called with the operands x0, x1, ...; empty if that cannot be said.
std::string call(outcome const& o, test_case const& c, std::string const& names) {
  law const& l = *o.stated;
  const bool in_place = o.subject.ends_with(" in place"), out = o.subject.ends_with(" out=");
  kit::result z = oracle::broadcast_shapes("array_api", c);
  if (c.result) z.shape = c.result->type;
  const std::string target = fmt::format("z = xp.zeros({}, dtype=xp.{}); ",
                                         tuple(sizes_of(z.shape)), in(types, c.element));
  const bool copies = l.asks == computation::copy || c.operation == "copy";
  if (copies && in_place) return target + "z[...] = x0; print(z)";
  if (copies) return fmt::format("print(xp.broadcast_to(x0, {}))", tuple(sizes_of(z.shape)));
  const std::string op = l.asks == computation::product       ? "matmul"
                         : l.asks == computation::subtraction ? "sub"
                                                              : c.operation;
  if (op.empty() || (op != "where" && op != "matmul" && c.operands.size() != 2)) return "";
  if (in_place) {
    const std::string_view sign = in(operators, op);
    return sign == op || c.result ? "" : fmt::format("x0 {} x1; print(x0)", sign);
  }
  if (l.cases == family::products && out) return "";
  const std::string_view f = in(functions, op);
  if (out) return fmt::format("{}xp.{}({}, out=z); print(z)", target, f, names);
  return fmt::format("print(xp.{}({}))", f, names);
}

}  // namespace

std::string in_python(outcome const& o, std::string const& module) {
  test_case const& c = o.failure.value().smallest;
  law const& l = *o.stated;
  if (!is_dense(c) || std::find(plain.begin(), plain.end(), l.name) == plain.end()) return "";
  std::string made, shapes, names, called;
  for (std::size_t m = 0; m < c.operands.size(); ++m) {
    const auto sizes = sizes_of(c.operands[m].type);
    std::uint64_t count = 1;
    for (std::int64_t n : sizes) count *= static_cast<std::uint64_t>(n);
    const std::string separator = m == 0 ? "" : ", ";
    made += fmt::format(
        "{}x{} = xp.reshape(xp.arange({}{}, {})", m == 0 ? "" : "; ", m, count,
        c.element == "bool" ? ") % 2 == 0" : fmt::format(", dtype=xp.{})", in(types, c.element)),
        tuple(sizes));
    shapes += separator + tuple(sizes);
    names += fmt::format("{}x{}", separator, m);
  }
  const bool of_shapes = l.cases == family::shapes && l.asks == computation::none;
  const bool has_function = module == "numpy" || module == "torch" || module == "jax.numpy";
  if (of_shapes && has_function) {
    made = "shapes = " + shapes + (c.operands.size() == 1 ? "," : "");
    called = "print(xp.broadcast_shapes(*shapes))";
  } else if (!of_shapes) {
    called = call(o, c, names);
  }
  if (called.empty()) return "";
  return fmt::format("import {} as xp\n{}\n{}  # {}\n", module, made, called,
                     in_a_line(c, o.failure->what));
}

std::string words_of(std::vector<failure_told> const& all) {
  constexpr std::array known{
      words{"1>", "1>2: a size of 1, stretched to 2; .>2: an axis that is not there"},
      words{"] (must)", "(must): the document requires it"},
      words{"] (should)", "(should): the document recommends it"},
      words{"] (derived)", "(derived): it follows from the documents"},
      words{"mutual", "mutual: each operand stretches the other"},
  };
  std::string out;
  for (auto const& [sign, meaning] : known) {
    const bool occurs =
        std::any_of(all.begin(), all.end(), [&, mark = sign](failure_told const& t) {
          return t.report.find(mark) != std::string::npos;
        });
    if (occurs) out += fmt::format("{}{}", out.empty() ? "" : "; ", meaning);
  }
  return out;
}

std::string what_now(std::vector<failure_told> const& all, door const& by) {
  outcome const& o =
      *std::min_element(all.begin(), all.end(), [](failure_told const& a, failure_told const& b) {
         return to_string(a.failed->failure->smallest).size() <
                to_string(b.failed->failure->smallest).size();
       })->failed;
  std::string const& again = o.failure->replay;
  std::string out = fmt::format("What now?\n  again   {}\n", again);
  if (by.debugged) out += fmt::format("  debug   {}\n", by.debugged(again));
  out += fmt::format("  expect  printf '%s\\n' 'bcast-xfail 1' {} >known.txt  # then {}known.txt\n",
                     shell_word(expected_failure_line(o)), by.expects);
  if (by.writes) out += "  tell    --report FILE writes each failure as an issue\n";
  out += "  read    docs/site/pages/check.md: When your system deviates on purpose\n";
  if (const std::string words = words_of(all); !words.empty()) out += "  words   " + words + "\n";
  return out;
}

std::string as_issues(std::vector<failure_told> const& all) {
  std::string out;
  for (failure_told const& t : all) {
    outcome const& o = *t.failed;
    out += fmt::format("# {}: {}\n\n{} [{}]\n\n", o.subject,
                       in_a_line(o.failure->smallest, o.failure->what), o.stated->statement,
                       o.stated->tag);
    if (!t.in_python.empty()) out += fmt::format("```python\n{}```\n\n", t.in_python);
    out += fmt::format("Found by `bcast check`, with {}:\n\n```\n{}```\n\n", o.subject, t.report);
  }
  return out.empty() ? "No new failure.\n" : out;
}

std::string as_annotations(std::vector<failure_told> const& all) {
  const auto escaped = [](std::string_view text, std::string_view marks) {
    std::string out;
    for (const char c : text) {
      if (marks.find(c) == marks.npos) {
        out += c;
      } else {
        out += fmt::format("%{:02X}", static_cast<int>(c));
      }
    }
    return out;
  };
  std::string out;
  for (failure_told const& t : all) {
    const std::string title = fmt::format("{} of {}", t.failed->stated->name, t.failed->subject);
    out += fmt::format("::error title={}::{}\n", escaped(title, "%\r\n:,"),
                       escaped(t.report, "%\r\n"));
  }
  return out;
}

}  // namespace bcast::proptests
