// A compiler's shape inference under the laws, with sizes and ranks that are not known.
#include <algorithm>

#include "bcast/proptests/command.hpp"

namespace {

using bcast::kit::answer;
using bcast::kit::dim;

answer infer(std::vector<bcast::kit::type> const& operands,
             std::optional<bcast::kit::tuple> const& dimensions) {
  answer a;
  if (dimensions) return {.verdict = answer::kind::unsupported};
  std::size_t rank = 0;
  for (auto const& t : operands) {
    a.common.ranked = a.common.ranked && t.ranked;
    rank = std::max(rank, t.sizes.size());
  }
  std::vector<dim> sizes;
  for (std::size_t axis = 0; axis < rank; ++axis) {
    std::optional<std::int64_t> fixed;  // the one size that is known not to be 1
    bool unknown = false;
    for (auto const& t : operands) {
      if (!t.ranked || axis + t.sizes.size() < rank) continue;
      const dim& d = t.sizes[axis + t.sizes.size() - rank];
      unknown = unknown || !d;
      if (!d || *d == 1) continue;
      if (fixed && *fixed != *d) {
        a.verdict = answer::kind::reject;
        return a;
      }
      fixed = *d;
    }
    if (fixed) {
      sizes.emplace_back(*fixed);
    } else {
      sizes.push_back(unknown ? dim() : dim(1));
    }
  }
  if (a.common.ranked) a.common.sizes = sizes;
  return a;
}

bcast::kit::subject inference() {
  bcast::kit::subject s;
  s.name = "inference";
  s.profile = "sound";
  s.declares.unknown_sizes = true;
  s.infer = infer;
  return s;
}

}  // namespace

int main(int argc, char** argv) {
  return bcast::proptests::check_main(argc, argv,
                                      {.subjects = {{"inference", "sound", inference}}});
}
