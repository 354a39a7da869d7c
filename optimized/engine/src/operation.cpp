// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bcast/engine/operation.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "bcast/engine/transform.hpp"
#include "level.hpp"

namespace bcast::engine {
namespace {

template <class... T>
constexpr std::array<std::size_t, sizeof...(T)> sizes_of(spec::element_list<T...>) {
  return {sizeof(T)...};
}

/// In the order of `elements`.
constexpr auto element_names = [] {
  std::array<std::string_view, elements::size> names;
  const auto end =
      std::copy(std::begin(spec::element_names), std::end(spec::element_names), names.begin());
  std::copy_n(std::array<std::string_view, 2>{"float16", "bfloat16"}.begin(), names.end() - end,
              end);
  return names;
}();

std::optional<std::size_t> place_of(std::string_view name,
                                    std::span<std::string_view const> names) {
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) return std::nullopt;
  return static_cast<std::size_t>(at - names.begin());
}

/// Target and operands as the plan sees them.
struct buffers {
  buffers(engine::target const& z, std::span<operand const> x)
      : target{z.data, z.where, z.element.bytes()}, from(x.size()) {
    for (std::size_t k = 0; k < x.size(); ++k) {
      from[k] = {x[k].data, x[k].where, x[k].element.bytes()};
    }
  }
  std::span<buffer const> operands() const { return {from.data(), from.size()}; }

  buffer target;
  spec::small_list<buffer, 4> from;
};

/// The kernels on elements of a type. Some are on the first level only.
detail::operation_kernels const& find(operation op, element_type element) {
  const auto& best = detail::best_level().find(op.place(), element.place());
  const bool none = best.one == nullptr && best.two == nullptr && best.three == nullptr;
  return none ? detail::baseline::table.find(op.place(), element.place()) : best;
}

std::string described(operation op, std::span<operand const> x) {
  std::string s = std::string(op.name()) + " of";
  for (operand const& o : x) s += " " + std::string(o.element.name());
  return s;
}

/// The context that a fold's kernel gets.
struct fold {
  std::size_t operands;
  detail::kernel const* step;
  detail::kernel const* last;
};

/// Computes z = x1 op x2, and then z = z op xk for every other operand.
void run_fold(void const* context, detail::tile const& t) {
  fold const& f = *static_cast<fold const*>(context);
  for (std::size_t k = 2; k <= f.operands; ++k) {
    const std::size_t left = k == 2 ? 1 : 0;
    std::byte* const at[]{t.at[0], t.at[left], t.at[k]};
    const std::int64_t row[]{t.row_step[0], t.row_step[left], t.row_step[k]};
    const std::int64_t column[]{t.column_step[0], t.column_step[left], t.column_step[k]};
    f.step->run(nullptr, {t.rows, t.columns, at, row, column, false});
  }
  if (f.last == nullptr) return;
  std::byte* const at[]{t.at[0], t.at[0]};
  const std::int64_t row[]{t.row_step[0], t.row_step[0]};
  const std::int64_t column[]{t.column_step[0], t.column_step[0]};
  f.last->run(&f.operands, {t.rows, t.columns, at, row, column, false});
}

constexpr detail::kernel fold_kernel{&run_fold, false, false, false, true};

}  // namespace

std::optional<element_type> element_type::named(std::string_view name) {
  const auto place = place_of(name, element_names);
  if (!place) return std::nullopt;
  return element_type(*place);
}

std::string_view element_type::name() const { return element_names[place_]; }

std::size_t element_type::bytes() const {
  static constexpr auto sizes = sizes_of(elements());
  return sizes[place_];
}

std::optional<operation> operation::named(std::string_view name) {
  const auto place = place_of(name, names());
  if (!place) return std::nullopt;
  return operation(*place);
}

std::span<std::string_view const> operation::names() { return detail::baseline::names; }

struct operation_call::chosen {
  chosen(operation op, target const& z, std::span<operand const> x) {
    if (x.empty()) throw no_operation(std::string(op.name()) + " needs at least one operand");
    const element_type element = x.back().element;
    const detail::operation_kernels& k = find(op, element);
    const std::size_t n = x.size();
    whole = n == 1 ? k.one : n == 2 ? k.two : n == 3 ? k.three : nullptr;
    if (n > 2 && k.step != nullptr) {
      whole = &fold_kernel;
      step = k.step;
      last = k.last;
    }
    bool known = whole != nullptr && z.element.place() == k.result;
    for (std::size_t m = 0; m < n; ++m) {
      const bool condition = k.condition && m == 0;
      known = known && x[m].element == (condition ? element_type::of<bool>() : element);
    }
    if (!known) {
      throw no_operation("there is no " + described(op, x) + " with the result " +
                         std::string(z.element.name()));
    }
  }

  detail::kernel const* whole = nullptr;
  detail::kernel const* step = nullptr;
  detail::kernel const* last = nullptr;
};

operation_call::operation_call(operation op, target const& z, std::span<operand const> x, store how)
    : operation_call(chosen(op, z, x), z, x, how) {}

operation_call::operation_call(chosen const& c, target const& z, std::span<operand const> x,
                               store how)
    : operands_(x.size()), step_(c.step), last_(c.last), schedule_([&] {
        const buffers b(z, x);
        return detail::schedule(plan(b.target, b.operands()), b.target, b.operands(), *c.whole,
                                how);
      }()) {}

void operation_call::operator()() const {
  const fold context{operands_, step_, last_};
  schedule_.run(&context);
}

void apply(operation op, target const& z, std::span<operand const> x, store how) {
  const operation_call::chosen c(op, z, x);
  const buffers b(z, x);
  const fold context{x.size(), c.step, c.last};
  detail::run_once(*c.whole, &context, how, b.target, b.operands());
}

}  // namespace bcast::engine
