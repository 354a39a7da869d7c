#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "bcast/spec/dim.hpp"
#include "bcast/spec/profiles.hpp"

/// The dynamic-dimension verifier: what can be said of a broadcast before all sizes are known.
namespace bcast::optimized {

/// A shape whose sizes may be unknown, or whose rank is (then it has no sizes).
struct type {
  std::vector<spec::dim> sizes;
  bool ranked = true;
  friend bool operator==(type const&, type const&) = default;
};

/// One size of one operand.
struct site {
  std::size_t operand;
  spec::dim size;
};

/// A clause is broken.
struct violation {
  std::string_view tag;
  std::optional<std::size_t> axis;  ///< of the result, from 0; none where the clause names no axis
  std::vector<site> operands;       ///< those that clash; two of them clash on their own
  std::string reason;               ///< one line for a reader, without a full stop
};

/// The profile's document has no answer.
struct gap {
  std::string_view tag;
  std::optional<std::size_t> axis;
  std::string reason;
};

/// The common type; or what is wrong with it; or that there is no answer.
using verdict = std::variant<type, violation, gap>;

/// The profile of a name, with its switches: `name@edition switch=value ...`. Throws
/// std::invalid_argument that names the word it does not know.
spec::profile profile_of(std::string_view text);

/// The type to which the operands broadcast. `dimensions` is XLA's tuple of broadcast dimensions.
/// Throws std::invalid_argument for a negative size, and for `dimensions` where the profile has no
/// such tuple.
verdict infer(spec::profile const& profile, std::span<type const> operands,
              std::optional<std::vector<std::int64_t>> const& dimensions = std::nullopt);

/// The inferred type, if `result` may be declared for it. Throws as infer does.
verdict verify(spec::profile const& profile, std::span<type const> operands, type const& result);

/// `8x?x6`, `()` for a scalar, `*` where the rank is unknown.
std::string to_string(type const& t);
std::string to_string(spec::dim d);

}  // namespace bcast::optimized
