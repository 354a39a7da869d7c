// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/verify/printer.hpp"

#include <fmt/core.h>
#include <sys/wait.h>

#include <charconv>
#include <cstdio>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "program/verify/run_command.hpp"
#include "support/json_text.hpp"
#include "support/shell_word.hpp"

namespace bcast::program {
namespace {

using proptests::text_place;

/// The number after a colon that `text` begins with; it is taken away with the colon.
std::optional<std::size_t> take_number(std::string_view& text) {
  if (!text.starts_with(':')) return std::nullopt;
  std::size_t number = 0;
  char const* const end = text.data() + text.size();
  const auto [after, wrong] = std::from_chars(text.data() + 1, end, number);
  if (wrong != std::errc()) return std::nullopt;
  text = {after, static_cast<std::size_t>(end - after)};
  return number;
}

/// Prints lines on standard error, without what a terminal acts on.
void print_safely(std::string const& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::fputs((proptests::printable(line) + "\n").c_str(), stderr);
  }
}

}  // namespace

printed_mlir::printed_mlir(std::string text, std::string const& file)
    : text_(std::move(text)), file_(file) {
  for (std::size_t at = 0; at < text_.size();) {
    lines_.push_back(at);
    const std::size_t end = text_.find('\n', at);
    at = end == std::string::npos ? text_.size() : end + 1;
  }
  // Each part that is split off has its own names.
  names_.emplace_back();
  for (std::size_t n = 0; n < lines_.size(); ++n) {
    const std::string_view one = line(n);
    if (one.starts_with("// -----")) names_.emplace_back();
    part_of_.push_back(names_.size() - 1);
    const std::size_t equals = one.find(" = loc(");
    if (one.starts_with("#loc") && equals != std::string_view::npos) {
      names_.back().emplace(one.substr(0, equals), one.substr(equals + 7));
    }
  }
}

std::string_view printed_mlir::line(std::size_t number) const {
  const std::size_t begin = lines_[number];
  const std::size_t end = text_.find('\n', begin);
  return std::string_view(text_).substr(begin, end == std::string::npos ? end : end - begin);
}

std::optional<text_place> printed_mlir::read_location(std::string_view location,
                                                      std::size_t part) const {
  // `"name"(#loc3)`, `fused[#loc3, #loc4]`: the first that it is made of. A name whose meaning
  // would be circular has none.
  std::size_t first_line = 1;
  for (std::size_t k = 0; k <= names_[part].size(); ++k) {
    const std::string own = '"' + file_ + "\":", split = "\"within split at " + file_ + ':';
    std::size_t at = location.find(own);
    std::string_view rest;
    if (at != std::string_view::npos) {
      rest = location.substr(at + own.size() - 1);
    } else if (at = location.find(split); at != std::string_view::npos) {
      rest = location.substr(at + split.size() - 1);
      first_line = take_number(rest).value_or(1);
      constexpr std::string_view offset = " offset \"";
      if (!rest.starts_with(offset)) return std::nullopt;
      rest.remove_prefix(offset.size());
    } else {
      const std::size_t name = location.find("#loc");
      if (name == std::string_view::npos) return std::nullopt;
      const std::string_view from = location.substr(name);
      const auto found = names_[part].find(from.substr(0, from.find_first_of(",)] ")));
      if (found == names_[part].end()) return std::nullopt;
      location = found->second;
      continue;
    }
    const auto row = take_number(rest);
    const auto column = take_number(rest);
    if (!row || !column) return std::nullopt;
    return text_place{first_line + *row - 1, *column};
  }
  return std::nullopt;
}

text_place printed_mlir::source_of(text_place printed) const {
  if (printed.line == 0 || printed.line > lines_.size()) return printed;
  std::size_t n = printed.line - 1;
  const std::string_view first = line(n);
  if (first.ends_with("({")) {
    const std::string end = std::string(first.substr(0, first.find_first_not_of(' '))) + "})";
    while (n + 1 < lines_.size() && !line(n).starts_with(end)) ++n;
  }
  const std::string_view last = line(n);
  const std::size_t at = last.rfind(" loc(");
  if (at == std::string_view::npos) return printed;
  return read_location(last.substr(at + 5), part_of_[n]).value_or(printed);
}

std::optional<printed_mlir> print_generic(printer const& by, std::string const& file, bool split) {
  // A name that begins with a dash would be an option.
  const std::string named = file.starts_with('-') ? "./" + file : file;
  const std::string command = fmt::format(
      "{} --mlir-print-op-generic --mlir-print-debuginfo --allow-unregistered-dialect{} "
      "{} </dev/null",
      by.program, split ? " --split-input-file" : "", proptests::shell_word(named));
  const auto refuse = [&](std::string const& why) {
    throw std::invalid_argument(fmt::format("--opt '{}': {}", by.program, why));
  };
  command_result ran = run_command(command, by.limit);
  print_safely(ran.errors);
  if (!ran.why.empty()) refuse(ran.why);
  const int status = ran.status;
  if (WIFEXITED(status) && (WEXITSTATUS(status) == 127 || WEXITSTATUS(status) == 126)) {
    refuse("cannot be run");
  }
  constexpr int by_signal = 128;  // what a shell adds to its number
  const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status) - by_signal;
  if (signal > 0) refuse(fmt::format("signal {} ended it", signal));
  if (WEXITSTATUS(status) != 0) return std::nullopt;
  std::string text = std::move(ran.output);
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) refuse("prints nothing");
  return printed_mlir(std::move(text), named);
}

}  // namespace bcast::program
