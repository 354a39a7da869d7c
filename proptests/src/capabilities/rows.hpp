// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "bcast/kit/subject.hpp"

/// What a subject can declare of itself, by the same names in C++, in the `caps` of a C table, on
/// the pipe and in Python.
namespace bcast::proptests {

struct capability {
  using names = std::vector<std::string> kit::capabilities::*;
  using number = std::size_t kit::capabilities::*;
  using flag = bool kit::capabilities::*;

  std::string_view name;
  std::variant<names, number, flag> field;
  std::string_view meaning;
  bool of_memory = false;           ///< only for C++ and C, which get memory
  std::string_view in_python = {};  ///< Python's default if it is another, as text
};

std::span<capability const> capability_rows();

/// Null for what is no name.
capability const* find_capability(std::string_view name);

/// The names that a subject with a binding can declare.
std::vector<std::string> capability_names(kit::binding d);

/// What a subject has that declares nothing.
kit::capabilities default_capabilities(kit::binding d);

/// The value of a row, as text: `copy,add`, `6`, `true`; empty where there is no limit.
std::string value_of(capability const& c, kit::capabilities const& of);

/// Another word for a capability with a value, which is still read.
struct old_capability {
  std::string_view key;
  std::string_view value;  ///< `*`: any, which is then the value
  std::string_view name;
  std::string_view now;
  bool c_only = false;
};

std::span<old_capability const> old_capabilities();

/// Null if the word is not old.
old_capability const* find_old_capability(std::string_view key, std::string_view value);

}  // namespace bcast::proptests
