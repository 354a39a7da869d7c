// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/kit/subject.hpp"
#include "elements.hpp"

namespace bcast::mutants {

/// Thrown inside an implementation when it rejects the operands.
struct refusal : std::runtime_error {
  using std::runtime_error::runtime_error;
  std::optional<std::size_t> axis{};
  std::vector<std::size_t> operands{};
};

/// An operation that an implementation does not know.
struct unknown_operation : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// One element-wise operation with one output.
struct call {
  std::string_view op;
  std::vector<kit::tensor> x;
  kit::tensor z;
};

using visitor = std::function<void(indices const&)>;

/// What a mutant does in another way than the right implementation.
struct pieces {
  using tensor = kit::tensor;
  using shapes = std::vector<shape>;

  std::function<std::int64_t(std::int64_t, std::int64_t)> join_sizes{};
  std::function<std::ptrdiff_t(std::size_t, std::size_t, std::size_t)> aligned{};
  std::function<shape(shapes const&)> broadcast_shapes{};
  std::function<bool(shapes const&, shape const&)> fits{};
  std::function<bool(shape const&, shape const&)> expands{};
  std::function<bool(tensor const&, tensor const&)> conflicts{};
  std::function<bool(tensor const&)> overlaps_itself{};
  std::function<std::int64_t(std::int64_t, std::int64_t)> own_index{};
  std::function<std::int64_t(call const&, std::size_t, indices const&)> from{};
  std::function<std::int64_t(call const&, indices const&)> to{};
  std::function<void(call const&, visitor const&)> each{};
  std::function<void(call const&, std::span<void const* const>, void*)> evaluate{};
  std::function<void(call const&, indices const&)> element{};
  std::function<void(call const&)> check{};
  std::function<void(call const&)> compute{};
  std::function<void(std::vector<tensor> const&, std::vector<tensor> const&)> materialise{};
  std::function<void(tensor const&, tensor const&)> sum{};
  std::function<double(std::string_view, std::size_t, double, double)> slope{};
  std::function<void(std::string_view, tensor const&, std::vector<tensor> const&,
                     std::vector<tensor> const&)>
      differentiate{};
};

/// A correct implementation of broadcasting by the Array API's rule, split into pieces. A mutant
/// replaces one piece, by a derived class or by a function. All reads and writes go through
/// elements.hpp, products wrap, and the sizes of the target bound every loop.
class implementation {
 public:
  implementation() = default;
  explicit implementation(pieces other) : o(std::move(other)) {}
  virtual ~implementation() = default;

  // Shapes. Each of these throws a refusal.

  /// The one of two sizes that is not 1.
  virtual std::int64_t join_sizes(std::int64_t a, std::int64_t b) const;

  /// The axis of an operand of rank `own` that is aligned with an axis of the result, or -1.
  virtual std::ptrdiff_t aligned(std::size_t own, std::size_t rank, std::size_t axis) const;

  virtual shape broadcast_shapes(std::vector<shape> const& shapes) const;

  /// Whether operands of these shapes can be written to a target without stretching it.
  virtual bool fits(std::vector<shape> const& operands, shape const& target) const;

  /// Whether one shape can be stretched to exactly another.
  virtual bool expands(shape const& from, shape const& target) const;

  // Elements.

  /// Whether reading x while z is written would change the result, because they share memory and
  /// are not the same view.
  virtual bool conflicts(kit::tensor const& x, kit::tensor const& z) const;

  /// Whether two elements of a target can share a position.
  virtual bool overlaps_itself(kit::tensor const& z) const;

  /// The operand's index along an axis, given the index `i` along the result's aligned axis.
  virtual std::int64_t own_index(std::int64_t size, std::int64_t i) const;

  /// The position in operand m that is read for an index of the target.
  virtual std::int64_t from(call const& c, std::size_t m, indices const& i) const;

  /// The position in the target that is written.
  virtual std::int64_t to(call const& c, indices const& i) const;

  /// Calls f for every index of the target, in row-major order.
  virtual void each(call const& c, visitor const& f) const;

  virtual void evaluate(call const& c, std::span<void const* const> elements, void* z) const;

  /// Reads, evaluates and writes one element.
  virtual void element(call const& c, indices const& i) const;

  /// Rejects calls that cannot be computed.
  virtual void check(call const& c) const;

  virtual void compute(call const& c) const;

  /// Checks a call, and computes each element from what `read` gives of operand m.
  using reader = std::function<void const*(std::size_t m, indices const& i)>;
  void compute_from(call const& c, reader const& read) const;

  /// One output for each operand.
  virtual void materialise(std::vector<kit::tensor> const& x,
                           std::vector<kit::tensor> const& z) const;

  /// Sums a gradient back to the shape of `out`.
  virtual void sum(kit::tensor const& gradient, kit::tensor const& out) const;

  /// How an operation, `mul` or `max`, changes with operand m, where the operands are a and b.
  virtual double slope(std::string_view op, std::size_t m, double a, double b) const;

  /// The gradients at two operands.
  virtual void differentiate(std::string_view op, kit::tensor const& gradient,
                             std::vector<kit::tensor> const& x,
                             std::vector<kit::tensor> const& outs) const;

 private:
  pieces o{};  ///< what replaces the right pieces
};

/// What a mutant keeps under keys, from one call to the next.
template <class Key, class Value>
class kept {
 public:
  /// What is kept under a key; `now` if nothing was.
  Value get(Key const& key, Value const& now) const {
    const std::lock_guard lock(mutex_);
    return all_.try_emplace(key, now).first->second;
  }

  /// How often it was asked for a key, this time included.
  Value next(Key const& key) const {
    const std::lock_guard lock(mutex_);
    return ++all_[key];
  }

 private:
  mutable std::mutex mutex_;
  mutable std::map<Key, Value> all_;
};

/// The shapes of the operands and of the target.
std::vector<shape> all_shapes_of(call const& c);

/// The right implementation, which a mutant's piece may ask.
inline const implementation correct;

/// The shapes of tensors.
std::vector<shape> shapes_of(std::vector<kit::tensor> const& tensors);

/// Whether an operand is stretched along an axis of the target.
bool stretched(call const& c, std::size_t m, std::size_t axis);

/// Whether it is stretched along any axis.
bool any_stretched(call const& c, std::size_t m);

/// The size of operand m along an axis of the target; 1 for an axis that it lacks.
std::int64_t own_size(call const& c, std::size_t m, std::size_t axis);

/// The position in operand m that a correct implementation would read if it were dense.
std::int64_t from_dense(call const& c, std::size_t m, indices const& i);

/// Calls f as a kernel does whose last vector of `width` elements ends with its row: on the
/// elements that it shares with the vector before, a second time.
void each_with_last_vector(call const& c, visitor const& f, std::int64_t width);

/// The position of element `flat` of an operand, modulo its count.
std::int64_t place_of(kit::tensor const& x, std::int64_t flat);

/// The position in an operand that is read if its axes are aligned with the first ones of an index.
std::int64_t left_aligned(kit::tensor const& x, indices const& i);

/// The answer of a function that may throw a refusal.
kit::result answered(std::function<void(kit::result&)> const& f);

/// The implementation as a subject for the laws.
kit::subject subject_of(std::string name, std::shared_ptr<implementation const> computes);

}  // namespace bcast::mutants
