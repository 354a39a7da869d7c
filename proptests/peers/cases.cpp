// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cases.hpp"

#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "bcast/proptests/text.hpp"

/// Writes the cases of a scope with the outcomes of a rule, one case a line, for peers/compare.py.
namespace {

namespace peers = bcast::peers;
using json = nlohmann::ordered_json;

json to_json(bcast::kit::shape const& s) {
  if (!s.ranked) return "*";
  json sizes = json::array();
  for (bcast::kit::dim const& d : s.sizes) {
    sizes.push_back(d ? json(*d) : json(bcast::proptests::to_string(d)));
  }
  return sizes;
}

json to_json(peers::part const& p) {
  if (auto const* s = std::get_if<bcast::kit::shape>(&p)) return to_json(*s);
  if (auto const* a = std::get_if<peers::axes>(&p)) return {{"axes", *a}};
  return nullptr;
}

void write(std::string const& rule, std::string const& scope) {
  for (peers::question const& asked : peers::cases_of(scope)) {
    const peers::answer a = peers::ask(rule, asked);
    json row{{"case", json::array()}};
    for (peers::part const& p : asked) row["case"].push_back(to_json(p));
    if (a.said.verdict == bcast::kit::result::kind::ok) {
      row["ok"] = to_json(a.said.shape);
      if (!a.reads.empty()) row["reads"] = a.reads;
    } else {
      row["reject"] = a.said.tag;
    }
    std::cout << row.dump() << '\n';
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr
        << "usage: bcast_peer_cases RULE SCOPE, such as array_api '2 3 0 1 2'; see cases.hpp\n";
    return 2;
  }
  std::ios::sync_with_stdio(false);
  try {
    write(argv[1], argv[2]);
  } catch (std::exception const& e) {
    std::cerr << "bcast_peer_cases: " << e.what() << '\n';
    return 2;
  }
  return std::cout.flush() ? 0 : 4;
}
