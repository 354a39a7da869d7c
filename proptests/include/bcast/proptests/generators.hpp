// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "bcast/proptests/case.hpp"
#include "bcast/proptests/generate.hpp"

/// The cases of the laws as RapidCheck's generators, for properties of one's own: `rc::check` and
/// RC_GTEST_PROP draw a `test_case`, an `operand`, a `kit::shape` or `layout_flags` as they draw an
/// int. This is the one header of the kit that includes RapidCheck.
///
/// A generator makes only what its comment says, whatever size RapidCheck passes to it. What
/// rc::Arbitrary makes, layout, near_miss and broadcast_case shrink to the smallest value; the
/// other parts do not shrink. A generator uses only the random words that it is given, so several
/// threads may use it at once.
namespace bcast::proptests::gen {

using sizes = std::vector<std::int64_t>;

/// Draws the parts of a value one after the other, each from random words of its own: what
/// gen::exec does, without its context, which all threads of a program share.
class parts {
 public:
  parts(rc::Random const& random, int size) : rest_(random), size_(size) {}

  template <class T>
  T operator()(rc::Gen<T> const& of) {
    return of(rest_.split(), size_).value();
  }

  /// Once in n times; never if n is 0.
  bool once_in(std::uint64_t n) {
    const std::uint64_t word = rest_.split().next();
    return n != 0 && word % n == 0;
  }

 private:
  rc::Random rest_;
  int size_;
};

/// Any number in [lo, hi], all equally often. Throws std::invalid_argument if there is none.
rc::Gen<int> number(int lo, int hi);

/// `seldom` once in n times, never if n is 0; otherwise `mostly`.
template <class T>
rc::Gen<T> once_in(std::uint64_t n, rc::Gen<T> seldom, rc::Gen<T> mostly) {
  return [n, seldom = std::move(seldom), mostly = std::move(mostly)](rc::Random const& random,
                                                                     int size) {
    rc::Random rest = random;
    const std::uint64_t word = rest.split().next();
    return n != 0 && word % n == 0 ? seldom(rest, size) : mostly(rest, size);
  };
}

/// The size of an axis: in [1, most]; once in 12 times 0, now and then around the widths of vectors
/// (3 to 65), rarely around a tile (8191 to 8193). Throws std::invalid_argument if `most` is less
/// than 1.
rc::Gen<std::int64_t> size(int most = 4);

/// A size around 2^16, 2^31, 2^32 or 2^40, or 0.
rc::Gen<std::int64_t> large_size();

/// Throws std::invalid_argument unless r.max_rank is in [0, 4096], r.max_operands in [1, 4096], and
/// r.max_size at least 1. So do the generators that take a recipe.
void expect_valid(recipe const& r);

/// The shape of a result, of rank 0 to r.max_rank + 3: sizes of any kind, all equal, or (r.huge) of
/// more elements than memory can hold; otherwise of at most 2^14.
rc::Gen<sizes> shape(recipe const& r);

/// An operand's shape that broadcasts to `result`: leading axes are cut, some sizes are 1.
rc::Gen<sizes> broadcasting_to(sizes const& result);

/// How a tensor lies in memory; in a target, no two elements share a position.
rc::Gen<layout_flags> layout(bool target = false);

/// The name of one of spec::element_types.
rc::Gen<std::string> element();

/// The same type with some sizes, or the rank, unknown; equal sizes that get a name get the same
/// name.
rc::Gen<kit::shape> forgotten(kit::shape const& t);

/// How the operands of a broadcast relate to each other.
enum class relation {
  any,           ///< each broadcasts to the result by itself
  last_alone,    ///< all but the last are scalars
  alternating,   ///< each second axis is stretched, in turn
  equal,         ///< all have one shape
  equal_counts,  ///< a column and a row: as many elements, and other shapes; of rank 2 at least
};

/// The relation of n operands whose common shape is `result`.
rc::Gen<relation> related(std::size_t n, sizes const& result);

/// Operands of a relation, and the shape to which they broadcast, alone or with a target.
struct operands {
  std::vector<sizes> shapes;
  sizes result;
  relation how = relation::any;
};

/// n operands of a relation whose result is `result`, or (alternating, equal_counts) of sizes made
/// from it or up to rank r.max_rank + 3. Throws std::invalid_argument if n is 0, or `equal_counts`
/// is asked of one operand or of a result of rank 0 or 1.
rc::Gen<operands> related_operands(relation how, std::size_t n, sizes const& result,
                                   recipe const& r);

/// The random words of case `number` of a seed.
rc::Random random_of(std::uint64_t seed, std::uint64_t number);

/// A case with the tree of its simpler cases, which is that of `simpler`.
rc::Shrinkable<test_case> tree(test_case c);

/// The case with one size changed to one of 0 to 5, if an operand that is drawn has one: most
/// likely no longer legal.
rc::Gen<test_case> near_miss(test_case const& c);

/// A case as the recipe says: legal, unless it is a near miss.
rc::Gen<test_case> broadcast_case(recipe const& r = {});

/// Two operands of a product of matrices, of which a vector may be one, in any layout; up to three
/// leading axes that broadcast. One case in three is a near miss: a contracted size differs by one
/// or is 1, or another size changes.
rc::Gen<test_case> product_case();

}  // namespace bcast::proptests::gen

namespace rc {

/// A static shape of any kind.
template <>
struct Arbitrary<bcast::kit::shape> {
  static Gen<bcast::kit::shape> arbitrary();
};

/// How an operand lies in memory.
template <>
struct Arbitrary<bcast::proptests::layout_flags> {
  static Gen<bcast::proptests::layout_flags> arbitrary();
};

/// A tensor: a static shape of at most 2^14 elements, and how it lies in memory.
template <>
struct Arbitrary<bcast::proptests::operand> {
  static Gen<bcast::proptests::operand> arbitrary();
};

/// A broadcast of one operand and more, one in four of them a near miss.
template <>
struct Arbitrary<bcast::proptests::test_case> {
  static Gen<bcast::proptests::test_case> arbitrary();
};

}  // namespace rc

// As a counterexample prints them.
namespace bcast::kit {
void showValue(shape const& t, std::ostream& to);
}
namespace bcast::proptests {
void showValue(layout_flags f, std::ostream& to);
void showValue(operand const& o, std::ostream& to);
void showValue(test_case const& c, std::ostream& to);
}  // namespace bcast::proptests
