// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <sstream>

#include "help.hpp"

namespace bcast::cli {
namespace {

/// Text for troff: a backslash and a hyphen are printed as they are, and no line is a request.
std::string roff(std::string const& text) {
  std::string out;
  bool first = true;  // of its line
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

std::string option(CLI::Option const& o) {
  const std::string name = o.get_positional() ? o.get_name() : o.get_name(false, true);
  const std::string value = o.get_positional() ? "" : o.get_type_name();
  std::string about = o.get_description();
  if (!o.get_default_str().empty()) about += fmt::format(" (default: {})", o.get_default_str());
  return fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", roff(name),
                     value.empty() ? "" : fmt::format(" \\fI{}\\fR", roff(value)), roff(about));
}

std::string synopsis(CLI::App const& command) {
  std::string words;
  for (CLI::Option const* o : command.get_options()) {
    if (!o->get_positional()) continue;
    std::string word = fmt::format("\\fI{}\\fR", roff(o->get_name()));
    if (o->get_expected_max() > 1) word += " ...";
    words += o->get_required() ? " " + word : " [" + word + "]";
  }
  return words;
}

/// The footer's lines, as they are.
std::string verbatim(std::string const& text) { return fmt::format(".nf\n{}\n.fi\n", roff(text)); }

}  // namespace

std::string manual_page(CLI::App const& program) {
  std::string out =
      fmt::format(".TH BCAST 1 \"\" \"{}\" \"User Commands\"\n", roff(program.version()));
  out += fmt::format(".SH NAME\nbcast \\- {}\n", roff(program.get_description()));
  out += ".SH SYNOPSIS\n\\fBbcast\\fR \\fIcommand\\fR [\\fIargument\\fR ...]\n.SH COMMANDS\n";
  const auto commands = program.get_subcommands([](CLI::App const*) { return true; });
  for (CLI::App const* c : commands) {
    out += fmt::format(".SS \"bcast {}{}\"\n{}.\n", roff(c->get_name()), synopsis(*c),
                       roff(c->get_description()));
    for (CLI::Option const* o : c->get_options()) out += option(*o);
    if (!c->get_footer().empty()) out += ".PP\n" + verbatim(c->get_footer());
  }
  out += ".SH OPTIONS\n";
  for (CLI::Option const* o : program.get_options()) out += option(*o);
  return out + ".SH NOTES\n" + verbatim(program.get_footer());
}

}  // namespace bcast::cli
