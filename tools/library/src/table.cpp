// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <deque>
#include <string>
#include <vector>

#include "bcast/bcast.h"
#include "bcast/spec/rules.hpp"
#include "convert.hpp"
#include "subjects/subjects.hpp"

namespace {

using namespace bcast;

/// By the verifier under every rule: bcast_broadcast_shapes would check the oracle against itself.
std::int32_t broadcast_shapes(void* self, std::int32_t n, bcast_dims const* operands,
                              bcast_rule const* rule, bcast_dims_out* result, bcast_reason* why) {
  return capi::guarded(why, [&] {
    if (capi::is_one_directional(rule)) return capi::unsupported(capi::not_in_one_direction);
    kit::result a = subjects::verifier(static_cast<char const*>(self))
                        .broadcast_shapes(capi::types(n, operands), capi::dimensions(rule));
    if (a.verdict == kit::result::kind::ok) capi::write(a.shape, result);
    return a;
  });
}

std::int32_t verify(void* self, std::int32_t n, bcast_dims const* operands,
                    bcast_dims const* result, bcast_reason* why) {
  return bcast_verify(static_cast<char const*>(self), n, operands, result, why);
}

std::int32_t apply(void*, char const* op, std::int32_t n, bcast_tensor const* operands,
                   std::int32_t n_out, bcast_tensor* outputs, bcast_reason* why) {
  if (op != nullptr && std::string_view(op) == "broadcast" && n == n_out) {
    return bcast_broadcast(n, operands, outputs, why);
  }
  if (n_out == 1) return bcast_apply(op, n, operands, outputs, why);
  return capi::guarded(why, [&] {
    return capi::unsupported("the engine has one output, or one for each operand of 'broadcast'");
  });
}

std::string caps_of(kit::capabilities const& declared) {
  std::string ops;
  for (std::string const& op : declared.ops) ops += (ops.empty() ? "ops=" : ",") + op;
  if (declared.max_operands != SIZE_MAX) {
    ops += " max_operands=" + std::to_string(declared.max_operands);
  }
  return ops + (declared.exact ? " exact" : "");
}

/// One table for the engine, and one for the verifier under each rule.
class tables {
 public:
  tables() {
    const kit::subject engine = subjects::engine();
    bcast_subject t = named("libbcast/engine", engine.rule, caps_of(engine.declares));
    t.apply = apply;
    all.push_back(t);
    for (spec::rule const& p : spec::rules) {
      t = named("libbcast/verifier/" + std::string(p.name), p.name, "unknown");
      t.verify = verify;
      all.push_back(t);
    }
  }

  std::vector<bcast_subject> all;

 private:
  bcast_subject named(std::string name, std::string_view rule, std::string caps) {
    bcast_subject t{};
    t.struct_size = sizeof t;
    t.name = kept(std::move(name));
    t.rule = kept(std::string(rule));
    t.caps = kept(std::move(caps));
    t.self = const_cast<char*>(t.rule);  // only read
    t.broadcast_shapes = broadcast_shapes;
    return t;
  }

  char const* kept(std::string text) { return texts_.emplace_back(std::move(text)).c_str(); }

  std::deque<std::string> texts_;
};

}  // namespace

const bcast_subject* bcast_subjects(uint32_t abi, size_t* count) {
  if (abi != BCAST_ABI || count == nullptr) return nullptr;
  try {
    static const tables known;
    *count = known.all.size();
    return known.all.data();
  } catch (...) {
    return nullptr;
  }
}
