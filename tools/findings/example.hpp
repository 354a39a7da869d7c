// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bcast/proptests/case.hpp"
#include "bcast/reference/mlir.hpp"
#include "bcast/reference/seq.hpp"
#include "mlir/mlir_text.hpp"

namespace bcast::findings {

/// The example of a finding's row. It records which of its parts were read: no computation may
/// answer for an example that it has not read.
///
/// The text is a case (`4 1x2 dims=0`, `? ? -> 4`), or the types of an operation in MLIR.
class example {
 public:
  /// Throws proptests::text_error for any other text.
  explicit example(std::string_view text);

  std::size_t operands() const { return case_.operands.size(); }

  /// The sizes of operand m, all of them known numbers.
  template <class Sizes>
  Sizes sizes(std::size_t m) const {
    Sizes all;
    for (auto const& size : part(m)) all.append(size.value());
    return all;
  }

  /// The sizes of all operands.
  template <class Sizes, class Sequence>
  Sequence all_sizes() const {
    Sequence all;
    for (std::size_t m = 0; m < operands(); ++m) all.append(sizes<Sizes>(m));
    return all;
  }

  std::vector<std::int64_t> dims() const;

  /// The whole of it as a case.
  proptests::test_case whole() const;

  /// The types of an operation, as the transcription and as the verifier's reader have them; none
  /// if they do not parse.
  std::optional<proptests::mlir_operation> mlir() const;
  std::optional<proptests::mlir_operation> mlir_with_types_closed() const;

  /// Marks these parts as read: the rule does not depend on them.
  void without(std::initializer_list<std::string_view> parts) const;

  std::vector<std::string> unread() const;

 private:
  std::vector<kit::dim> const& part(std::size_t m) const;
  void note(std::string_view part) const;
  void note_all() const;

  std::string text_;
  proptests::test_case case_;
  bool is_mlir_ = false;
  mutable std::vector<std::string> read_;
};

/// An operation that was read, as the transcription has it.
reference::mlir::operation<reference::index> to_reference(proptests::mlir_operation const& op);

}  // namespace bcast::findings
