#include "bcast/optimized/plan.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "overlap.hpp"

namespace bcast::optimized {
namespace {

std::string name_of(std::size_t k) {
  return k == 0 ? "the target" : "operand " + std::to_string(k - 1);
}

void check(buffer const& b, std::size_t k) {
  layout const& where = *b.where;
  if (where.strides.size() != where.sizes.size()) {
    throw error(name_of(k) + " has " + std::to_string(where.sizes.size()) + " sizes and " +
                std::to_string(where.strides.size()) + " strides");
  }
  bool empty = false;
  for (std::size_t axis = 0; axis < where.sizes.size(); ++axis) {
    if (where.sizes[axis] < 0) {
      throw error(name_of(k) + " has the negative size " + std::to_string(where.sizes[axis]) +
                  " on axis " + std::to_string(axis));
    }
    empty = empty || where.sizes[axis] == 0;
  }
  std::int64_t count = 1;
  for (std::int64_t size : where.sizes) {
    if (!empty && __builtin_mul_overflow(count, size, &count)) {
      throw error(name_of(k) + " has more than 2^63 - 1 elements");
    }
  }
  if (!empty && b.data == nullptr) throw error(name_of(k) + " has elements and a null pointer");
  if (!empty && !reach(b)) throw error(name_of(k) + " reaches beyond 2^63 - 1 bytes");
}

/// The loop of axis `axis` of the target, before any is merged.
loop loop_of(std::size_t axis, std::span<layout const> aligned) {
  loop l{aligned[0].sizes[axis], {}};
  for (layout const& a : aligned) l.strides.push_back(a.strides[axis]);
  return l;
}

/// Whether the loops `outer` and `inner` walk as one: for every operand a step of the outer one is
/// as far as all steps of the inner one.
bool chain(loop const& outer, loop const& inner) {
  for (std::size_t k = 0; k < outer.strides.size(); ++k) {
    std::int64_t span = 0;
    if (__builtin_mul_overflow(inner.strides[k], inner.size, &span)) return false;
    if (outer.strides[k] != span) return false;
  }
  return true;
}

}  // namespace

std::int64_t plan::elements() const {
  if (empty) return 0;
  std::int64_t count = 1;
  for (loop const& l : loops) count *= l.size;
  return count;
}

plan make_plan(buffer const& target, std::span<buffer const> operands) {
  check(target, 0);
  for (std::size_t k = 0; k < operands.size(); ++k) check(operands[k], k + 1);

  layout const& to = *target.where;
  std::vector<layout> aligned{to};
  for (std::size_t k = 0; k < operands.size(); ++k) {
    try {
      // [bcast.P8] the target is never stretched
      aligned.push_back(broadcast_layout(*operands[k].where, to.sizes));
    } catch (error const& e) {
      throw error(name_of(k + 1) + ": " + e.what());
    }
  }

  plan p;
  p.origin.assign(aligned.size(), 0);
  p.empty = std::find(to.sizes.begin(), to.sizes.end(), 0) != to.sizes.end();
  if (p.empty) return p;

  refuse_self_overlap(target);
  for (std::size_t k = 0; k < operands.size(); ++k) {
    refuse_overlap(target, operands[k], aligned[k + 1], name_of(k + 1));
  }

  for (std::size_t axis = 0; axis < to.sizes.size(); ++axis) {
    // An axis of size 1 is never walked: its stride plays no part [bcast.P6].
    if (to.sizes[axis] == 1) continue;
    loop l = loop_of(axis, aligned);
    if (l.strides[0] < 0) {
      // The order in which elements are written does not matter [bcast.P7]: walk forwards.
      for (std::size_t k = 0; k < l.strides.size(); ++k) {
        p.origin[k] += l.strides[k] * (l.size - 1);
        l.strides[k] = -l.strides[k];
      }
    }
    p.loops.push_back(std::move(l));
  }
  // The axis that the target runs through fastest goes last [bcast.P7].
  std::stable_sort(p.loops.begin(), p.loops.end(),
                   [](loop const& a, loop const& b) { return a.strides[0] > b.strides[0]; });
  // Neighbours whose strides chain for every operand are one loop [bcast.P7].
  std::vector<loop> merged;
  for (loop& l : p.loops) {
    if (!merged.empty() && chain(merged.back(), l)) {
      l.size *= merged.back().size;
      merged.back() = std::move(l);
    } else {
      merged.push_back(std::move(l));
    }
  }
  p.loops = std::move(merged);
  return p;
}

}  // namespace bcast::optimized
