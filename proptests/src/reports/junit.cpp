// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>

#include "bcast/proptests/reports.hpp"
#include "bcast/spec/names.hpp"
#include "support/json_text.hpp"

namespace bcast::proptests {
namespace {

void escape(char c, std::string& out) {
  switch (c) {
    case '&':
      out += "&amp;";
      break;
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;
    case '"':
      out += "&quot;";
      break;
    default:
      out += c;
  }
}

/// Lines of text as XML 1.0 takes them, without what a viewer would act on.
std::string escaped(std::string_view text) {
  std::string out;
  while (true) {
    const std::size_t end = text.find('\n');
    for (const char c : printable(text.substr(0, end))) escape(c, out);
    if (end == std::string_view::npos) return out;
    out += "&#10;";
    text.remove_prefix(end + 1);
  }
}

constexpr std::string_view head =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n <testsuite name=\"bcast\" ";

}  // namespace

std::string to_junit(run_report const& r) {
  std::size_t failures = 0, skipped = 0;
  double seconds = 0;
  for (outcome const& o : r.outcomes) {
    failures += o.failure ? 1 : 0;
    skipped += o.skipped.empty() ? 0 : 1;
    seconds += o.time.count();
  }
  std::string out(head);
  fmt::format_to(std::back_inserter(out),
                 "tests=\"{}\" failures=\"{}\" skipped=\"{}\" time=\"{:.3f}\">\n",
                 r.outcomes.size(), failures, skipped, seconds);
  for (outcome const& o : r.outcomes) {
    fmt::format_to(std::back_inserter(out),
                   "  <testcase classname=\"{}\" name=\"{} [{}]\" time=\"{:.3f}\"",
                   escaped(o.subject), escaped(o.stated->name), o.stated->tag, o.time.count());
    if (!o.skipped.empty()) {
      out += "><skipped message=\"" + escaped(o.skipped) + "\"/></testcase>\n";
    } else if (o.failure) {
      out += "><failure message=\"" + escaped(o.failure->what) + "\">" + escaped(report(o)) +
             "</failure></testcase>\n";
    } else {
      out += "/>\n";
    }
  }
  return out + " </testsuite>\n</testsuites>\n";
}

}  // namespace bcast::proptests
