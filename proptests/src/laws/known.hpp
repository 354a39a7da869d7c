// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>

#include "bcast/kit/subject.hpp"

/// The words in which a subject says what it is: its rule, its operations, its element types. A
/// word that means exactly one of the kit's is an alias: `subtract` is `sub`, `float32` is `float`,
/// and `numpy` follows the rule of `array_api`.
namespace bcast::proptests {

/// The kit's own word. Throws std::invalid_argument for one that is neither known nor an alias;
/// the message suggests a word and lists the known ones.
std::string known_rule(std::string_view text);  ///< with its switches, `mlir zero=other`
std::string known_operation(std::string_view word);
std::string known_element(std::string_view word);

/// The subject in the kit's words. Its functions are still called with its own ones. Throws as the
/// functions above do, naming the subject.
kit::subject adopted(kit::subject const& s);

}  // namespace bcast::proptests
