// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/options.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "command/width.hpp"
#include "support/fold.hpp"
#include "support/shell_word.hpp"

namespace bcast::proptests {
namespace {

/// A help text no wider than its terminal. CLI11's own does not wrap descriptions.
class formatter : public CLI::Formatter {
 public:
  std::string make_description(CLI::App const* app) const override {
    return folded(app->get_description(), help_width(), 0) + "\n";
  }
  std::string make_usage(CLI::App const* app, std::string name) const override {
    return folded(CLI::Formatter::make_usage(app, std::move(name)), help_width(), 7);
  }
  std::string make_footer(CLI::App const* app) const override {
    return folded(CLI::Formatter::make_footer(app), help_width(), 0);
  }
  std::string make_subcommand(CLI::App const* sub) const override {
    return row(fmt::format("  {:<10}", sub->get_name()), sub->get_description(), help_width()) +
           "\n";
  }
  std::string make_option(CLI::Option const* o, bool positional) const override {
    constexpr std::size_t column = 30;
    const std::string name = "  " + make_option_name(o, positional) + make_option_opts(o);
    const std::string about = std::string(column, ' ') + make_option_desc(o);
    const std::string text = folded(about, help_width(), 0);
    if (name.size() >= column) return name + "\n" + text + "\n";
    return name + text.substr(name.size()) + "\n";
  }
  std::string make_option_opts(CLI::Option const* o) const override {
    if (o->get_type_size() == 0) return "";
    std::string opts = " " + o->get_type_name();
    if (!o->get_default_str().empty()) opts += "=" + o->get_default_str();
    if (o->get_expected_max() == CLI::detail::expected_max_vector_size) opts += " ...";
    return opts;
  }
  /// The description, and what the option needs and excludes.
  std::string make_option_desc(CLI::Option const* o) const override {
    std::string about = o->get_description();
    const auto names = [](auto const& options) {
      std::string all;
      for (CLI::Option const* other : options) {
        all += (all.empty() ? "" : ", ") + other->get_name();
      }
      return all;
    };
    if (o->get_required()) about += " (required)";
    for (auto const& [word, others] : {std::pair("needs", names(o->get_needs())),
                                       std::pair("not with", names(o->get_excludes()))}) {
      if (!others.empty()) about += fmt::format(" ({} {})", word, others);
    }
    return about;
  }
};

/// Whether a word is an option of a command: --law, --law=shape, -q.
bool is_option(CLI::App const& command, std::string const& word) {
  const std::string name = word.substr(0, word.find('='));
  const auto all = command.get_options();
  return word.starts_with("-") && std::any_of(all.begin(), all.end(), [&](CLI::Option const* o) {
           return o->check_name(name);
         });
}

/// A validator that the help does not mention.
CLI::Validator plain(CLI::Validator v) { return v.description(""); }

/// Refuses a number that is none: no comparison holds for it.
std::string not_a_number(std::string const& text) {
  return std::isnan(std::strtod(text.c_str(), nullptr)) ? "'" + text + "' is not a number" : "";
}

/// Refuses what would wrap around as a number of bytes.
std::string too_many_bytes(std::string const& text) {
  std::int64_t bytes = -1;
  const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), bytes);
  const bool fits = wrong == std::errc() && end == text.data() + text.size() && bytes >= 0;
  return fits ? "" : "expected a number of bytes below 8E";
}

}  // namespace

CLI::Option* takes_seconds(CLI::Option* option, double least) {
  constexpr double day = 86400;
  return option->capture_default_str()
      ->type_name("SECONDS")
      ->check(plain(CLI::Range(least, day)))
      ->check(not_a_number);
}

CLI::Option* names_a_file(CLI::Option* option) {
  return option->type_name("FILE")->check(
      [](std::string const& name) { return name.empty() ? "expected the name of a file" : ""; });
}

void wrap_help(CLI::App& program) { program.formatter(std::make_shared<formatter>()); }

void expect_quoted_commands(CLI::App const& check, std::vector<std::string> const& words) {
  for (std::size_t k = 0; k < words.size(); ++k) {
    const bool joined = words[k].starts_with("--exec=");
    if (!joined && words[k] != "--exec") continue;
    std::string command = joined ? words[k].substr(7) : "";
    if (!joined && ++k < words.size()) command = words[k];
    std::string whole = command;
    for (; k + 1 < words.size() && !is_option(check, words[k + 1]); ++k)
      whole += " " + words[k + 1];
    if (whole == command) continue;
    throw std::invalid_argument(
        fmt::format("--exec takes a command as one word; quote it: --exec {}", shell_word(whole)));
  }
}

void add_options(CLI::App& command, check_arguments& a) {
  const auto repeatable = [&](char const* name, std::vector<std::string>& to, char const* type,
                              std::string const& about) {
    command.add_option(name, to, about + "; repeatable")->type_name(type)->allow_extra_args(false);
  };
  repeatable("--law", a.laws, "LAW", "Only this law, or the laws of this clause");
  repeatable("--subject", a.subjects, "SUBJECT",
             "Only this subject, or those of a shared library, ./libmine.so");
  repeatable("--exec", a.commands, "COMMAND",
             "Command of a program to test over the JSON pipe, in quotes");
  repeatable("--array-api", a.array_modules, "MODULE",
             "A Python module to test that follows the Array API standard: numpy");
  repeatable("--system", a.systems, "NAME",
             "A system for which the Python package has an adapter: tinygrad");
  repeatable("--only", a.only, "GLOB", "Only subjects that match this glob (*, ?)");
  CLI::Option* one = command
                         .add_option("--case", a.only_case,
                                     "Only this case, as a failure prints it; 'A ; B' asks A "
                                     "first, in the same process, and then judges B")
                         ->type_name("CASE");
  command
      .add_option("--seed", a.seed,
                  "The seed of the random cases (default: BCAST_SEED, or a fresh one)")
      ->type_name("N");
  command
      .add_option("--size", a.size,
                  "core: the core cases alone; push: all cases, 2000 random ones per law; nightly: "
                  "100,000 random ones per law; for systems and array modules, core is the default")
      ->check(plain(CLI::IsMember(std::vector<std::string>(size_names.begin(), size_names.end()))))
      ->type_name("SIZE")
      ->default_str("push");
  command.add_option("--cases", a.random, "Random cases per law (default: as --size says)")
      ->check(plain(CLI::Range(0.0, 1e15)))
      ->excludes(one)
      ->type_name("N");
  names_a_file(command.add_option("--xfail", a.expected, "A file of expected failures"))
      ->excludes(one);
  command.add_flag("--no-known", a.no_known,
                   "Report the known deviations of a system or array module like new failures");
  command
      .add_option(
          "--seconds", a.seconds,
          "The time for the whole run: each law gets a part of it, and asks as many cases as "
          "it can (default: no limit; 60 for --exec and for what is costly, unless --size or "
          "--cases is "
          "given)")
      ->type_name("SECONDS")
      ->check(plain(CLI::Range(0.1, 86400.)))
      ->check(not_a_number)
      ->excludes(one);
  takes_seconds(command.add_option("--limit", a.limit,
                                   "The longest time that a subject may take for one case"),
                0.05);
  command
      .add_option(
          "--memory", a.memory,
          "The most memory that a subject may use beyond bcast's own for one case; 0: no limit "
          "(default: the machine's memory / (2 * processors), at least 2G)")
      ->type_name("BYTES")
      ->transform(plain(CLI::AsSizeValue(false)))
      ->check(too_many_bytes);
  takes_seconds(
      command.add_option("--shrink", a.shrink,
                         "Time to shrink a failing case; 0: print the case as it was found"),
      0);
  command.add_flag("--no-fork", a.no_fork,
                   "Run the subject in this process, for a debugger or a device");
  command.add_flag("--list", a.list, "List the laws and their clauses; with --json, as JSON");
  names_a_file(
      command.add_option("--report", a.issues, "Write each new failure as an issue, in Markdown"));
  names_a_file(
      command.add_option("--json", a.json, "Write the report as JSON; - is standard output"));
  names_a_file(command.add_option("--junit", a.junit, "Write the report as JUnit XML"));
  command.add_flag("--skipped", a.skipped, "Say which laws were not asked, and why");
  command.add_flag("-q,--quiet", a.quiet, "Print what is broken and nothing else");
}

std::optional<check_arguments> parse_check(int argc, char const* const* argv) {
  CLI::App program{"Checks broadcasting against the documents that define it."};
  wrap_help(program);
  check_arguments a;
  add_options(program, a);
  expect_quoted_commands(program, {argv + std::min(argc, 1), argv + argc});
  try {
    program.parse(argc, argv);
  } catch (CLI::Success const& help) {
    program.exit(help);
    return std::nullopt;
  } catch (CLI::ParseError const& e) {
    throw std::invalid_argument(std::string(e.what()) + "; see --help");
  }
  return a;
}

}  // namespace bcast::proptests
