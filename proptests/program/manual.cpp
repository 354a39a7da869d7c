// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include "help.hpp"

namespace bcast::program {
namespace {

/// Text for troff: a backslash and a hyphen are printed as they are, and no line is read as a
/// request.
std::string roff(std::string const& text) {
  std::string out;
  bool first = true;  // character of its line
  for (char c : text) {
    if (first && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
    first = c == '\n';
  }
  return out;
}

std::string option(option_help const& o) {
  const std::string value = o.positional ? "" : o.type;
  const std::string about =
      o.initially.empty() ? o.about : fmt::format("{} (default: {})", o.about, o.initially);
  return fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", roff(o.name),
                     value.empty() ? "" : fmt::format(" \\fI{}\\fR", roff(value)), roff(about));
}

std::string synopsis(command_help const& command) {
  std::string words;
  for (option_help const& o : command.options) {
    if (!o.positional) continue;
    std::string word = fmt::format("\\fI{}\\fR", roff(o.name));
    if (o.repeats) word += " ...";
    words += o.required ? " " + word : " [" + word + "]";
  }
  return words;
}

/// The footer's lines, unchanged.
std::string verbatim(std::string const& text) { return fmt::format(".nf\n{}\n.fi\n", roff(text)); }

}  // namespace

std::string manual_page(program_help const& program) {
  std::string out =
      fmt::format(".TH BCAST 1 \"\" \"{}\" \"User Commands\"\n", roff(program.version));
  out += fmt::format(".SH NAME\nbcast \\- {}\n", roff(program.whole.about));
  out += ".SH SYNOPSIS\n\\fBbcast\\fR \\fIcommand\\fR [\\fIargument\\fR ...]\n.SH COMMANDS\n";
  for (command_help const& c : program.commands) {
    out += fmt::format(".SS \"bcast {}{}\"\n{}.\n", roff(c.name), synopsis(c), roff(c.about));
    for (option_help const& o : c.options) out += option(o);
    if (!c.footer.empty()) out += ".PP\n" + verbatim(c.footer);
  }
  out += ".SH OPTIONS\n";
  for (option_help const& o : program.whole.options) out += option(o);
  return out + ".SH NOTES\n" + verbatim(program.whole.footer);
}

}  // namespace bcast::program
