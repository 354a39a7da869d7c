#include <algorithm>
#include <initializer_list>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

#include "bcast/optimized/verifier.hpp"

namespace bcast::optimized {
namespace {

/// Sets `field` to the value of `text`. Throws std::invalid_argument with the words that it knows.
template <class Value>
void set(Value& field, std::string_view name, std::string_view text,
         std::initializer_list<std::pair<std::string_view, Value>> words) {
  std::string known;
  for (auto const& [spelling, value] : words) {
    if (spelling == text) {
      field = value;
      return;
    }
    known += (known.empty() ? "" : ", ") + std::string(spelling);
  }
  throw std::invalid_argument("the switch " + std::string(name) + " has no value '" +
                              std::string(text) + "'; it has " + known);
}

void set_switch(spec::profile& p, std::string_view name, std::string_view value) {
  using namespace spec;
  if (name == "zero") {
    set(p.zero, name, value,
        {{"other", zero_rule::other},
         {"reject", zero_rule::reject},
         {"maximum", zero_rule::maximum},
         {"gap", zero_rule::gap}});
  } else if (name == "rank") {
    set(p.rank, name, value,
        {{"pad", rank_rule::pad}, {"equal", rank_rule::equal}, {"explicit", rank_rule::explicit_}});
  } else if (name == "unknown") {
    set(p.unknown, name, value,
        {{"gap", unknown_rule::gap},
         {"infer", unknown_rule::infer},
         {"tight", unknown_rule::tight}});
  } else if (name == "unknown_result") {
    set(p.unknown_result, name, value,
        {{"reject", unknown_result::reject}, {"accept", unknown_result::accept}});
  } else if (name == "leading") {
    set(p.leading, name, value,
        {{"reject", leading_result::reject}, {"accept", leading_result::accept}});
  } else if (name == "unranked") {
    set(p.unranked, name, value,
        {{"gap", unranked_rule::gap},
         {"set_aside", unranked_rule::set_aside},
         {"absorb", unranked_rule::absorb}});
  } else if (name == "operands") {
    set(p.arity, name, value, {{"any", arity_rule::any}, {"two", arity_rule::two}});
  } else if (name == "tuple") {
    set(p.tuple, name, value,
        {{"none", tuple_rule::none}, {"gap", tuple_rule::gap}, {"client", tuple_rule::client}});
  } else {
    throw std::invalid_argument("no switch is called '" + std::string(name) +
                                "'; there are zero, rank, unknown, unknown_result, leading, "
                                "unranked, operands, tuple");
  }
}

}  // namespace

spec::profile profile_of(std::string_view text) {
  std::istringstream words{std::string(text)};
  std::string name;
  words >> name;
  const auto row = std::find_if(spec::profiles.begin(), spec::profiles.end(),
                                [&](spec::profile const& p) { return p.name == name; });
  if (row == spec::profiles.end()) {
    std::string known;
    for (spec::profile const& p : spec::profiles) {
      known += (known.empty() ? "" : ", ") + std::string(p.name);
    }
    throw std::invalid_argument("no profile is called '" + name + "'; there are " + known);
  }
  spec::profile chosen = *row;
  for (std::string setting; words >> setting;) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos) {
      throw std::invalid_argument("'" + setting + "' is not of the form switch=value");
    }
    set_switch(chosen, std::string_view(setting).substr(0, equals),
               std::string_view(setting).substr(equals + 1));
  }
  return chosen;
}

}  // namespace bcast::optimized
