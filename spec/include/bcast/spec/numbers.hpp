// SPDX-License-Identifier: (Apache-2.0 WITH LLVM-exception) OR MIT
#pragma once

#include <array>
#include <string_view>

#include "bcast/spec/documents.hpp"

/// The numbers that tags have been given. A number is never reused: when a row is removed, its tag
/// is listed in `retired`.
namespace bcast::spec {

/// Of all documents, in their order.
inline constexpr auto given_numbers = gathered<&rows::given>();

/// Tags that used to have a row.
inline constexpr std::array<std::string_view, 0> retired{};

}  // namespace bcast::spec
