// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cell.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "bcast/spec/links.hpp"

namespace bcast::docs {

std::string text_of(spec::dim d) { return d.known() ? std::to_string(d.size()) : "?"; }

namespace {

template <class Range>
std::vector<std::string> texts_of(Range const& range, auto text_of_item) {
  std::vector<std::string> all;
  std::transform(range.begin(), range.end(), std::back_inserter(all), text_of_item);
  return all;
}

std::string lines_of(spec::passages const& places) {
  return fmt::format("{}", fmt::join(texts_of(places,
                                              [](spec::lines at) {
                                                return at.first == at.last
                                                           ? std::to_string(at.first)
                                                           : fmt::format("{}-{}", at.first,
                                                                         at.last);
                                              }),
                                     ", "));
}

}  // namespace

std::string plain(spec::shape const& shape) {
  if (!shape.ranked()) return "*";
  if (shape.rank() == 0) return "()";
  return fmt::format("{}", fmt::join(texts_of(shape, text_of), "x"));
}

std::string cell(std::string_view annotated) { return prose(annotated); }

std::string cell(spec::formula formula) {
  return formula.ends_with('.') || formula.ends_with(':') ? verbatim(formula) : code(formula);
}

std::string cell(spec::shape const& shape) { return verbatim(plain(shape)); }

std::string cell(spec::operands const& operands) {
  return verbatim(fmt::format("{}", fmt::join(texts_of(operands, plain), ", ")));
}

std::string cell(spec::xla::tuple const& tuple) {
  return fmt::format("({})", fmt::join(tuple.begin(), tuple.end(), ", "));
}

std::string cell(spec::passages const& places) { return lines_of(places); }

std::string linked(spec::text const& in, spec::passages const& places) {
  std::string all;
  for (spec::lines at : places) {
    if (!all.empty()) all += ", ";
    const spec::placed_part where = spec::part_with(in, at);
    std::string shown = lines_of(spec::passages{where.at});
    // Of a later file, with its name.
    if (where.file.before > 0) {
      shown += fmt::format(" of {}", where.file.path.substr(where.file.path.rfind('/') + 1));
    }
    all += linked_to(verbatim(shown), spec::link_to(in, at));
  }
  return all;
}

std::string cell(spec::opposite const& against) {
  return prose(against.of) + (against.at.empty() ? "" : ", " + lines_of(against.at));
}

std::string commit_of(spec::text const& published) {
  const bool read = published.date.starts_with("read on");
  return fmt::format("{}{}{}", published.commit, read ? ", " : " of ", published.date);
}

std::string cell(spec::text const& published) {
  std::string all = verbatim(published.repository) + ": " +
                    linked_to(code(published.path), spec::link_to(published));
  if (!published.commit.empty()) all += verbatim(" at " + commit_of(published));
  if (!published.edition.empty()) all += verbatim(fmt::format(" (edition {})", published.edition));
  return all;
}

}  // namespace bcast::docs
