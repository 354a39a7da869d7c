// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "ledger.hpp"
#include "matrix.hpp"
#include "pages.hpp"
#include "render.hpp"

namespace {

const std::filesystem::path repository = BCAST_REPOSITORY;

/// One line on standard error.
int fail(std::string what) {
  std::replace(what.begin(), what.end(), '\n', ' ');
  std::fputs(("bcast_docs: " + what + "\n").c_str(), stderr);
  return 2;
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
  return l.wrong.empty() ? 0 : 1;
}

/// The pages that are read as a specification: from the rows, and from what real systems did.
std::vector<bcast::docs::page> specification() {
  std::vector<bcast::docs::page> all = bcast::docs::pages();
  all.push_back(bcast::docs::matrix(repository / "proptests/peers/facts/systems"));
  all.push_back(bcast::docs::agreement(repository / "proptests/peers/facts"));
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App program{"Writes what the specification's rows and tests say."};
  program.name("bcast_docs");
  program.set_version_flag("--version", "bcast_docs " BCAST_VERSION);
  std::string directory;
  CLI::Option* const out = program.add_option(
      "OUT_DIR", directory, "The directory to write into; made if it does not exist");
  std::string document, text;
  CLI::App* const ledger = program.add_subcommand(
      "ledger", "Print a document's text with the tags of each line, and what is wrong with them");
  ledger->add_option("DOCUMENT", document, "sonnx, sonnx@2026-01, ...")->required();
  ledger->add_option("TEXT", text, "The file that holds it")->required()->check(CLI::ExistingFile);
  std::string form = "committed";
  program
      .add_option("--form", form,
                  "committed: what is read as a specification, as Markdown; "
                  "site: the same below tables/, and what pages include")
      ->check(CLI::IsMember({"committed", "site"}));
  try {
    program.parse(argc, argv);
    using namespace bcast::docs;
    if (ledger->parsed()) return print_ledger(document, text);
    if (out->empty()) throw CLI::RequiredError("OUT_DIR");
    const std::vector<page> all = specification();
    const bool site = form == "site";
    std::vector<file> files;
    for (page const& p : all) {
      files.push_back(as_markdown(p));
      if (site) files.back().path = "tables/" + files.back().path;
    }
    if (site) files.push_back(site_blocks(all));
    for (file const& f : files) write(directory, f);
    return 0;
  } catch (CLI::Success const& help) {
    return program.exit(help);
  } catch (CLI::ParseError const& e) {
    return fail(std::string(e.what()) + "; see --help");
  } catch (std::exception const& e) {
    return fail(e.what());
  }
}
