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

text plain_text(std::string characters) {
  if (characters.empty()) return {};
  return {{kind::plain, std::move(characters), ""}};
}

}  // namespace

std::string plain(spec::shape const& shape) {
  if (!shape.ranked()) return "*";
  if (shape.rank() == 0) return "()";
  return fmt::format("{}", fmt::join(texts_of(shape, text_of), "x"));
}

text cell(std::string_view annotated) { return prose(annotated); }

text cell(spec::formula formula) {
  if (formula.empty()) return {};
  if (formula.ends_with('.') || formula.ends_with(':')) return plain_text(std::string(formula));
  return {{kind::formula, std::string(formula), ""}};
}

text cell(spec::latex latex) {
  if (latex.empty()) return {};
  return {{kind::code, std::string(latex), ""}};
}

text cell(spec::prose_with_latex annotated) {
  std::string in_backticks(annotated);
  std::replace(in_backticks.begin(), in_backticks.end(), '$', '`');
  return prose(in_backticks);
}

text cell(spec::shape const& shape) { return plain_text(plain(shape)); }

text cell(spec::operands const& operands) {
  return plain_text(fmt::format("{}", fmt::join(texts_of(operands, plain), ", ")));
}

text cell(spec::xla::tuple const& tuple) {
  return plain_text(fmt::format("({})", fmt::join(tuple.begin(), tuple.end(), ", ")));
}

text cell(spec::passages const& places) { return plain_text(lines_of(places)); }

text linked(spec::text const& in, spec::passages const& places) {
  text all;
  for (spec::lines at : places) {
    if (!all.empty()) all.push_back({kind::plain, ", ", ""});
    const spec::placed_part where = spec::part_with(in, at);
    std::string shown = lines_of(spec::passages{where.at});
    // Of a later file, with its name.
    if (where.file.before > 0) {
      shown += fmt::format(" of {}", where.file.path.substr(where.file.path.rfind('/') + 1));
    }
    all.push_back({kind::plain, shown, spec::link_to(in, at)});
  }
  return all;
}

text cell(spec::opposite const& against) {
  text of = prose(against.of);
  if (against.at.empty()) return of;
  of.push_back({kind::plain, fmt::format(", {}", lines_of(against.at)), ""});
  return of;
}

std::string commit_of(spec::text const& published) {
  const bool read = published.date.starts_with("read on");
  return fmt::format("{}{}{}", published.commit, read ? ", " : " of ", published.date);
}

text cell(spec::text const& published) {
  text where{{kind::plain, fmt::format("{}: ", published.repository), ""},
             {kind::code, std::string(published.path), spec::link_to(published)}};
  std::string when;
  if (!published.commit.empty()) when += " at " + commit_of(published);
  if (!published.edition.empty()) when += fmt::format(" (edition {})", published.edition);
  if (!when.empty()) where.push_back({kind::plain, when, ""});
  return where;
}

json datum(spec::passages const& places) {
  json all = json::array();
  for (spec::lines at : places) all.push_back({at.first, at.last});
  return all;
}

json datum(spec::text const& published) {
  return {{"edition", published.edition},
          {"repository", published.repository},
          {"path", published.path},
          {"commit", published.commit},
          {"date", published.date}};
}

}  // namespace bcast::docs
