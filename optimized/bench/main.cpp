// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <stdexcept>

#include "bcast/engine/caches.hpp"
#include "bcast/engine/detail/limits.hpp"
#include "bcast/engine/detail/parallel.hpp"
#include "report.hpp"

namespace bench = bcast::engine::bench;
using nlohmann::json;

namespace {

struct options {
  std::vector<std::string> only;
  std::vector<std::string> without;
  std::vector<std::string> types;
  std::vector<int> threads{1, 2};
  bench::settings how;
  std::string python = BCAST_BENCH_PYTHON;
  std::string corpus = BCAST_BENCH_CORPUS;
  std::string json_file;
  std::vector<std::string> merge;
  std::int64_t most_bytes = -1;
  bool machine = false;
};

bool among(std::vector<std::string> const& list, std::string const& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

// A row is selected by its id or by its letter.
bool wanted(options const& o, bench::workload const& w) {
  if (!o.only.empty() && !among(o.only, w.id) && !among(o.only, w.id.substr(0, 1))) return false;
  if (!o.types.empty() && !among(o.types, std::string(to_string(w.type)))) return false;
  return o.most_bytes < 0 || bench::bytes_to_move(w) <= static_cast<std::size_t>(o.most_bytes);
}

std::vector<bench::workload> chosen(options const& o) {
  std::vector<bench::workload> all = bench::workloads();
  if (!o.corpus.empty()) {
    for (bench::workload& w : bench::corpus_workloads(o.corpus)) all.push_back(std::move(w));
  }
  std::vector<bench::workload> list;
  std::copy_if(all.begin(), all.end(), std::back_inserter(list),
               [&](bench::workload const& w) { return wanted(o, w); });
  return list;
}

void write(options const& o, json const& run) {
  if (o.json_file.empty()) return;
  std::ofstream out(o.json_file);
  out << bench::text_of(run);
  if (!out.flush()) throw std::runtime_error("cannot write " + o.json_file);
}

json read(std::string const& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("cannot read " + file);
  return json::parse(in);
}

void print_means(json const& run) {
  for (json const& mean : run.at("means")) fmt::print("{}\n", bench::line_of(mean));
}

void run_all(options const& o, std::string const& command) {
  std::vector<bench::invitation> guests = bench::invite(o.python);
  std::erase_if(guests, [&](bench::invitation const& g) { return among(o.without, g.name); });
  json run{{"commands", json::array({command})},
           {"machine", bench::describe_machine()},
           {"contestants", bench::describe_contestants(guests)},
           {"rounds", o.how.rounds},
           {"rows", json::array()}};
  for (bench::invitation const& g : guests) {
    if (g.who == nullptr) fmt::print("not measured: {} ({})\n", g.name, g.absent);
  }
  fmt::print("{}\n", bench::heading());
  const std::vector<bench::workload> all = chosen(o);
  for (bench::workload const& w : all) {
    for (int threads : o.threads) {
      if (threads > 1 && w.what == bench::operation::shape) continue;
      const json row = bench::row_of(bench::measure(w, guests, threads, o.how));
      fmt::print("{}\n", bench::line_of(row));
      std::fflush(stdout);
      run["rows"].push_back(row);
    }
  }
  run["means"] = bench::means_of(run["rows"]);
  print_means(run);
  write(o, run);
}

// What the engine knows of the processor, and what follows.
void print_machine() {
  namespace engine = bcast::engine;
  engine::detail::limits const& l = engine::detail::machine_limits();
  json const found = bench::describe_machine();
  fmt::print("{}, {} threads\n{}\n\n", found.at("cpu").get<std::string>(), engine::threads(),
             to_string(engine::machine_caches()));
  const auto row = [](char const* what, std::int64_t value, char const* unit = "bytes") {
    fmt::print("{:>12} {:<8}  {}\n", value, unit, what);
  };
  row("a row that is gathered", l.scratch_row);
  row("a tile that is gathered and used again", l.scratch_tile);
  row("a tile that is gathered once", l.scratch_once);
  row("a piece of a row that rows share", l.shared_row);
  row("a tile whose operands are used in place", l.direct_tile);
  row("rows of a transposed tile", l.transposed_rows, "elements");
  row("its columns, if it is gathered", l.transposed_columns, "elements");
  row("its columns, if it is turned in registers", l.turned_columns, "elements");
  row("a result from which storing around the cache can pay", l.streamed_least);
  row("one from which it is assumed to pay, until it is measured,", l.streamed_from);
  row("if the operands have this on one thread", l.streamed_with);
  row("or this on several", l.streamed_with_threads);
  row("result and operands from which it pays anyway", l.streamed_alone);
  if (engine::detail::may_measure()) {
    for (const bool reads : {true, false}) {
      constexpr std::int64_t most = 16 << 20;
      std::int64_t from = l.streamed_least;
      while (from <= most && !engine::detail::measure_streaming(from, reads)) from *= 2;
      row(reads ? "an operand from which it pays on these threads, measured now"
                : "a result that reads little from which it does",
          from <= most ? from : l.streamed_alone);
    }
  }
  row("what stays in the caches of one thread", l.own_cache);
  row("the smallest part of a thread there", l.fixed_part);
  row("the smallest part otherwise", l.free_part);
}

void merge_all(options const& o) {
  std::vector<json> runs;
  for (std::string const& file : o.merge) runs.push_back(read(file));
  const json merged = bench::merge(runs);
  fmt::print("{}\n", bench::heading());
  for (json const& row : merged.at("rows")) fmt::print("{}\n", bench::line_of(row));
  print_means(merged);
  write(o, bench::summary_of(merged));
}

}  // namespace

int main(int argc, char** argv) {
  options o;
  CLI::App app{"Times bcast against its peers and the machine's limit."};
  app.add_option("--only", o.only, "rows, by id or letter: a,j1,p")->delimiter(',');
  app.add_option("--types", o.types, "element types: f32,f64,i8")->delimiter(',');
  app.add_option("--threads", o.threads, "numbers of threads")
      ->delimiter(',')
      ->capture_default_str();
  app.add_option("--without", o.without, "contestants to leave out, by name")->delimiter(',');
  app.add_option("--most-bytes", o.most_bytes, "leave out workloads that move more bytes");
  app.add_option("--rounds", o.how.rounds, "rounds of each workload")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--sample", o.how.sample, "seconds that a sample takes at least")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--seed", o.how.seed, "the seed for the order within a round")
      ->capture_default_str();
  app.add_option("--python", o.python, "the Python for which peers are installed")
      ->capture_default_str();
  app.add_option("--corpus", o.corpus, "the broadcasts of real models, one JSON object per line")
      ->capture_default_str();
  app.add_option("--json", o.json_file, "where the data is written");
  app.add_option("--merge", o.merge, "join the data of several runs instead of running");
  app.add_flag("--machine", o.machine, "print the caches and the limits that the engine uses");
  CLI11_PARSE(app, argc, argv);
  try {
    if (o.machine) {
      print_machine();
      return 0;
    }
    std::string command = "bcast_bench";
    for (int k = 1; k < argc; ++k) command += std::string(" ") + argv[k];
    if (o.merge.empty()) {
      run_all(o, command);
    } else {
      merge_all(o);
    }
  } catch (std::exception const& e) {
    fmt::print(stderr, "bcast_bench: {}\n", e.what());
    return 2;
  }
  return 0;
}
