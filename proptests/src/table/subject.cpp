// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <dlfcn.h>
#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <sstream>
#include <stdexcept>

#include "bcast/proptests/failure.hpp"
#include "bcast/proptests/table.hpp"
#include "cases/element_kinds.hpp"
#include "laws/known.hpp"
#include "support/float_mode.hpp"
#include "support/json_text.hpp"
#include "support/thrown.hpp"
#include "table/shapes.hpp"

namespace bcast::proptests {
namespace {

using kind = kit::result::kind;

bcast_reason untold() {
  bcast_reason why{};
  why.axis = why.operands[0] = why.operands[1] = -1;
  return why;
}

/// Text in a field of fixed length; the subject may have omitted the final 0.
template <std::size_t n>
std::string text_in(char const (&field)[n]) {
  return {field, strnlen(field, n)};
}

kit::result answer_of(std::int32_t status, bcast_reason const& why) {
  kit::result a;
  a.tag = printable(text_in(why.tag));
  a.why = printable(text_in(why.text));
  switch (status) {
    case BCAST_OK:
      return a;
    case BCAST_REJECT:
      a.verdict = kind::refused;
      if (why.axis >= 0) a.axis = static_cast<std::size_t>(why.axis);
      if (why.operands[0] >= 0 && why.operands[1] >= 0) {
        for (const std::int32_t m : why.operands) a.operands.push_back(static_cast<std::size_t>(m));
      }
      return a;
    case BCAST_UNSUPPORTED:
      a.verdict = kind::unsupported;
      return a;
    case BCAST_NO_ANSWER:
      a.verdict = kind::silent;
      return a;
    case BCAST_ERROR:
      throw subject_error("answered an error: " + (a.why.empty() ? "no details" : a.why));
    default:
      throw subject_failure(fmt::format("answered unknown status {}", status));
  }
}

/// A tensor for the length of a call. The element type must have a DLPack code.
struct c_tensor {
  std::vector<std::int64_t> shape, strides;

  explicit c_tensor(kit::tensor const& t) : shape(t.sizes), strides(t.strides) {}

  bcast_tensor view(kit::tensor const& t) {
    element_kind const& e = *find_element_kind(t.element);
    return {static_cast<char*>(t.data) - t.byte_offset,
            1,
            0,
            static_cast<std::int32_t>(shape.size()),
            e.code,
            static_cast<std::uint8_t>(e.name == "bool" ? 8 : e.bytes * 8),
            1,
            shape.data(),
            strides.data(),
            t.byte_offset};
  }
};

class c_tensors {
 public:
  explicit c_tensors(std::vector<kit::tensor> const& all) {
    for (kit::tensor const& t : all) held_.emplace_back(t);
    for (std::size_t k = 0; k < all.size(); ++k) views_.push_back(held_[k].view(all[k]));
  }
  bcast_tensor* data() { return views_.data(); }

  /// Throws subject_failure if the call changed its caller's sizes or strides.
  void expect_unwritten(std::vector<kit::tensor> const& all) const {
    for (std::size_t k = 0; k < all.size(); ++k) {
      const bool sizes = held_[k].shape != all[k].sizes;
      if (!sizes && held_[k].strides == all[k].strides) continue;
      throw subject_failure(fmt::format("wrote to the {} of tensor {} of its caller",
                                        sizes ? "shape" : "strides", k));
    }
  }
  std::int32_t count() const { return static_cast<std::int32_t>(views_.size()); }

 private:
  std::vector<c_tensor> held_;
  std::vector<bcast_tensor> views_;
};

bool expressible(std::vector<kit::tensor> const& all) {
  return std::all_of(all.begin(), all.end(),
                     [](auto const& t) { return find_element_kind(t.element) != nullptr; });
}

kit::result unsupported(std::string why) {
  kit::result a;
  a.verdict = kind::unsupported;
  a.why = std::move(why);
  return a;
}

/// What `call` answers about operands with a shape, which it writes.
template <class F>
kit::result shape_by(std::vector<kit::shape> const& operands, F call) {
  symbols names;
  const c_types in(operands, names);
  std::size_t rank = 0;
  for (kit::shape const& t : operands) rank = std::max(rank, t.sizes.size());
  c_result result(rank);
  bcast_reason why = untold();
  kit::result a = answer_of(call(in, result.out(), &why), why);
  if (a.verdict == kind::ok) a.shape = result.type(names);
  return a;
}

kit::result broadcast_shapes(bcast_subject const& s, std::vector<kit::shape> const& operands,
                             bcast_rule const* rule) {
  return shape_by(operands, [&](c_types const& in, bcast_dims_out* result, bcast_reason* why) {
    return s.broadcast_shapes(s.self, in.count(), in.data(), rule, result, why);
  });
}

/// `expand` and `matmul_shape`.
template <class F>
kit::result shape_of_two(bcast_subject const& s, F function, kit::shape const& one,
                         kit::shape const& other) {
  return shape_by({one, other}, [&](c_types const& in, bcast_dims_out* result, bcast_reason* why) {
    return function(s.self, in.data(), in.data() + 1, result, why);
  });
}

kit::result verify(bcast_subject const& s, std::vector<kit::shape> const& operands,
                   kit::shape const& result) {
  symbols names;
  const c_types in(operands, names), declared({result}, names);
  bcast_reason why = untold();
  return answer_of(s.verify(s.self, in.count(), in.data(), declared.data(), &why), why);
}

kit::result apply(bcast_subject const& s, std::string_view op,
                  std::vector<kit::tensor> const& operands,
                  std::vector<kit::tensor> const& outputs) {
  if (!expressible(operands)) return unsupported("DLPack has no code for the element type");
  c_tensors in(operands), out(outputs);
  bcast_reason why = untold();
  const std::int32_t status = s.apply(s.self, std::string(op).c_str(), in.count(), in.data(),
                                      out.count(), out.data(), &why);
  in.expect_unwritten(operands);
  out.expect_unwritten(outputs);
  return answer_of(status, why);
}

kit::result matmul(bcast_subject const& s, kit::tensor const& a, kit::tensor const& b,
                   kit::tensor const& out) {
  c_tensors tensors({a, b, out});
  bcast_tensor* const t = tensors.data();
  bcast_reason why = untold();
  const std::int32_t status = s.matmul(s.self, t, t + 1, t + 2, &why);
  tensors.expect_unwritten({a, b, out});
  return answer_of(status, why);
}

kit::result adjoint(bcast_subject const& s, kit::tensor const& gradient, kit::tensor const& out) {
  c_tensors tensors({gradient, out});
  bcast_reason why = untold();
  const std::int32_t status = s.adjoint(s.self, tensors.data(), tensors.data() + 1, &why);
  tensors.expect_unwritten({gradient, out});
  return answer_of(status, why);
}

bool has_word(char const* caps, std::string_view word) {
  if (caps == nullptr) return false;
  std::istringstream words{caps};
  for (std::string one; words >> one;) {
    if (one == word) return true;
  }
  return false;
}

}  // namespace

kit::subject from_table(bcast_subject const& table) {
  // Fields that the subject was compiled without are null.
  const auto mine = std::make_shared<bcast_subject>();
  if (table.struct_size < offsetof(bcast_subject, broadcast_shapes)) {
    throw std::invalid_argument("a subject's table is too small: its struct_size is " +
                                std::to_string(table.struct_size));
  }
  std::memcpy(mine.get(), &table, std::min(table.struct_size, sizeof(bcast_subject)));
  if (mine->name == nullptr || *mine->name == '\0') {
    throw std::invalid_argument("a subject has no name");
  }
  kit::subject s;
  s.name = mine->name;
  s.rule = mine->rule == nullptr ? "array_api" : mine->rule;
  s.connected = kit::binding::c_table;
  s.declares = parse_caps(mine->caps == nullptr ? "" : mine->caps);
  if (mine->broadcast_shapes != nullptr) {
    s.broadcast_shapes = [mine](std::vector<kit::shape> const& operands,
                                std::optional<kit::broadcast_dimensions> const& dimensions) {
      bcast_rule rule{};
      if (dimensions) {
        rule = {1, static_cast<std::int32_t>(dimensions->size()), dimensions->data(), 0};
      }
      return broadcast_shapes(*mine, operands, dimensions ? &rule : nullptr);
    };
    if (mine->expand == nullptr && has_word(mine->caps, "expand")) {
      s.expand = [mine](kit::shape const& operand, kit::shape const& target) {
        const bcast_rule rule{0, 0, nullptr, 1};
        return broadcast_shapes(*mine, {operand, target}, &rule);
      };
    }
  }
  if (mine->verify != nullptr) {
    s.verify = [mine](std::vector<kit::shape> const& operands, kit::shape const& result) {
      return verify(*mine, operands, result);
    };
  }
  if (mine->apply != nullptr) {
    s.apply = [mine](std::string_view op, std::vector<kit::tensor> const& operands,
                     std::vector<kit::tensor> const& outputs) {
      return apply(*mine, op, operands, outputs);
    };
  }
  if (mine->expand != nullptr) {
    s.expand = [mine](kit::shape const& operand, kit::shape const& target) {
      return shape_of_two(*mine, mine->expand, operand, target);
    };
  }
  if (mine->matmul_shape != nullptr) {
    s.matmul_shape = [mine](kit::shape const& a, kit::shape const& b) {
      return shape_of_two(*mine, mine->matmul_shape, a, b);
    };
  }
  if (mine->matmul != nullptr) {
    s.matmul = [mine](kit::tensor const& a, kit::tensor const& b, kit::tensor const& out) {
      return matmul(*mine, a, b, out);
    };
  }
  if (mine->adjoint != nullptr) {
    s.adjoint = [mine](kit::tensor const& gradient, kit::tensor const& out) {
      return adjoint(*mine, gradient, out);
    };
  }
  return adopted(s);
}

#if defined(BCAST_STATIC)
std::vector<kit::subject> load_subjects(std::string const& file) {
  throw std::invalid_argument(
      file + ": a static bcast loads no shared library; use the packaged bcast, or --exec");
}
#else
std::vector<kit::subject> load_subjects(std::string const& file) {
  const auto fail = [&](std::string const& why) -> std::invalid_argument {
    return std::invalid_argument(fmt::format("{}: {}", file, why));
  };
  if (file.empty()) throw std::invalid_argument("a shared library has a name; this one is empty");
  const float_mode own;  // what a library is compiled for may change it when it is loaded
  dlerror();
  void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw fail(fmt::format("cannot be loaded: {}", dlerror()));
  void* const symbol = dlsym(library, BCAST_SUBJECTS_SYMBOL);
  if (symbol == nullptr) throw fail("exports no function " BCAST_SUBJECTS_SYMBOL);
  bcast_subjects_function function = nullptr;
  std::memcpy(&function, &symbol, sizeof function);
  std::size_t count = 0;
  bcast_subject const* tables = nullptr;
  try {
    tables = function(BCAST_ABI, &count);
  } catch (...) {
    throw fail("an exception: " + thrown_text());
  }
  if (tables == nullptr || count == 0) {
    throw fail(fmt::format("exports no subjects for interface {}", BCAST_ABI));
  }
  constexpr std::size_t most = 4096;
  if (count > most)
    throw fail(fmt::format("exports {} subjects; expected at most {}", count, most));
  std::vector<kit::subject> all;
  for (std::size_t k = 0; k < count; ++k) {
    try {
      // Tables of an older interface are smaller.
      auto const* const bytes = reinterpret_cast<char const*>(tables) + k * tables->struct_size;
      all.push_back(from_table(*reinterpret_cast<bcast_subject const*>(bytes)));
    } catch (std::invalid_argument const& e) {
      throw fail(fmt::format("subject {}: {}", k, e.what()));
    }
  }
  return all;
}
#endif

}  // namespace bcast::proptests
