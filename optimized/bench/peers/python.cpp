// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "peers.hpp"

extern char** environ;

namespace bcast::engine::bench {
namespace {

using nlohmann::json;

// A child process that reads requests from its standard input and answers on its standard output.
class child {
 public:
  child(std::string const& program, std::string const& name) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
      throw std::runtime_error("no socket for " + name);
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    std::string words[] = {program, "-B", BCAST_BENCH_SERVE, name};
    char* arguments[] = {words[0].data(), words[1].data(), words[2].data(), words[3].data(),
                         nullptr};
    const int status = posix_spawnp(&id_, program.c_str(), &actions, nullptr, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    pipe_ = ends[0];
    if (status != 0) {
      close(pipe_);
      throw std::runtime_error("cannot start " + program);
    }
  }

  child(child const&) = delete;
  child& operator=(child const&) = delete;

  ~child() {
    close(pipe_);
    waitpid(id_, nullptr, 0);
  }

  void write(void const* data, std::size_t n) {
    for (char const* p = static_cast<char const*>(data); n > 0;) {
      const ssize_t sent = send(pipe_, p, n, MSG_NOSIGNAL);
      if (sent <= 0) throw std::runtime_error("a Python peer has gone");
      p += sent;
      n -= static_cast<std::size_t>(sent);
    }
  }

  void read(void* data, std::size_t n) {
    for (char* p = static_cast<char*>(data); n > 0;) {
      const ssize_t got = recv(pipe_, p, n, 0);
      if (got <= 0) throw std::runtime_error("a Python peer has gone");
      p += got;
      n -= static_cast<std::size_t>(got);
    }
  }

  json answer() {
    std::string line;
    for (char c;;) {
      read(&c, 1);
      if (c == '\n') return json::parse(line);
      line += c;
    }
  }

  void request(json const& what) {
    const std::string line = what.dump() + '\n';
    write(line.data(), line.size());
  }

 private:
  pid_t id_ = 0;
  int pipe_ = -1;
};

json described(task const& t) {
  json operands = json::array();
  for (operand const& x : t.what.operands) {
    operands.push_back({{"sizes", x.sizes}, {"transposed", x.transposed}});
  }
  return {{"operation", to_string(t.what.what)},
          {"type", to_string(t.what.type)},
          {"operands", operands},
          {"result", t.what.result},
          {"threads", t.threads}};
}

class python_peer : public contestant {
 public:
  python_peer(std::string const& python, std::string name)
      : name_(std::move(name)), child_(python, name_) {
    const json hello = child_.answer();
    if (hello.contains("absent")) throw std::runtime_error(hello.at("absent").get<std::string>());
    version_ = hello.at("version");
  }

  std::string name() const override { return name_; }
  std::string version() const override { return version_; }
  role plays() const override { return role::library; }

  std::vector<entrant> prepare(task const& t) override {
    child_.request({{"prepare", described(t)}});
    for (std::size_t k = 0; k < t.what.operands.size(); ++k) {
      child_.write(t.operand<std::byte>(k), stored_bytes(t.what, k));
    }
    std::vector<entrant> ways;
    const json answer = child_.answer();
    for (std::string const variant : answer.at("variants")) {
      ways.push_back({variant,
                      [this, variant, t] {
                        child_.request({{"once", variant}});
                        child_.read(t.result<std::byte>(), child_.answer().at("bytes"));
                      },
                      [this, variant](long runs) -> double {
                        child_.request({{"seconds", variant}, {"runs", runs}});
                        return child_.answer().at("seconds");
                      }});
    }
    return ways;
  }

 private:
  std::string name_;
  std::string version_;
  child child_;
};

}  // namespace

std::unique_ptr<contestant> make_python(std::string const& python, std::string const& name) {
  return std::make_unique<python_peer>(python, name);
}

}  // namespace bcast::engine::bench
