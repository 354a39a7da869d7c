// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "example.hpp"

#include <algorithm>
#include <stdexcept>

#include "bcast/proptests/text.hpp"
#include "support/pattern.hpp"

namespace bcast::findings {
namespace {

std::string name_of(std::size_t m) { return "operand " + std::to_string(m); }

/// The types of an operation as text for the reader.
std::optional<proptests::mlir_operation> read(std::string const& types) {
  const std::string text = "\"test.broadcastable\"() : " + types + "\n";
  try {
    auto all = proptests::read_mlir(
        {text, {}}, [](std::string_view) { return proptests::mlir_interest::asked; });
    if (all.operations.size() == 1) return all.operations.front();
  } catch (proptests::mlir_syntax_error const&) {
  }
  return std::nullopt;
}

}  // namespace

example::example(std::string_view text) : text_(text) {
  is_mlir_ = text.find("tensor<") != std::string_view::npos ||
             text.find("vector<") != std::string_view::npos;
  if (!is_mlir_ && !text_.empty()) case_ = proptests::parse_case(text_);
}

void example::note(std::string_view part) const {
  if (std::find(read_.begin(), read_.end(), part) == read_.end()) read_.emplace_back(part);
}

void example::note_all() const {
  for (std::size_t m = 0; m < operands(); ++m) note(name_of(m));
  for (char const* part : {"result", "dims", "text"}) note(part);
}

std::vector<kit::dim> const& example::part(std::size_t m) const {
  note(name_of(m));
  return case_.operands.at(m).type.sizes;
}

std::vector<std::int64_t> example::dims() const {
  note("dims");
  return case_.dimensions.value();
}

proptests::test_case example::whole() const {
  note_all();
  return case_;
}

std::optional<proptests::mlir_operation> example::mlir() const {
  note("text");
  return read(text_);
}

std::optional<proptests::mlir_operation> example::mlir_with_types_closed() const {
  note("text");
  return read(proptests::replaced(text_, "(<[^<>,()]*)([,)])", "$1>$2"));
}

void example::without(std::initializer_list<std::string_view> parts) const {
  for (std::string_view part : parts) note(part);
}

std::vector<std::string> example::unread() const {
  std::vector<std::string> parts;
  const auto expect = [&](std::string const& part, bool exists) {
    const bool read = std::find(read_.begin(), read_.end(), part) != read_.end();
    if (exists && !read) parts.push_back(part);
  };
  for (std::size_t m = 0; m < operands(); ++m) expect(name_of(m), true);
  expect("result", case_.result.has_value());
  expect("dims", case_.dimensions.has_value());
  expect("text", is_mlir_);
  return parts;
}

reference::mlir::operation<reference::index> to_reference(proptests::mlir_operation const& op) {
  namespace mlir = reference::mlir;
  const auto type_of = [](proptests::mlir_type const& t) {
    using from = proptests::mlir_type;
    mlir::type<reference::index> to;
    to.kind = t.kind == from::kind::tensor   ? mlir::kind::tensor
              : t.kind == from::kind::vector ? mlir::kind::vector
                                             : mlir::kind::other;
    if (!t.shape.ranked) return to;
    to.shape.emplace();
    for (kit::dim const& d : t.shape.sizes) {
      to.shape->append(d ? mlir::dim<reference::index>(*d) : mlir::dim<reference::index>());
    }
    return to;
  };
  mlir::operation<reference::index> to;
  for (auto const& t : op.operands) to.operands.append(type_of(t));
  for (auto const& t : op.results) to.results.append(type_of(t));
  return to;
}

}  // namespace bcast::findings
