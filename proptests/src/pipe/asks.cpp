// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipe/asks.hpp"

#include <fmt/core.h>

#include <boost/uuid/name_generator_sha1.hpp>
#include <boost/uuid/uuid.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <istream>
#include <memory>
#include <ostream>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>

#include "bcast/proptests/failure.hpp"
#include "pipe/contract.hpp"
#include "pipe/shapes.hpp"
#include "support/json_text.hpp"
#include "support/lines.hpp"

namespace bcast::proptests {
namespace {

using pipe::json;

/// The id of an ask: a name computed from its content.
std::string id_of(json const& ask) {
  static const boost::uuids::uuid space{{0x62, 0x63, 0x61, 0x73, 0x74, 0x00, 0x4a, 0x53, 0x8f, 0x4e,
                                         0x00, 0x00, 0x00, 0x00, 0x00, 0x01}};
  const boost::uuids::name_generator_sha1 name(space);
  return to_string(name(ask.dump()));
}

json with_id(std::string const& id, json const& ask) {
  json line{{"id", id}};
  line.update(ask);
  return line;
}

std::vector<law const*> chosen(asked_run const& which) {
  std::vector<law const*> laws;
  for (law const& l : all_laws()) {
    if (which.laws.empty()) laws.push_back(&l);
  }
  for (std::string const& name : which.laws) {
    if (find_law(name) == nullptr) throw std::invalid_argument("no law is called '" + name + "'");
    laws.push_back(find_law(name));
  }
  return laws;
}

/// What the id of the first ask says about the run.
std::string told(asked_run const& which, kit::subject const& right) {
  return json{{"seed", std::to_string(which.seed)},
              {"cases", which.random},
              {"laws", which.laws},
              {"declares", pipe::to_json(pipe::capabilities_of(right))}}
      .dump();
}

/// The answers of a file.
class answers {
 public:
  explicit answers(std::istream& in) {
    for (std::string line; next_line(in, line);) {
      ++lines_;
      if (line.empty()) continue;
      const json answer = parse_json_or_discard<json>(line);
      const bool has_id = answer.is_object() && answer.contains("id") && answer["id"].is_string();
      if (!has_id) {
        if (stray_.empty()) {
          stray_ = fmt::format("; line {} is not an answer: {}", lines_, quote(line));
        }
        continue;
      }
      const std::string id = answer["id"].get<std::string>();
      if (id.starts_with('{') && run_.empty()) {
        run_ = id;
        first_ = answer;
      } else if (id == run_) {
        if (answer == first_) continue;
        throw std::invalid_argument(
            fmt::format("line {} is another answer to the first ask", lines_));
      } else if (!by_id_.emplace(id, line).second) {
        by_id_[id] = json{{"error", "answered more than once"}}.dump();
      }
    }
  }

  json const& first() const {
    if (run_.empty()) {
      throw std::invalid_argument(fmt::format(
          "the answer to the first ask, with its id, is not among {} lines{}", lines_, stray_));
    }
    return first_;
  }
  std::string const& run() const { return run_; }

  json answer(json const& ask) const {
    const auto found = by_id_.find(id_of(ask));
    if (found != by_id_.end()) return parse_json<json>(found->second);
    throw subject_failure(fmt::format("no answer to {} is among {} lines{}\nit was asked    {}",
                                      id_of(ask), lines_, stray_, quote_value(ask)));
  }

 private:
  std::uint64_t lines_ = 0;
  std::string run_, stray_;
  json first_;
  std::unordered_map<std::string, std::string> by_id_;
};

}  // namespace

kit::subject declared_in(std::string const& line) {
  try {
    const pipe::capabilities c = pipe::to_capabilities(parse_json<json>(line));
    return pipe::subject_of(c, [](json const&, std::size_t) -> json {
      throw subject_failure("only what it declares is known");
    });
  } catch (std::exception const& e) {
    throw std::invalid_argument(fmt::format("these are not capabilities: {}", e.what()));
  }
}

void write_asks(asked_run const& which, kit::subject const& right, std::ostream& out) {
  const std::vector<law const*> laws = chosen(which);
  out << with_id(told(which, right), pipe::caps_ask()).dump() << '\n';
  std::unordered_set<std::string> written;
  const kit::subject writes =
      pipe::subject_of(pipe::capabilities_of(right), [&](json const& ask, std::size_t) {
        const std::string id = id_of(ask);
        if (written.insert(id).second) out << with_id(id, ask).dump() << '\n';
        return pipe::respond(right, ask);
      });
  settings with;
  with.seed = which.seed;
  with.random = which.random;
  with.shrinks = false;
  with.stopped = [&out] { return !out; };
  for (law const* l : laws) {
    if (!out) break;
    const outcome o = run(*l, writes, with);
    if (o.failure) throw std::runtime_error("the asks cannot be written:\n" + o.failure->what);
  }
  out.flush();
}

answered_run read_answers(std::istream& in) {
  const auto all = std::make_shared<answers>(in);
  try {
    const pipe::capabilities said = pipe::to_capabilities(all->first());
    const json run = parse_json<json>(all->run());
    pipe::capabilities asked = pipe::to_capabilities(run.at("declares"));
    if (asked.rule != said.rule) {
      throw std::invalid_argument(fmt::format("the asks are for the rule {}, but {} follows {}",
                                              asked.rule, said.name, said.rule));
    }
    asked.name = said.name;
    asked.asks = said.asks;
    answered_run r;
    for (json const& name : run.at("laws")) r.which.laws.push_back(name.get<std::string>());
    r.which.seed = seed_of(text_member(run, "seed"));
    r.which.random = count_of<std::uint64_t>(run, "cases");
    r.subject =
        pipe::subject_of(asked, [all](json const& ask, std::size_t) { return all->answer(ask); });
    return r;
  } catch (std::invalid_argument const&) {
    throw;
  } catch (std::exception const& e) {
    throw std::invalid_argument(fmt::format("the answer to the first ask: {}", reason_of(e)));
  }
}

}  // namespace bcast::proptests
