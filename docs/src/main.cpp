#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "agreement.hpp"
#include "pages.hpp"
#include "write.hpp"

namespace {

enum status { bad_input = 2, resources = 4 };

/// One line on standard error.
int fail(status s, std::string what) {
  std::replace(what.begin(), what.end(), '\n', ' ');
  std::fputs(("bcast_docs: " + what + "\n").c_str(), stderr);  // a failure to say so has no remedy
  return s;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_DFL);  // a closed pipe ends it quietly
  std::signal(SIGXFSZ, SIG_IGN);  // a file beyond the limit is a write that fails

  CLI::App program{"Writes the tables of the specification, a Markdown file each."};
  program.name("bcast_docs");
  program.set_version_flag("--version", "bcast_docs " BCAST_VERSION);
  std::string directory;
  program
      .add_option("OUT_DIR", directory, "The directory to write into; made if it does not exist")
      ->required();
  std::string facts = BCAST_PEER_FACTS;
  program.add_option("--facts", facts, "The directory of what real systems did")
      ->check(CLI::ExistingDirectory);
  try {
    program.parse(argc, argv);
    std::vector<bcast::docs::page> pages = bcast::docs::pages();
    pages.push_back(bcast::docs::agreement(facts));
    for (bcast::docs::page const& p : pages) bcast::docs::write(directory, p);
    return 0;
  } catch (CLI::Success const& help) {
    return program.exit(help);
  } catch (CLI::ParseError const& e) {
    return fail(bad_input, std::string(e.what()) + "; --help tells more");
  } catch (bcast::docs::write_error const& e) {
    return fail(e.out_of_resources ? resources : bad_input, e.what());
  } catch (std::invalid_argument const& e) {
    return fail(bad_input, e.what());
  } catch (std::exception const& e) {
    return fail(resources, e.what());
  }
}
