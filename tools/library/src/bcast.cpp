// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/bcast.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "answers/answer.hpp"
#include "bcast/engine/detail/plan.hpp"
#include "bcast/proptests/oracle.hpp"
#include "cases/element_kinds.hpp"
#include "convert.hpp"
#include "explain/explanation.hpp"
#include "subjects/subjects.hpp"

namespace {

using namespace bcast;
using kind = kit::result::kind;

std::string name_of(char const* rule) { return rule == nullptr ? "array_api" : rule; }

proptests::test_case case_of(std::int32_t n, bcast_dims const* operands, bcast_rule const* rule) {
  proptests::test_case c;
  for (kit::shape const& t : capi::types(n, operands)) c.operands.push_back({t, {}});
  c.dimensions = capi::dimensions(rule);
  return c;
}

/// Passes an answer's shape to C.
kit::result given(kit::result answer, bcast_dims_out* result) {
  if (answer.verdict == kind::ok) capi::write(answer.shape, result);
  return answer;
}

kit::result compute(std::string_view op, std::int32_t n, bcast_tensor const* operands,
                    std::int32_t n_out, bcast_tensor const* outputs) {
  const auto x = capi::tensors("operand", n, operands);
  const auto z = capi::tensors("output", n_out, outputs);
  if (x.empty()) throw std::invalid_argument("expected at least one operand");
  for (auto const* some : {&x, &z}) {
    for (kit::tensor const& t : *some) {
      if (t.element.empty()) {
        return capi::unsupported("the engine does not support this element type");
      }
    }
  }
  kit::result a = subjects::engine().apply(op, x, z);
  if (a.verdict == kind::unsupported && a.why.empty()) {
    a.why = "the engine has no operation '" + std::string(op) + "' on " + std::to_string(n) +
            " operands of " + std::string(x.front().element);
  }
  return a;
}

void check(char const* what, kit::tensor const& t) {
  const auto negative = std::find_if(t.sizes.begin(), t.sizes.end(), [](auto s) { return s < 0; });
  if (negative != t.sizes.end()) {
    throw std::invalid_argument(std::string(what) + " has the negative size " +
                                std::to_string(*negative) + " on axis " +
                                std::to_string(negative - t.sizes.begin()));
  }
  const bool empty = std::find(t.sizes.begin(), t.sizes.end(), 0) != t.sizes.end();
  if (!empty && t.data == nullptr)
    throw std::invalid_argument(std::string(what) + " has no memory");
}

engine::layout layout_of(kit::tensor const& t) {
  return {{t.sizes.begin(), t.sizes.end()}, {t.strides.begin(), t.strides.end()}};
}

char* at(kit::tensor const& t, std::vector<std::int64_t> const& i, std::size_t bytes) {
  std::int64_t steps = 0;
  for (std::size_t k = 0; k < i.size(); ++k) steps += i[k] * t.strides[k];
  return static_cast<char*>(t.data) + steps * static_cast<std::int64_t>(bytes);
}

/// Moves i to the next index sequence in row-major order; false after the last one.
bool next(std::vector<std::int64_t>& i, std::vector<std::int64_t> const& sizes) {
  for (std::size_t k = sizes.size(); k-- > 0;) {
    if (++i[k] < sizes[k]) return true;
    i[k] = 0;
  }
  return false;
}

/// z = x, repeated to z's shape: each element is fetched by SONNX's formulas [sonnx.F6]. Rejects
/// where x does not broadcast to z's shape without changing it, and memory that the engine's plan
/// refuses: an output that overlaps itself, an operand that overlaps it other than element by
/// element, offsets beyond 64 bits. Throws std::invalid_argument for a negative size, and for a
/// null pointer where there are elements.
kit::result reference_copy(kit::tensor const& x, kit::tensor const& z) {
  check("operand 0", x);
  check("the output", z);
  kit::result a = proptests::oracle::broadcast_shapes({x.sizes, z.sizes});
  if (a.verdict != kit::result::kind::ok) return a;
  if (proptests::sizes_of(a.shape) != z.sizes) {
    a.verdict = kit::result::kind::refused;
    a.why = "operand 0 would change the shape of the output";
    return a;
  }
  const std::size_t bytes = proptests::find_element_kind(z.element)->bytes;
  try {
    // Writes nothing; refuses what the engine refuses, and offsets that 64 bits do not hold.
    const engine::layout to = layout_of(z), from = layout_of(x);
    const engine::buffer operand{x.data, &from, bytes};
    const engine::plan valid({z.data, &to, bytes}, {&operand, 1});
  } catch (engine::error const& e) {
    a.verdict = kit::result::kind::refused;
    a.why = e.what();
    return a;
  }
  if (std::find(z.sizes.begin(), z.sizes.end(), 0) != z.sizes.end()) return a;
  std::vector<std::int64_t> i(z.sizes.size());
  do {
    std::memmove(at(z, i, bytes),
                 at(x, proptests::oracle::operand_index(x.sizes, z.sizes, i), bytes), bytes);
  } while (next(i, z.sizes));
  return a;
}

}  // namespace

const char* bcast_version(void) { return BCAST_VERSION; }

bcast_status bcast_broadcast_shapes(const char* rule, int32_t n, const bcast_dims* operands,
                                    const bcast_rule* how, bcast_dims_out* result,
                                    bcast_reason* why) {
  return capi::guarded(why, [&] {
    if (capi::is_one_directional(how)) return capi::unsupported(capi::not_in_one_direction);
    return given(answers::broadcast_shapes(name_of(rule), case_of(n, operands, how)), result);
  });
}

const bcast_rule_row* bcast_rules(size_t* count) {
  try {
    static const std::vector<bcast_rule_row> rows = [] {
      std::vector<bcast_rule_row> all;
      for (answers::rule_row const& r : answers::rules()) {
        all.push_back({r.name.data(), r.document.data(), r.note.data(), r.by.c_str()});
      }
      return all;
    }();
    *count = rows.size();
    return rows.data();
  } catch (std::exception const&) {
    *count = 0;
    return nullptr;
  }
}

bcast_status bcast_operand_index(int32_t rank, const int64_t* size, int32_t n, const int64_t* at,
                                 int64_t* index, bcast_reason* why) {
  return capi::guarded(why, [&] {
    const auto read =
        answers::operand_index(capi::numbers("size", rank, size), capi::numbers("position", n, at));
    if (!read.empty() && index == nullptr)
      throw std::invalid_argument("the index is a null pointer");
    std::copy(read.begin(), read.end(), index);
    return kit::result{};
  });
}

bcast_status bcast_verify(const char* rule, int32_t n, const bcast_dims* operands,
                          const bcast_dims* result, bcast_reason* why) {
  return capi::guarded(why, [&] {
    return subjects::verifier(name_of(rule))
        .verify(capi::types(n, operands), capi::type("result", result));
  });
}

bcast_status bcast_explain(const char* rule, int32_t n, const bcast_dims* operands,
                           const bcast_rule* how, char* text, size_t capacity, size_t* length,
                           bcast_reason* why) {
  return capi::guarded(why, [&] {
    if (length == nullptr) throw std::invalid_argument("the length is a null pointer");
    *length = 0;
    if (capacity > 0 && text == nullptr) {
      throw std::invalid_argument("the text buffer is a null pointer");
    }
    if (capacity > 0) *text = '\0';
    if (capi::is_one_directional(how)) return capi::unsupported(capi::not_in_one_direction);
    const proptests::test_case c = case_of(n, operands, how);
    const std::string name = name_of(rule);
    const bcast::result found = answers::broadcast_shapes(name, c);
    const std::string all = explain::explanation(name, c, found);
    *length = all.size();
    if (capacity > 0) {
      const std::size_t part = std::min(all.size(), capacity - 1);
      std::memcpy(text, all.data(), part);
      text[part] = '\0';
    }
    return found;
  });
}

bcast_status bcast_broadcast(int32_t n, const bcast_tensor* operands, bcast_tensor* outputs,
                             bcast_reason* why) {
  return capi::guarded(why, [&] { return compute("broadcast", n, operands, n, outputs); });
}

bcast_status bcast_apply(const char* op, int32_t n, const bcast_tensor* operands,
                         bcast_tensor* output, bcast_reason* why) {
  return capi::guarded(why, [&] {
    if (op == nullptr) throw std::invalid_argument("the operation is a null pointer");
    return compute(op, n, operands, 1, output);
  });
}

bcast_status bcast_reference_copy(const bcast_tensor* operand, bcast_tensor* output,
                                  bcast_reason* why) {
  return capi::guarded(why, [&] {
    const kit::tensor x = capi::tensors("operand", 1, operand).front();
    const kit::tensor z = capi::tensors("output", 1, output).front();
    if (x.element.empty())
      return capi::unsupported("the oracle does not support this element type");
    if (x.element != z.element) return capi::unsupported("the element types differ");
    return reference_copy(x, z);
  });
}
