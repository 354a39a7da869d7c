// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "bcast/spec/documents.hpp"
#include "ledger.hpp"
#include "matrix.hpp"
#include "pages.hpp"
#include "render.hpp"
#include "trace.hpp"

namespace {

enum status { holds = 0, broken = 1, bad_input = 2, resources = 4 };

/// One line on standard error.
int fail(status s, std::string what) {
  std::replace(what.begin(), what.end(), '\n', ' ');
  std::fputs(("bcast_docs: " + what + "\n").c_str(), stderr);  // if this fails, nothing can be done
  return s;
}

/// Prints a document's text with the tags in the margin, and what is wrong with it.
int print_ledger(std::string const& document, std::string const& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const bcast::docs::ledger l = bcast::docs::ledger_of(document, text);
  std::fputs(l.listing.c_str(), stdout);
  for (std::string const& message : l.wrong) {
    std::fputs(("bcast_docs: " + file + ": " + message + "\n").c_str(), stderr);
  }
  return l.wrong.empty() ? holds : broken;
}

/// `sonnx, sonnx@2026-01, ... or mlir`.
std::string document_names() {
  std::string all;
  std::size_t left = bcast::spec::documents.size();
  for (bcast::spec::rows const& r : bcast::spec::documents) {
    all += all.empty() ? "" : left == 1 ? " or " : ", ";
    all += r.about.name;
    --left;
  }
  return all;
}

/// The pages that are read as a specification: from the rows, and from what real systems did.
std::vector<bcast::docs::page> specification(std::string const& facts) {
  std::vector<bcast::docs::page> all = bcast::docs::pages();
  all.push_back(bcast::docs::matrix(facts + "/field"));
  all.push_back(bcast::docs::unknown_sizes());
  all.push_back(bcast::docs::agreement(facts));
  return all;
}

/// The pages that only the site has: measurements, and the traces if the tests are given.
std::vector<bcast::docs::page> evidence(std::string const& repository,
                                        std::vector<bcast::docs::test> const& tests) {
  std::vector<bcast::docs::page> all = bcast::docs::measured(repository + "/docs/data");
  if (!tests.empty()) all.push_back(bcast::docs::traceability(repository, tests));
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_DFL);  // a closed pipe ends the program quietly
  std::signal(SIGXFSZ, SIG_IGN);  // a file beyond the limit is a write that fails

  CLI::App program{"Writes what the specification's rows, tests and measurements say."};
  program.name("bcast_docs");
  program.set_version_flag("--version", "bcast_docs " BCAST_VERSION);
  std::string directory;
  CLI::Option* const out = program.add_option(
      "OUT_DIR", directory, "The directory to write into; made if it does not exist");
  std::string document, text;
  CLI::App* const ledger = program.add_subcommand(
      "ledger", "Print a document's text with the tags of each line, and what is wrong with them");
  ledger->add_option("DOCUMENT", document, document_names())->required();
  ledger->add_option("TEXT", text, "The file that holds it")->required()->check(CLI::ExistingFile);
  std::string form = "committed";
  program
      .add_option("--form", form,
                  "committed: what is read as a specification, as Markdown, with the requirements; "
                  "site: what the site is built from")
      ->check(CLI::IsMember({"committed", "site"}));
  std::string facts = BCAST_PEER_FACTS;
  program.add_option("--facts", facts, "The directory with what real systems did")
      ->check(CLI::ExistingDirectory);
  std::string repository = BCAST_REPOSITORY;
  program.add_option("--repository", repository, "The sources that the traces link to")
      ->check(CLI::ExistingDirectory);
  std::string report;
  program
      .add_option("--tests", report,
                  "The tests that GoogleTest listed or ran, in JSON; without this file there is no "
                  "traceability, and the requirements name no tests")
      ->check(CLI::ExistingFile);
  try {
    program.parse(argc, argv);
    using namespace bcast::docs;
    if (ledger->parsed()) return print_ledger(document, text);
    if (out->empty()) throw CLI::RequiredError("OUT_DIR");
    const std::vector<test> tests = report.empty() ? std::vector<test>{} : tests_of(report);
    std::vector<page> all = specification(facts);
    std::vector<file> files;
    if (form == "committed") {
      for (page const& p : all) files.push_back(as_markdown(p));
      files.push_back(sonnx_requirements(repository, tests));
    } else {
      for (page& p : evidence(repository, tests)) all.push_back(std::move(p));
      files = site_files(repository, all, tests);
    }
    for (file const& f : files) write(directory, f);
    return 0;
  } catch (CLI::Success const& help) {
    return program.exit(help);
  } catch (CLI::ParseError const& e) {
    return fail(bad_input, std::string(e.what()) + "; see --help");
  } catch (bcast::docs::write_error const& e) {
    return fail(e.out_of_resources ? resources : bad_input, e.what());
  } catch (std::invalid_argument const& e) {
    return fail(bad_input, e.what());
  } catch (std::exception const& e) {
    return fail(resources, e.what());
  }
}
