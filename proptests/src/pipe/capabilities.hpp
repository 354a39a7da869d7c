// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/kit/subject.hpp"
#include "pipe/elements.hpp"

/// What a program says of itself when it is first asked.
namespace bcast::proptests::pipe {

inline constexpr int version = 1;

/// The asks about shapes, and those about values.
inline constexpr std::array<std::string_view, 4> shape_asks{"broadcast_shapes", "verify", "expand",
                                                            "matmul_shape"};
inline constexpr std::array<std::string_view, 3> value_asks{"apply", "adjoint", "matmul"};

/// What an answering program declares about itself.
struct capabilities {
  std::string name;
  std::string rule;
  std::vector<std::string> asks;  ///< of shape_asks and value_asks
  kit::capabilities declares;
  std::map<std::string, std::size_t> own_ops{};  ///< operations of its own, with their operands
  bool base64 = false;                           ///< elements are sent as their bytes in base64
  bool says_join = false;  ///< it knows broadcast_shapes by its old name, `join`
};

/// The first ask.
json caps_ask();

/// Throws malformed for anything that is not an answer to it.
capabilities to_capabilities(json const& answer);

/// What a subject can do, in terms of the pipe.
capabilities capabilities_of(kit::subject const& s);
json to_json(capabilities const& c);

}  // namespace bcast::proptests::pipe
