// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/prctl.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstddef>
#include <functional>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "bcast/proptests/pipe.hpp"
#include "oracle/plain.hpp"

/// A correct program at the end of a pipe, except for one fault: it shows if an ask has an operand
/// whose first size is 2.

namespace {

using json = nlohmann::ordered_json;

bool concerned(json const& ask) {
  if (!ask.contains("in")) return false;
  for (json const& x : ask["in"]) {
    json const& shape = x.is_object() ? x["shape"] : x;
    if (!shape.empty() && shape[0] == 2) return true;
  }
  return false;
}

/// The list of elements of the first output, or null if the answer has none.
json* elements(json& answer) {
  if (!answer.contains("ok") || answer["ok"].empty() || !answer["ok"][0].is_object())
    return nullptr;
  json& output = answer["ok"][0];
  return &output[output.contains("values") ? "values" : "storage"];
}

using tamper = std::function<std::string(json answer)>;

const std::map<std::string, tamper> modes{
    {"right", [](json const& a) { return a.dump(); }},
    {"crash",
     [](json const&) -> std::string {
       prctl(PR_SET_DUMPABLE, 0);
       std::cerr << "about to crash" << std::endl;
       std::signal(SIGSEGV, SIG_DFL);
       std::raise(SIGSEGV);
       return "";
     }},
    {"exit", [](json const&) -> std::string { _exit(3); }},
    {"raise",
     [](json const&) -> std::string {
       for (int k = 1; k <= 12; ++k) std::cerr << "line " << k << (k == 7 ? "\x1b[31m\n\n" : "\n");
       std::cerr << std::endl;
       _exit(1);
     }},
    {"hang",
     [](json const&) -> std::string {
       std::this_thread::sleep_for(std::chrono::hours(1));
       return "";
     }},
    {"grows",
     [](json const& a) {
       static std::vector<std::string> kept;
       kept.emplace_back(std::size_t{4} << 20, 'x');
       return a.dump();
     }},
    {"garbage", [](json const&) { return std::string("Warning: \x01 not what was expected"); }},
    {"blank", [](json const&) { return std::string(); }},
    {"endless",
     [](json const&) -> std::string {
       const std::string much(1 << 16, '9');
       while (std::cout << much) {
       }
       return "";
     }},
    {"other id",
     [](json a) {
       a["id"] = "another";
       return a.dump();
     }},
    {"no id",
     [](json a) {
       a.erase("id");
       return a.dump();
     }},
    {"no verdict",
     [](json const& a) {
       return json{{"id", a["id"]}, {"fine", true}}.dump();
     }},
    {"large", [](json const& a) { return R"({"id":)" + a["id"].dump() + R"(,"ok":1e999})"; }},
    {"leaves another",
     [](json const&) -> std::string {
       if (fork() != 0) _exit(3);
       std::this_thread::sleep_for(std::chrono::hours(1));
       return "";
     }},
    {"error",
     [](json const& a) {
       return json{{"id", a["id"]}, {"error", "out of luck"}}.dump();
     }},
    {"count",
     [](json a) {
       if (json* of = elements(a)) of->push_back(0);
       return a.dump();
     }},
    {"rank",
     [](json a) {
       if (!a.contains("ok")) return a.dump();
       json& shape = elements(a) != nullptr ? a["ok"][0]["shape"] : a["ok"];
       shape.insert(shape.begin(), 1);
       return a.dump();
     }},
    {"negative",
     [](json a) {
       if (a.contains("ok") && elements(a) == nullptr && !a["ok"].empty()) a["ok"][0] = -1;
       return a.dump();
     }},
    {"no list",
     [](json a) {
       if (json* of = elements(a)) *of = "many";
       return a.dump();
     }},
    {"no number",
     [](json a) {
       json* of = elements(a);
       if (of != nullptr && !of->empty()) of->back() = json::array();
       return a.dump();
     }},
    {"unwritten",
     [](json a) {
       json* of = elements(a);
       if (of != nullptr && !of->empty()) of->back() = nullptr;
       return a.dump();
     }},
    {"remembers",  // answers with the first shape that it gave
     [](json a) {
       static json first;
       if (!a.contains("ok") || elements(a) != nullptr) return a.dump();
       if (first.is_null()) first = a["ok"];
       a["ok"] = first;
       return a.dump();
     }},
    {"outputs",
     [](json a) {
       if (elements(a) != nullptr) a["ok"].push_back(a["ok"][0]);
       return a.dump();
     }},
};

}  // namespace

int main(int argc, char** argv) {
  const auto mode = modes.find(argc > 1 ? argv[1] : "right");
  if (mode == modes.end()) return 2;
  const std::string options = argc > 2 ? argv[2] : "";
  const bool dense = options.find("dense") != std::string::npos;
  const bool base64 = options.find("base64") != std::string::npos;
  bcast::kit::subject plain = bcast::proptests::plain();
  plain.name = "fake";
  if (dense) {
    plain.declares.strided = false;
    plain.declares.overlap = false;
  }
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream in(line);
    std::ostringstream out;
    bcast::proptests::serve(plain, in, out);
    if (base64 && json::parse(line)["ask"] == "caps") {
      json declares = json::parse(out.str());
      declares["elements"] = "base64";
      std::cout << declares.dump() << std::endl;
    } else if (concerned(json::parse(line))) {
      std::cout << mode->second(json::parse(out.str())) << std::endl;
    } else {
      std::cout << out.str() << std::flush;
    }
  }
}
