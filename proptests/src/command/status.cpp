// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command/status.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>
#include <optional>
#include <stdexcept>
#include <system_error>

#include "command/width.hpp"
#include "support/fold.hpp"
#include "support/json_text.hpp"
#include "support/no_sigpipe.hpp"
#include "support/thrown.hpp"

namespace bcast::proptests {

int fail(std::string const& program, int status, std::string const& what) {
  std::string line = program + ": " + what;
  std::replace(line.begin(), line.end(), '\n', ' ');
  const no_sigpipe quiet;
  std::fputs((folded(printable(line), width_of(stderr), 2) + "\n").c_str(),
             stderr);  // if this fails, nothing more can be done
  return status;
}

void print_then_write(std::function<void()> const& print, std::function<void()> const& write) {
  std::exception_ptr unprinted;
  {
    std::optional<no_sigpipe> quiet;
    if (write) quiet.emplace();
    try {
      print();
    } catch (std::system_error const&) {  // of {fmt}, for a full buffer that cannot be written
      unprinted = std::current_exception();
    }
    std::fflush(stdout);  // before a report that cannot be written
  }
  if (write) write();
  if (unprinted) std::rethrow_exception(unprinted);
}

namespace {

/// Keeps what this process opens from becoming its standard streams, where they are closed.
void occupy_standard_descriptors() {
  for (int descriptor = 0; descriptor <= STDERR_FILENO; ++descriptor) {
    // The lowest number that is free. Input cannot be read and output cannot be written, so that
    // neither is lost in silence.
    if (fcntl(descriptor, F_GETFD) >= 0) continue;
    open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

/// @throws std::runtime_error if threads have stacks on which the engine does not run
void expect_stack() {
  constexpr rlim_t least = rlim_t{512} << 10;
  rlimit stack{};
  if (getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur < least) {
    throw std::runtime_error(
        fmt::format("the stack is limited to {} KiB; expected at least {}, see `ulimit -s`",
                    stack.rlim_cur >> 10, least >> 10));
  }
}

/// A destructor of nlohmann's may need memory: where there is none, that ends the program.
void end_without_memory(std::string const& program) {
  static std::string line;
  static const std::terminate_handler otherwise = std::get_terminate();
  line = program + ": out of memory\n";
  std::set_terminate([] {
    try {
      if (std::current_exception()) throw;
    } catch (std::bad_alloc const&) {  // nothing that needs more is possible
      [[maybe_unused]] const ssize_t n = write(STDERR_FILENO, line.data(), line.size());
      _exit(resources);
    } catch (...) {  // is told below
    }
    otherwise();
  });
}

}  // namespace

int guarded(std::string const& program, std::function<int()> const& work) {
  occupy_standard_descriptors();
  end_without_memory(program);
  try {
    expect_stack();
    const int status = work();
    if (!std::cout.flush() || std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
      return fail(program, resources, "standard output cannot be written");
    }
    return status;
  } catch (std::invalid_argument const& e) {
    return fail(program, bad_input, e.what());
  } catch (nothing_to_ask const& e) {
    return fail(program, no_answer, e.what());
  } catch (std::bad_alloc const&) {
    return fail(program, resources, "out of memory");
  } catch (std::exception const& e) {
    // {fmt} throws when a full buffer cannot be written.
    if (std::ferror(stdout) != 0) {
      return fail(program, resources, "standard output cannot be written");
    }
    auto const* const refused = dynamic_cast<std::system_error const*>(&e);
    const std::string what = e.what();
    const bool is_bare = refused != nullptr && what == refused->code().message();  // of std::thread
    return fail(program, resources, (is_bare ? "no thread, process or file: " : "") + what);
  }
}

}  // namespace bcast::proptests
