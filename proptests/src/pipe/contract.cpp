// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipe/contract.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>

#include "bcast/proptests/failure.hpp"
#include "laws/known.hpp"
#include "oracle/own_operations.hpp"
#include "pipe/members.hpp"
#include "pipe/shapes.hpp"
#include "pipe/tensors.hpp"

namespace bcast::proptests::pipe {
namespace {

using kind = kit::result::kind;

json ask_of(std::string const& what) { return {{"ask", what}}; }

/// The error for an answer that breaks the contract.
[[noreturn]] void fail(json const& ask, json const& answer, std::string_view what) {
  const std::string text =
      fmt::format("the program's answer: {}\nit was asked    {}\nit answered     {}", what,
                  quote_value(ask), quote_value(answer));
  if (answer.contains("error")) throw subject_error(text);
  throw subject_failure(text);
}

/// The verdict on shapes; `common` if they are accepted with a shape.
kit::result ask_shapes(responder const& ask, json const& question, bool shape_due) {
  const json answer = ask(question, 0);
  try {
    kit::result a = to_verdict(answer);
    if (a.verdict == kind::ok && (shape_due || answer["ok"].is_array())) {
      a.shape = to_type(answer["ok"]);
    }
    return a;
  } catch (malformed const& m) {
    fail(question, answer, m.what());
  }
}

kit::result ask_values(responder const& ask, json question, sent const& tensors) {
  question.update(tensors.body());
  const json answer = ask(question, tensors.elements());
  try {
    kit::result a = to_verdict(answer);
    if (a.verdict == kind::ok) tensors.receive(answer["ok"]);
    return a;
  } catch (malformed const& m) {
    fail(question, answer, m.what());
  }
}

bool offers(capabilities const& c, std::string_view ask) {
  return std::find(c.asks.begin(), c.asks.end(), ask) != c.asks.end();
}

json error(std::string_view what) { return {{"error", what}}; }

json of_answer(kit::result const& a, json ok) {
  json answer;
  switch (a.verdict) {
    case kind::ok:
      answer["ok"] = std::move(ok);
      return answer;
    case kind::refused:
      answer["reject"] = a.why;
      break;
    case kind::silent:
      answer["no_answer"] = a.why;
      break;
    case kind::unsupported:
      answer["unsupported"] = a.why;
      break;
  }
  if (!a.tag.empty()) answer["tag"] = a.tag;
  if (a.axis) answer["at"] = {{"axis", *a.axis}, {"operands", a.operands}};
  return answer;
}

std::vector<kit::shape> to_types(json const& all) {
  std::vector<kit::shape> types;
  for (json const& one : all) types.push_back(to_type(one));
  return types;
}

json unsupported() { return {{"unsupported", "it is not offered"}}; }

json respond_shapes(kit::subject const& s, std::string const& what, json const& ask) {
  const std::vector<kit::shape> operands = to_types(member(ask, "in"));
  if (what == "broadcast_shapes") {
    std::optional<kit::broadcast_dimensions> dimensions;
    if (ask.contains("dims")) {
      dimensions.emplace();
      for (json const& d : ask["dims"]) dimensions->push_back(to_whole(d));
    }
    if (!s.broadcast_shapes) return unsupported();
    const kit::result a = s.broadcast_shapes(operands, dimensions);
    return of_answer(a, to_json(a.shape));
  }
  if (what == "matmul_shape") {
    if (!s.matmul_shape) return unsupported();
    if (operands.size() != 2) throw malformed("a product has two operands");
    const kit::result a = s.matmul_shape(operands[0], operands[1]);
    return of_answer(a, to_json(a.shape));
  }
  const kit::shape result = to_type(member(ask, "result"));
  if (what == "verify") {
    if (!s.verify) return unsupported();
    return of_answer(s.verify(operands, result), to_json(result));
  }
  if (!s.expand || operands.empty()) return unsupported();
  const kit::result a = s.expand(operands.front(), result);
  return of_answer(a, to_json(a.shape));
}

json respond_values(kit::subject const& s, std::string const& what, json const& ask) {
  if (what == "apply" ? !s.apply : what == "matmul" ? !s.matmul : !s.adjoint) return unsupported();
  const received tensors(ask);
  if (tensors.operands().empty() || tensors.outputs().empty()) {
    throw malformed("an ask for values needs an operand and an output");
  }
  kit::result a;
  if (what == "apply") {
    a = s.apply(text_of(ask, "op"), tensors.operands(), tensors.outputs());
  } else if (what == "matmul") {
    if (tensors.operands().size() != 2) throw malformed("a product has two operands");
    a = s.matmul(tensors.operands()[0], tensors.operands()[1], tensors.outputs().front());
  } else {
    a = s.adjoint(tensors.operands().front(), tensors.outputs().front());
  }
  return of_answer(a, a.verdict == kind::ok ? tensors.answer() : json());
}

/// What an operation of the subject's own gives for some rows of numbers; null where nothing.
json respond_meaning(json const& ask) {
  own_operation const* const own = find_own_operation(text_of(ask, "op"));
  if (own == nullptr) return unsupported();
  json values = json::array();
  for (json const& row : member(ask, "in")) {
    const double value = own->value(row.get<std::vector<double>>());
    values.push_back(std::isfinite(value) ? json(value) : json());
  }
  return {{"ok", values}};
}

json answered(kit::subject const& s, json const& ask) {
  const std::string what = text_of(ask, "ask");
  if (what == "value") return respond_meaning(ask);
  if (what == "caps") return to_json(capabilities_of(s));
  if (what == "join") return respond_shapes(s, "broadcast_shapes", ask);  // its old name
  const auto is = [&](std::string_view name) { return what == name; };
  if (std::any_of(shape_asks.begin(), shape_asks.end(), is)) return respond_shapes(s, what, ask);
  if (std::any_of(value_asks.begin(), value_asks.end(), is)) return respond_values(s, what, ask);
  return unsupported();
}

}  // namespace

kit::result to_verdict(json const& answer) {
  struct word {
    char const* key;
    kind verdict;
  };
  constexpr std::array words{word{"ok", kind::ok}, word{"reject", kind::refused},
                             word{"no_answer", kind::silent},
                             word{"unsupported", kind::unsupported}};
  if (answer.contains("error")) {
    throw malformed("an error instead of a verdict: " + printable(text_of(answer, "error")));
  }
  kit::result a;
  int verdicts = 0;
  for (word const& w : words) {
    if (!answer.contains(w.key)) continue;
    ++verdicts;
    a.verdict = w.verdict;
    if (w.verdict != kind::ok && answer[w.key].is_string()) {
      constexpr std::size_t longest = 2000;  // each failure prints it
      a.why = shown(answer[w.key].get<std::string>(), longest);
    }
  }
  if (verdicts != 1) {
    throw malformed(fmt::format(
        "{} of \"ok\", \"reject\", \"no_answer\", \"unsupported\" and \"error\" in the answer; "
        "expected one",
        verdicts == 0 ? "none" : "several"));
  }
  a.tag = text_of(answer, "tag");
  const auto at = answer.find("at");
  if (at == answer.end() || at->is_null()) return a;
  a.axis = limit_of(*at, "axis");
  if (a.axis == SIZE_MAX) a.axis.reset();
  const auto operands = at->find("operands");
  if (operands == at->end()) return a;
  for (json const& m : *operands) {
    const std::int64_t number = to_whole(m);
    if (number < 0) throw malformed("an operand's number is negative");
    a.operands.push_back(static_cast<std::size_t>(number));
  }
  return a;
}

void define_own(capabilities& c, responder const& ask) {
  for (auto const& [name, operands] : c.own_ops) {
    const std::vector<std::vector<double>> rows = own_rows(operands);
    const json answer = ask({{"ask", "value"}, {"op", name}, {"in", rows}}, rows.size());
    to_verdict(answer);
    json const& values = member(answer, "ok");
    if (!values.is_array() || values.size() != rows.size()) {
      throw malformed(fmt::format("\"ok\" must be a list of {} values of '{}'; it is {}",
                                  rows.size(), name, quote_value(values)));
    }
    std::vector<double> table;
    for (json const& value : values) {
      if (!value.is_null() && !value.is_number()) {
        throw malformed(
            fmt::format("a value of '{}' is {}; expected a number, or null where there "
                        "is none",
                        name, quote_value(value)));
      }
      table.push_back(value.is_null() ? std::nan("") : value.get<double>());
    }
    define_operation(name, operands, std::move(table));
    c.declares.ops.push_back(name);
  }
}

kit::subject subject_of(capabilities const& c, responder const& ask) {
  kit::subject s;
  s.name = c.name;
  s.rule = c.rule;
  s.declares = c.declares;
  s.connected = kit::binding::pipe;
  const encoding as{c.declares.strided, c.base64};
  if (offers(c, "broadcast_shapes")) {
    const std::string word = c.says_join ? "join" : "broadcast_shapes";
    s.broadcast_shapes = [ask, word](std::vector<kit::shape> const& operands,
                                     std::optional<kit::broadcast_dimensions> const& dimensions) {
      json question = ask_of(word);
      question["in"] = to_json(operands);
      if (dimensions) question["dims"] = of_sizes(*dimensions);
      return ask_shapes(ask, question, true);
    };
  }
  if (offers(c, "verify")) {
    s.verify = [ask](std::vector<kit::shape> const& operands, kit::shape const& result) {
      json question = ask_of("verify");
      question["in"] = to_json(operands);
      question["result"] = to_json(result);
      return ask_shapes(ask, question, false);
    };
  }
  if (offers(c, "expand")) {
    s.expand = [ask](kit::shape const& operand, kit::shape const& target) {
      json question = ask_of("expand");
      question["in"] = to_json(std::vector{operand});
      question["result"] = to_json(target);
      return ask_shapes(ask, question, true);
    };
  }
  if (offers(c, "apply")) {
    s.apply = [ask, as](std::string_view op, std::vector<kit::tensor> const& operands,
                        std::vector<kit::tensor> const& outputs) {
      json question = ask_of("apply");
      question["op"] = op;
      return ask_values(ask, question, sent(operands, outputs, as));
    };
  }
  if (offers(c, "adjoint")) {
    s.adjoint = [ask, as](kit::tensor const& gradient, kit::tensor const& out) {
      return ask_values(ask, ask_of("adjoint"), sent({gradient}, {out}, as));
    };
  }
  if (offers(c, "matmul_shape")) {
    s.matmul_shape = [ask](kit::shape const& a, kit::shape const& b) {
      json question = ask_of("matmul_shape");
      question["in"] = to_json(std::vector{a, b});
      return ask_shapes(ask, question, true);
    };
  }
  if (offers(c, "matmul")) {
    s.matmul = [ask, as](kit::tensor const& a, kit::tensor const& b, kit::tensor const& out) {
      return ask_values(ask, ask_of("matmul"), sent({a, b}, {out}, as));
    };
  }
  return adopted(s);
}

json respond(kit::subject const& s, json const& ask) {
  json answer;
  if (ask.is_object() && ask.contains("id")) answer["id"] = ask["id"];
  try {
    answer.update(ask.is_object() ? answered(s, ask) : error("an ask is a JSON object"));
  } catch (std::exception const& e) {
    answer.update(error(e.what()));
  }
  return answer;
}

}  // namespace bcast::proptests::pipe
