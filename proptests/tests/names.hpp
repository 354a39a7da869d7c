#pragma once

#include <cctype>
#include <string>
#include <string_view>

namespace bcast::tests {

/// The test suite of a tag: `array_api.A7` is ArrayApiA7.
inline std::string suite_of(std::string_view tag) {
  std::string suite;
  bool upper = true;
  for (char c : tag) {
    if (c == '_' || c == '.') {
      upper = true;
      continue;
    }
    suite += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    upper = false;
  }
  return suite;
}

/// A name that GoogleTest takes, from any text.
inline std::string test_name(std::string_view text) {
  std::string name;
  for (char c : text) name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return name;
}

}  // namespace bcast::tests
