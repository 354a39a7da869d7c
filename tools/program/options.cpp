// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "options.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "command/options.hpp"
#include "commands.hpp"
#include "support/suggest.hpp"

namespace bcast::program {
namespace {

using proptests::suggestion;

/// A command line, and what it does.
struct example {
  std::string_view line;
  std::string_view does;
};

/// Adds examples after a command's help. If they are too wide for two columns, what an example does
/// is below it.
void add_examples(CLI::App* command, std::initializer_list<example> all,
                  std::string const& more = {}) {
  constexpr std::size_t most = 72;
  std::size_t width = 0, widest = 0;
  for (example const& e : all) width = std::max(width, e.line.size());
  for (example const& e : all) widest = std::max(widest, 2 + width + 2 + e.does.size());
  std::string text = "Examples:";
  for (example const& e : all) {
    text += widest <= most ? fmt::format("\n  {:<{}}  {}", e.line, width, e.does)
                           : fmt::format("\n  {}\n      {}", e.line, e.does);
  }
  command->footer(text + (more.empty() ? "" : "\n\n" + more));
}

/// Adds --json and -q; they exclude each other.
void add_output(CLI::App* sub, output& to) {
  CLI::Option* const text = sub->add_flag("--json", to.json, "Answer in JSON, on standard output");
  sub->add_flag("-q,--quiet", to.quiet, "Print nothing: the exit status is the answer")
      ->excludes(text);
}

template <class Text>
CLI::Option* add_rule(CLI::App* sub, Text& rule, std::string const& words,
                      std::string const& name = "--rule") {
  return sub->add_option(name, rule, words)->type_name("RULE");
}

/// The shapes of a question.
void add_shapes(CLI::App* sub, std::vector<std::string>& shapes) {
  sub->add_option("shapes", shapes,
                  "8x1x6x1, (8,1,6,1), f32[8,1,6,1], tensor<8x1xf32>, (), ?x4, Nx4, <=8, *")
      ->type_name("SHAPE")
      ->required();
}

void add_question(CLI::App* sub, question& q) {
  add_shapes(sub, q.shapes);
  add_rule(sub, q.rule, "The rule, with its switches")->capture_default_str();
  sub->add_option("--dims", q.dims, "Broadcast dimensions, of XLA, CHLO or StableHLO: 0,2")
      ->type_name("AXES");
  add_output(sub, q.to);
}

/// Begins a word that CLI11 would otherwise read as several values: `[8,1]`.
constexpr char mark = '\1';

std::string marked(std::string const& word) {
  const bool listed = word.starts_with('[') && word.ends_with(']');
  return listed || word.starts_with(mark) ? mark + word : word;
}

/// Removes the mark from each value of a command.
void expect_marks(CLI::App& command) {
  for (CLI::Option* o : command.get_options()) {
    o->transform(CLI::Validator(
        [](std::string& word) {
          if (word.starts_with(mark)) word.erase(0, 1);
          return std::string();
        },
        ""));
  }
}

/// The program's arguments, and where they are stored.
class program {
 public:
  program();

  std::function<int()> parse(int argc, char** argv);

 private:
  using work = std::function<int()>;

  CLI::App* add(std::string const& name, std::string const& about, work run) {
    works_.emplace_back(name, std::move(run));
    return app_.add_subcommand(name, about);
  }
  void add_check();
  void add_shape();
  void add_compare();
  void add_explain();
  void add_findings();
  void add_rules();
  void add_vectors();
  void add_verify();
  void add_help();

  std::string meant(int argc, char** argv) const;
  std::vector<std::string> commands() const;

  CLI::App app_{"Checks tensor broadcasting against the documents that define it."};
  std::vector<std::pair<std::string, work>> works_;
  std::string folder_, described_;
  proptests::check_arguments check_;
  question shape_;
  compare_arguments compare_;
  explain_arguments explain_;
  findings_arguments findings_;
  rules_arguments rules_;
  verify_arguments verify_;
};

program::program() {
  app_.name("bcast");
  proptests::wrap_help(app_);
  app_.set_version_flag("--version", "bcast " BCAST_VERSION);
  app_.require_subcommand(0, 1);
  app_.footer(
      "`bcast help COMMAND` describes a command, with examples.\n"
      "\n"
      "A shape is 8x1x6x1, 8,1,6,1, (8,1,6,1), [8,1,6,1], f32[8,1,6,1] or\n"
      "tensor<8x1x6x1xf32>. A scalar is (), scalar, f32[] or tensor<f32>. An\n"
      "unknown size is ?, with a name N, with a bound <=8 or N<=8. An unknown\n"
      "rank is *.\n"
      "\n"
      "`bcast rules` lists the rules. One may have switches: 'mlir zero=other'.\n"
      "\n"
      "Exit status: 0 the answer is yes; 1 the answer is no; 2 bad arguments or\n"
      "input; 3 the document gives no answer; 4 out of memory or an I/O error;\n"
      "130 interrupted.\n"
      "\n"
      "A terminal gets colours, unless NO_COLOR is set, and long lines are folded\n"
      "at its width. In a file or a pipe each row is one line.");
  add_check();
  add_shape();
  add_compare();
  add_explain();
  add_findings();
  add_rules();
  add_vectors();
  add_verify();
  add_help();
  expect_marks(app_);
  for (CLI::App* c : app_.get_subcommands([](CLI::App*) { return true; })) expect_marks(*c);
}

void program::add_check() {
  CLI::App* const sub = add("check",
                            "Check an implementation against the documents: this project's own, a "
                            "shared library, or a program",
                            [this] { return check(check_); });
  proptests::add_options(*sub, check_);
  add_examples(sub,
               {{"bcast check", "every law, of the engine and the verifier"},
                {"bcast check --list", "the laws, and the clause of each"},
                {"bcast check --law shape --subject engine --seed 1", "one law, of one subject"},
                {"bcast check --law values --subject engine --case '2x1~t 1x3'", "one case"},
                {"bcast check --law repeat --subject engine --case '2 1 ; 1 2'", "two calls"},
                {"bcast check --subject ./libmine.so", "the subjects of a shared library"},
                {"bcast check --exec './mine --pipe'", "a program that answers through a pipe"},
                {"bcast check --array-api numpy", "a Python module of the Array API standard"}});
}

void program::add_shape() {
  CLI::App* const sub =
      add("shape", "Print the shape to which shapes broadcast", [this] { return shape(shape_); });
  add_question(sub, shape_);
  add_examples(sub, {{"bcast shape 8x1x6x1 7x1x5", "8x7x6x5"},
                     {"bcast shape '(1,2,3)@(0,3,4)'", "0x2x4"},
                     {"bcast shape 2x3 4", "refused: 3 and 4 clash"},
                     {"bcast shape '?x1' 4 --rule mlir", "?x4"},
                     {"bcast shape 2x3 3 --rule xla --dims 1", "2x3"},
                     {"bcast shape 0 1 --rule 'mlir zero=other'", "0"},
                     {"bcast shape --json 2x3 4", "the same refusal, as JSON"}});
}

void program::add_compare() {
  CLI::App* const sub =
      add("compare", "Show every rule's answer for some shapes, grouped by answer",
          [this] { return compare(compare_); });
  add_shapes(sub, compare_.shapes);
  sub->add_flag("--json", compare_.json, "Answer in JSON, on standard output");
  add_examples(sub, {{"bcast compare 0x3 1x3", "a size of 0 against a 1"},
                     {"bcast compare '(1,2,3)@(0,3,4)'", "a product of matrices"},
                     {"bcast compare '?' 0", "an unknown size against a 0"},
                     {"bcast compare 2x3 3", "a rank against a lower one"},
                     {"bcast compare --json 2x3 4", "the answers, as a JSON array of groups"}});
}

void program::add_explain() {
  CLI::App* const sub =
      add("explain", "Show how shapes are aligned, step by step, with the clause of each step",
          [this] { return explain_shapes(explain_); });
  add_question(sub, explain_.q);
  sub->add_option("--result", explain_.result, "Check a declared result shape")
      ->type_name("SHAPE")
      ->excludes(sub->get_option("--dims"));
  sub->add_option("--at", explain_.at,
                  "Show which elements are read for this index of the result, from 0")
      ->type_name("INDEX");
  sub->add_flag("--short", explain_.brief, "The alignment and one sentence");
  add_examples(sub, {{"bcast explain 8x1x6x1 7x1x5", "the alignment, and each step's clause"},
                     {"bcast explain 2x3 4 --short", "the alignment, and the answer"},
                     {"bcast explain 8x1x6x1 7x1x5 --at 1,2,3,4", "where one element comes from"},
                     {"bcast explain '?' 3 --rule mlir", "by MLIR's table"},
                     {"bcast explain Nx3 4x1 --rule sound --result 4x3", "what is left to assert"},
                     {"bcast explain 4 1x2 --rule xla --dims 0", "with XLA's dimensions"}});
}

void program::add_findings() {
  CLI::App* const sub = add("findings", "List defects of the documents, each with a counterexample",
                            [this] { return findings(findings_); });
  CLI::Option* const which =
      sub->add_option("finding", findings_.which,
                      "A document: list its findings alone. A finding: run its counterexample, as "
                      "printed and as corrected")
          ->type_name("FINDING");
  add_output(sub, findings_.to);
  CLI::Option* const report =
      sub->add_flag("--report", findings_.report,
                    "Write an issue in Markdown that the maintainers of the document can be sent");
  report->needs(which);
  for (char const* other : {"--json", "--quiet"}) report->excludes(sub->get_option(other));
  add_examples(sub, {{"bcast findings", "all, the open ones first"},
                     {"bcast findings xla", "those of one document"},
                     {"bcast findings xla.D4", "one, run as printed and as corrected"},
                     {"bcast findings xla.D4 --report", "the same, ready to file"},
                     {"bcast findings --json", "all, as a JSON array"}});
}

void program::add_rules() {
  CLI::App* const sub =
      add("rules", "List the rules that --rule takes", [this] { return rules(rules_); });
  sub->add_option("rule", rules_.rule, "Show the switches of one")->type_name("RULE");
  add_output(sub, rules_.to);
  add_examples(sub, {{"bcast rules", "all, with the document that each cites"},
                     {"bcast rules mlir@19", "the switches of one, and their values"},
                     {"bcast rules 'mlir zero=other'", "with one of them changed"},
                     {"bcast rules --json", "all with their switches, as a JSON array"}});
}

void program::add_vectors() {
  CLI::App* const sub =
      add("vectors", "Write the core cases, with verdicts, clauses and a schema, into a folder",
          [this] { return vectors(folder_); });
  sub->add_option("--out", folder_, "The folder: a new one, or an empty one")
      ->type_name("FOLDER")
      ->required();
  add_examples(sub, {{"bcast vectors --out vectors", "vectors/vectors.json and its schemas"}});
}

void program::add_verify() {
  CLI::App* const sub =
      add("verify", "Check the broadcasts in files of MLIR", [this] { return verify(verify_); });
  CLI::Option* const files =
      sub->add_option("files", verify_.files,
                      "The files; a folder for its .mlir files; - for standard input")
          ->type_name("FILE");
  CLI::Option* const operations =
      sub->add_option("--op", verify_.operations,
                      "Only these operations: test.broadcastable, or 'tosa.*'")
          ->type_name("NAME")
          ->allow_extra_args(false);
  sub->add_option("--rule", verify_.rules,
                  "Give more operations a rule or a relation: mydialect.add=mlir, "
                  "'mydialect.*=same'")
      ->type_name("NAME=RULE")
      ->allow_extra_args(false);
  add_rule(sub, verify_.rule,
           "The rule of every broadcast (default: that of its dialect; --rules lists them)",
           "--rules-of");
  add_output(sub, verify_.to);
  CLI::Option* const sarif =
      sub->add_flag("--sarif", verify_.sarif, "Answer as a SARIF log, for code scanning");
  CLI::Option* const types =
      sub->add_flag("--types", verify_.types, "Compare the types of elements too, f32 and f64");
  CLI::Option* const nothing = sub->add_flag("--allow-nothing", verify_.allows_nothing,
                                             "Do not fail if there is nothing to check");
  CLI::Option* const expected = sub->add_flag(
      "--verify-diagnostics", verify_.expected,
      "Compare the errors with the files' comments `// expected-error {{text}}`, as mlir-opt does");
  CLI::Option* const listed =
      sub->add_flag("--rules", verify_.print_rules, "Print the operations and the rule of each");
  CLI::Option* const json = sub->get_option("--json");
  CLI::Option* const quiet = sub->get_option("--quiet");
  for (CLI::Option* other : {json, quiet}) sarif->excludes(other);
  for (CLI::Option* other : {files, operations, sarif, types, nothing, expected, quiet}) {
    listed->excludes(other);
  }
  add_examples(sub,
               {{"bcast verify mine.mlir", "every operation of a file that has a rule"},
                {"bcast verify mine/tests --sarif", "all .mlir files of a folder, as SARIF"},
                {"bcast verify --op 'tosa.*' --json - < mine.mlir", "some, as JSON"},
                {"bcast verify --rule my.add=mlir mine.mlir", "one of your own dialect"},
                {"bcast verify --rules", "the operations and the rule of each"}},
               "Exit status: 0 every operation keeps its rule; 1 one does not; 2 a file,\n"
               "or an operation that has a rule, could not be read; 3 a rule gives no\n"
               "answer. Of several, 2 comes before 1, and 1 before 3.");
}

void program::add_help() {
  CLI::App* const sub = add("help", "Describe a command", [] { return static_cast<int>(holds); });
  sub->add_option("command", described_, "The command (default: the whole program)")
      ->type_name("COMMAND");
  add_examples(sub, {{"bcast help shape", "the same as bcast shape --help"}});
}

std::vector<std::string> program::commands() const {
  std::vector<std::string> names;
  for (auto const& [name, run] : works_) names.push_back(name);
  return names;
}

/// `help COMMAND` as `COMMAND --help`, and `help` as `--help`.
std::vector<std::string> help_words(std::vector<std::string> words) {
  if (words.size() == 1) return {"--help"};
  if (words.size() > 2 || words[1].starts_with("-")) return words;
  return {words[1], "--help"};
}

/// A suggestion for the first unknown option.
std::string program::meant(int argc, char** argv) const {
  std::vector<std::string> known{"--help"};
  const auto chosen = app_.get_subcommands();
  for (CLI::Option const* o : (chosen.empty() ? app_ : *chosen.front()).get_options()) {
    for (std::string const& name : o->get_lnames()) known.push_back("--" + name);
  }
  for (int k = 1; k < argc; ++k) {
    const std::string word = std::string(argv[k]).substr(0, std::string(argv[k]).find('='));
    if (!word.starts_with("--") || word == "--") continue;
    if (std::find(known.begin(), known.end(), word) == known.end()) return suggestion(word, known);
  }
  return "";
}

std::function<int()> program::parse(int argc, char** argv) {
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  if (!words.empty() && words.front() == "help") words = help_words(std::move(words));
  const auto names = commands();
  if (!words.empty() && !words.front().starts_with("-") &&
      std::find(names.begin(), names.end(), words.front()) == names.end()) {
    throw std::invalid_argument("no command is called '" + words.front() + "'" +
                                suggestion(words.front(), names) + "; --help lists them");
  }
  if (!words.empty() && words.front() == "check") {
    proptests::expect_quoted_commands(*app_.get_subcommand("check"), words);
  }
  std::transform(words.begin(), words.end(), words.begin(), marked);
  std::reverse(words.begin(), words.end());  // as CLI11 takes them
  try {
    app_.parse(words);
  } catch (CLI::Success const& help) {
    return [status = app_.exit(help)] { return status; };
  } catch (CLI::ParseError const& e) {
    std::string what = e.what();
    std::erase(what, mark);
    throw std::invalid_argument(what + meant(argc, argv) + "; see --help");
  }
  for (auto const& [name, run] : works_) {
    if (app_.got_subcommand(name)) return run;
  }
  throw std::invalid_argument("expected a command; --help lists them");
}

}  // namespace

std::function<int()> parse(int argc, char** argv) {
  const auto whole = std::make_shared<program>();
  return [whole, run = whole->parse(argc, argv)] { return run(); };
}

}  // namespace bcast::program
