// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <thread>

#include "report.hpp"

namespace bcast::engine::bench {
namespace {

// Long enough for threads that others left spinning to fall asleep. libgomp's take 3.5 ms.
constexpr auto pause = std::chrono::milliseconds(8);

struct runner {
  timing result;
  entrant way;
  long runs = 1;
  double calibrated = 0;  // seconds a run
};

bool is_right(entrant const& way, task const& t, std::vector<std::byte> const& expected) {
  std::memset(t.where.result.data(), 0xA5, expected.size());
  way.once();
  return is_as_expected(t.what, expected, t.where.result.data());
}

double sample(runner const& r, int threads) {
  if (threads > 1) std::this_thread::sleep_for(pause);
  // An untimed run fills the caches and wakes sleeping threads.
  r.way.seconds(1 + r.runs / 8);
  return r.way.seconds(r.runs) / static_cast<double>(r.runs);
}

// Finds how many runs a sample needs to take `least` seconds.
void calibrate(runner& r, double least) {
  double spent = r.way.seconds(1);
  while (spent < least / 4) {
    r.runs *= 2;
    spent = r.way.seconds(r.runs);
  }
  r.calibrated = spent / static_cast<double>(r.runs);
  r.runs = std::max(1L, std::lround(std::ceil(least / r.calibrated)));
}

// The fastest of a contestant's ways by the median of a few rounds, or the two fastest ways of the
// limit.
std::vector<runner> choose(std::vector<runner> ways, int threads) {
  const std::size_t kept = !ways.empty() && ways[0].result.plays == role::limit ? 2 : 1;
  if (ways.size() <= kept) return ways;
  std::vector<std::vector<double>> seconds(ways.size());
  for (int round = 0; round < 3; ++round) {
    for (std::size_t k = 0; k < ways.size(); ++k) seconds[k].push_back(sample(ways[k], threads));
  }
  for (std::size_t k = 0; k < ways.size(); ++k) ways[k].calibrated = median(seconds[k]);
  std::sort(ways.begin(), ways.end(),
            [](runner const& a, runner const& b) { return a.calibrated < b.calibrated; });
  ways.resize(kept);
  return ways;
}

// Keeps the faster of the limit's two ways.
void keep_best_limit(std::vector<timing>& timings) {
  const auto is_limit = [](timing const& t) { return t.plays == role::limit; };
  const auto first = std::find_if(timings.begin(), timings.end(), is_limit);
  if (first == timings.end()) return;
  const auto second = std::find_if(first + 1, timings.end(), is_limit);
  if (second == timings.end()) return;
  timings.erase(median(second->seconds) < median(first->seconds) ? first : second);
}

std::vector<runner> enter(workload const& w, std::vector<invitation> const& guests, task const& t,
                          settings const& how, measurement& m) {
  const std::vector<std::byte> expected = expected_result(w, t.where);
  std::vector<runner> runners;
  for (invitation const& guest : guests) {
    if (guest.who == nullptr) continue;
    std::vector<runner> ways;
    std::vector<entrant> prepared = guest.who->prepare(t);
    if (prepared.empty()) m.absent.push_back(guest.name);
    for (entrant& way : prepared) {
      const bool computes = guest.plays != role::limit;
      if (computes && !is_right(way, t, expected)) {
        m.wrong.push_back(guest.name + (way.variant.empty() ? "" : " (" + way.variant + ")"));
        continue;
      }
      runner& r = ways.emplace_back(runner{{guest.name, guest.plays, way.variant, {}}, way});
      calibrate(r, how.sample);
    }
    for (runner& r : choose(std::move(ways), t.threads)) runners.push_back(std::move(r));
  }
  return runners;
}

}  // namespace

double median(std::vector<double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

double paired_ratio(timing const& a, timing const& b) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < std::min(a.seconds.size(), b.seconds.size()); ++i) {
    ratios.push_back(a.seconds[i] / b.seconds[i]);
  }
  return median(std::move(ratios));
}

measurement measure(workload const& w, std::vector<invitation> const& guests, int threads,
                    settings const& how) {
  measurement m{&w, threads, {}, {}, {}};
  const storage where(w);
  const task t{w, where, threads};
  std::vector<runner> runners = enter(w, guests, t, how, m);

  double fastest = std::numeric_limits<double>::infinity();
  for (runner const& r : runners) fastest = std::min(fastest, r.calibrated);
  std::mt19937_64 shuffle(how.seed);
  std::vector<std::size_t> order(runners.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  for (int round = 0; round < how.rounds; ++round) {
    std::shuffle(order.begin(), order.end(), shuffle);
    for (std::size_t k : order) {
      runner& r = runners[k];
      const bool slow = r.calibrated > how.patience * fastest && r.calibrated > how.sample;
      if (slow && r.result.plays != role::ours) {
        if (round == 0) r.result.seconds.push_back(r.calibrated);
      } else {
        r.result.seconds.push_back(sample(r, threads));
      }
    }
  }
  for (runner& r : runners) m.timings.push_back(std::move(r.result));
  keep_best_limit(m.timings);
  return m;
}

}  // namespace bcast::engine::bench
