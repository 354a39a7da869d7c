// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "explanation.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "bcast/proptests/oracle.hpp"
#include "bcast/proptests/text.hpp"
#include "tags.hpp"
#include "walk.hpp"

namespace bcast::explain {
namespace {

using traced::event;
using traced::kind;
using way = traced::exit_of_call::by;

constexpr std::size_t width = 100;

/// The parts in lines of at most `width` columns; all but the first line begin with `indent`. A
/// part that is longer than a line gets its own line.
std::string wrapped(std::string line, std::vector<std::string> const& parts,
                    std::string_view between, std::string_view indent) {
  std::string out;
  bool begun = false;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    std::string part = parts[k];
    if (k + 1 < parts.size()) part += between;
    const std::size_t end = part.find_last_not_of(' ') + 1;
    if (begun && line.size() + end > width) {
      out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
      line = indent;
    }
    line += part;
    begun = true;
  }
  return out + line + "\n";
}

std::vector<std::string> words_of(std::string const& text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

/// A row's words in front of a colon.
std::string sentence(std::string_view words) {
  return std::string(words.ends_with('.') ? words.substr(0, words.size() - 1) : words);
}

std::string text_of(traced::value const& v) {
  return v.text.empty() ? v.name : fmt::format("{} = {}", v.name, v.text);
}

std::string signature(event const& call) {
  std::vector<std::string> arguments;
  for (traced::value const& v : call.values) arguments.push_back(text_of(v));
  return fmt::format("{}({})", call.name, fmt::join(arguments, ", "));
}

/// A call without the values, as a document prints it.
std::string printed(event const& call) {
  std::vector<std::string> names;
  for (traced::value const& v : call.values) names.push_back(v.name);
  return fmt::format("{}({})", call.name, fmt::join(names, ", "));
}

/// A call and its outcome.
std::string outcome(event const& call) {
  std::vector<std::string> changed;
  for (traced::value const& v : call.exit.changed) changed.push_back(text_of(v));
  switch (call.exit.way) {
    case way::violation:
      return signature(call) + " is an error";
    case way::no_answer:
      return signature(call) + " has no answer";
    case way::exception:
      return fmt::format("{} fails: {}", signature(call), call.exit.text);
    case way::result:
      break;
  }
  if (!changed.empty()) return fmt::format("{}: {}", signature(call), fmt::join(changed, ", "));
  return call.exit.text.empty() ? signature(call)
                                : fmt::format("{} = {}", signature(call), call.exit.text);
}

/// Whether a call returns nothing and changes nothing.
bool is_idle(event const& call) {
  traced::values const& changed = call.exit.changed;
  return call.exit.way == way::result && !changed.empty() &&
         std::all_of(changed.begin(), changed.end(), [&](auto const& v) {
           return std::any_of(call.values.begin(), call.values.end(), [&](auto const& before) {
             return before.name == v.name && before.text == v.text;
           });
         });
}

class renderer {
 public:
  /// The events of one call, or of the whole run. A call inside a call of the same name is not
  /// shown.
  void add(std::vector<event> const& events, std::string_view within, bool failed) {
    for (event const& e : events) {
      const bool last = &e == &events.back();
      if (e.kind != kind::call) {
        add(e);
      } else if (e.name != within && !is_idle(e)) {
        add_call(e, failed && last);
      }
    }
  }

  std::string operator()() {
    end_values();
    end_calls();
    return std::move(out_);
  }

 private:
  void add(event const& e) {
    std::size_t from = 0;
    end_calls();
    switch (e.kind) {
      case kind::set:
        if (is_set(e.values.front().name)) end_values();
        from = tags_.size();
        begin_values(e.rows);
        for (traced::value const& v : e.values) values_.push_back({v.name, text_of(v), from});
        return;
      case kind::loop:
        // A round begins with the last event that set a value.
        if (values_.size() > 1) end_values(values_.back().from);
        begin_values(e.rows);
        return;
      case kind::passed:
        begin_values(e.rows);
        return;
      default:
        break;
    }
    end_values();
    std::vector<std::string> values;
    for (traced::value const& v : e.values) values.push_back(text_of(v));
    if (e.result && !e.result->empty()) values.push_back(*e.result);
    std::string line = e.name.empty() ? sentence(e.rows.front().words) : e.name;
    if (!values.empty()) line += fmt::format(": {}", fmt::join(values, ", "));
    write(e.rows, line);
  }

  void add_call(event const& call, bool failed) {
    end_values();
    const bool left = call.exit.way != way::result;
    auto const& inside = call.inside;
    if (inside.size() == 1 && inside[0].kind == kind::step && inside[0].values.empty()) {
      // One of several cases decided.
      add_to_calls(inside[0].rows, std::string(inside[0].rows.front().words), outcome(call));
      return;
    }
    const bool told = std::any_of(inside.begin(), inside.end(), [](event const& e) {
      return e.kind == kind::set || e.kind == kind::step || e.kind == kind::loop;
    });
    if (told) {
      end_calls();
      write(call.rows, signature(call));
    }
    if (told || !call.exit.is_condition || failed) add(inside, call.name, left);
    end_values();
    if (left) {
      if (!call.exit.is_inner || last_ == call.exit.text) return;
      end_calls();
      write({{call.exit.text, ""}}, outcome(call));
    } else if (!told) {
      std::string words(call.rows.front().words);
      if (words == printed(call)) words.clear();
      add_to_calls(call.rows, words, outcome(call));
    }
  }

  // Consecutive calls with the same rows form one list.
  void add_to_calls(traced::rows const& rows, std::string const& words, std::string text) {
    if (!calls_.empty() && (tags_of(rows) != tags_of(called_) || words != words_)) end_calls();
    called_ = rows;
    words_ = words;
    last_ = rows.front().tag;
    calls_.push_back(std::move(text));
  }

  void end_calls() {
    if (calls_.empty()) return;
    const std::string tags = fmt::format("[{}] ", tags_of(called_));
    const bool again = words_.empty() || (words_.size() > 30 && !shown_.insert(words_).second);
    const std::string first = fmt::format("{}: {}", sentence(words_), calls_.front());
    last_ = called_.front().tag;
    if (again) {
      out_ += wrapped(tags, calls_, ", ", "  ");
    } else if (calls_.size() == 1 && tags.size() + first.size() <= width) {
      out_ += tags + first + "\n";
    } else {
      write(called_, words_);
      out_ += wrapped("  ", calls_, ", ", "  ");
    }
    calls_.clear();
  }

  bool is_set(std::string const& name) const {
    return std::any_of(values_.begin(), values_.end(),
                       [&](auto const& v) { return v.name == name; });
  }

  void begin_values(traced::rows const& rows) {
    for (traced::row const& r : rows) tags_.push_back(r);
  }

  void end_values() { end_values(tags_.size()); }

  /// Writes the values of the first `count` rows, and keeps the others.
  void end_values(std::size_t count) {
    std::vector<std::string> now;
    const auto later = std::find_if(values_.begin(), values_.end(),
                                    [&](auto const& v) { return v.from >= count; });
    for (auto v = values_.begin(); v != later; ++v) now.push_back(v->text);
    const auto first = static_cast<std::ptrdiff_t>(count);
    if (!now.empty()) {
      write({tags_.begin(), tags_.begin() + first}, fmt::format("{}", fmt::join(now, ", ")));
    }
    tags_.erase(tags_.begin(), tags_.begin() + first);
    values_.erase(values_.begin(), later);
    for (auto& v : values_) v.from -= count;
  }

  void write(traced::rows const& rows, std::string const& text) {
    last_ = rows.front().tag;
    out_ += wrapped(fmt::format("[{}] ", tags_of(rows)), words_of(text), " ", "  ");
  }

  /// A value, and the number of rows before it was set.
  struct set_value {
    std::string name;
    std::string text;
    std::size_t from;
  };

  std::string out_;
  std::string last_;  ///< the first tag of the last line
  traced::rows tags_;
  std::vector<set_value> values_;
  traced::rows called_;
  std::string words_;
  std::vector<std::string> calls_;
  std::set<std::string> shown_;
};

}  // namespace

std::string lines_of(std::vector<event> const& events, bool failed) {
  renderer r;
  r.add(events, "", failed);
  return r();
}

std::string explanation(std::string_view rule, proptests::test_case const& c,
                        result const& answer) {
  const std::string steps =
      fmt::format("{}\nby: {}\n{}", picture_of(rule, c, answer), answer.by, walk(rule, c));
  if (answer.verdict == kit::result::kind::ok) {
    return fmt::format("{}\n{}", steps, stretches(rule, c, answer));
  }
  return fmt::format("{}\n{}\n", steps, answers::line_of(answer));
}

}  // namespace bcast::explain
