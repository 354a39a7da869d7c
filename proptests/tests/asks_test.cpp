// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipe/asks.hpp"

#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <stdexcept>
#include <streambuf>
#include <string>
#include <vector>

#include "bcast/proptests/pipe.hpp"
#include "bcast/proptests/run.hpp"
#include "oracle/plain.hpp"
#include "tests/support/holds.hpp"
#include "tests/support/rows.hpp"

// The asks of a run, written at once, and the answers to them.

namespace {

using namespace bcast::proptests;
namespace kit = bcast::kit;
using bcast::tests::expect_parts;
using bcast::tests::refusal;

asked_run small_run() { return {{"array_api examples", "target"}, 7, 5}; }

/// So low a rank that few cases are asked.
kit::subject dense_plain() {
  kit::subject s = plain();
  s.declares.max_rank = 2;
  s.declares.strided = false;
  s.declares.overlap = false;
  s.declares.dtypes = {"int32", "float", "bool"};
  return s;
}

/// The laws that a file of answers breaks.
std::vector<std::string> broken_by(std::string const& answers) {
  std::istringstream in(answers);
  const answered_run run_of = read_answers(in);
  settings with;
  with.seed = run_of.which.seed;
  with.random = run_of.which.random;
  with.shrinks = false;
  std::vector<std::string> broken;
  for (std::string const& name : run_of.which.laws) {
    const outcome o = run(*find_law(name), run_of.subject, with);
    if (o.failure) broken.push_back(name + ": " + o.failure->what);
  }
  return broken;
}

class Asks : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    std::ostringstream out;
    write_asks(small_run(), dense_plain(), out);
    asks = out.str();
    std::istringstream in(asks);
    std::ostringstream answered;
    kit::subject named = dense_plain();
    named.name = "named";
    serve(named, in, answered);
    answers = answered.str();
  }
  static std::string asks, answers;
};
std::string Asks::asks, Asks::answers;

TEST_F(Asks, AreTheSameTwiceAndEachOnce) {
  std::ostringstream again;
  write_asks(small_run(), dense_plain(), again);
  EXPECT_EQ(again.str(), asks);
  std::set<std::string> lines;
  std::istringstream in(asks);
  for (std::string line; std::getline(in, line);) EXPECT_TRUE(lines.insert(line).second) << line;
}

TEST_F(Asks, AnsweredRightInAnyOrderHold) {
  EXPECT_TRUE(broken_by(answers).empty());
  std::vector<std::string> lines;
  std::istringstream in(answers);
  for (std::string line; std::getline(in, line);) lines.push_back(line + "\n");
  std::string reversed;
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) reversed += *line;
  EXPECT_TRUE(broken_by(reversed).empty());
}

TEST_F(Asks, AMissingAnswerIsAFailureThatNamesTheAsk) {
  const std::size_t cut = answers.find('\n', answers.size() / 2);
  const auto broken = broken_by(answers.substr(0, cut + 1) + "Segmentation fault\n");
  ASSERT_FALSE(broken.empty());
  expect_parts(broken.front(), {"no answer to ", "is not an answer: `Segmentation fault`"});
}

TEST_F(Asks, AWrongAnswerIsFound) {
  std::string wrong = answers;
  const std::size_t at = wrong.find("[5,4]");
  ASSERT_NE(at, std::string::npos);
  wrong[at + 1] = '6';
  EXPECT_FALSE(broken_by(wrong).empty());
}

/// Why answers are not read.
std::string why_not(std::string const& text) {
  std::istringstream in(text);
  return refusal([&] { read_answers(in); });
}

TEST_F(Asks, AFileWithoutTheFirstAnswerIsABadArgument) {
  const std::string none = "the answer to the first ask, with its id, is not among ";
  EXPECT_EQ(why_not(""), none + "0 lines");
  EXPECT_TRUE(why_not(answers.substr(answers.find('\n') + 1)).starts_with(none));
  EXPECT_EQ(why_not("\nTraceback:\n{\"id\":5}\n"),
            none + "3 lines; line 2 is not an answer: `Traceback:`");
}

TEST_F(Asks, AnAnswerThatComesTwiceIsNone) {
  const std::size_t second = answers.find('\n') + 1;
  const std::string line = answers.substr(second, answers.find('\n', second) + 1 - second);
  const auto broken = broken_by(answers + "\n" + line);
  ASSERT_FALSE(broken.empty());
  expect_parts(broken.front(), {"answered more than once"});
}

/// The answers, with one word changed.
std::string changed(std::string text, std::string const& word, std::string const& instead) {
  const std::size_t at = text.find(word);
  EXPECT_NE(at, std::string::npos) << word;
  return text.replace(at, word.size(), instead);
}

TEST_F(Asks, TheFirstAskHasOneAnswer) {
  const std::string first = answers.substr(0, answers.find('\n') + 1);
  EXPECT_TRUE(broken_by(first + answers).empty());
  EXPECT_TRUE(why_not(answers + changed(first, R"("name":")", R"("name":"other )"))
                  .ends_with(" is another answer to the first ask"));
  EXPECT_EQ(why_not(changed(answers, R"("rule":"array_api")", R"("rule":"sonnx")")),
            "the asks are for the rule array_api, but named follows sonnx");
}

TEST_F(Asks, ALineWithoutAnIdIsNone) {
  const std::string whole = answers;
  for (std::string const stray : {"5\n", "{}\n", "{\"id\": 5}\n", "\n"}) {
    EXPECT_TRUE(broken_by(whole + stray).empty()) << stray;
  }
}

TEST_F(Asks, TheRunOfTheFirstIdIsReadInFull) {
  const std::string first = answers.substr(0, answers.find('\n'));
  const auto with_seed = [&](std::string const& seed) {
    return why_not(changed(first, R"(\"seed\":\"7\")", R"(\"seed\":\")" + seed + R"(\")"));
  };
  for (std::string const wrong : {"12abc", "-1", " 7", ""}) {
    EXPECT_EQ(with_seed(wrong), "'seed': '" + wrong + "' is not a number");
  }
  EXPECT_EQ(with_seed("18446744073709551615"), "taken");
  for (std::string const wrong : {"5.7", "-5", "true"}) {
    EXPECT_EQ(why_not(changed(first, R"(\"cases\":5)", R"(\"cases\":)" + wrong)),
              "'cases': `" + wrong + "` is not a count");
  }
}

TEST(Asked, ALawThatIsNoneIsNamed) {
  std::ostringstream out;
  EXPECT_THROW(write_asks({{"target", "frob"}, 1, 1}, dense_plain(), out), std::invalid_argument);
  EXPECT_EQ(out.str(), "") << "nothing is written before the error";
}

TEST(Asked, NothingMoreIsAskedOnceTheAsksCannotBeWritten) {
  /// Takes some bytes, as a disk that becomes full.
  class full : public std::streambuf {
   public:
    explicit full(int room) : room_(room) {}

   protected:
    int overflow(int c) override { return room_-- > 0 ? c : traits_type::eof(); }

   private:
    int room_;
  };
  for (const int room : {0, 5000}) {
    int asked = 0, after = 0;
    full disk(room);
    std::ostream out(&disk);
    kit::subject right = dense_plain();
    right.broadcast_shapes = [&, broadcast_shapes = right.broadcast_shapes](
                                 auto const& operands, auto const& dimensions) {
      ++asked;
      after += out ? 0 : 1;
      return broadcast_shapes(operands, dimensions);
    };
    write_asks({{"shape", "array_api examples"}, 7, 5}, right, out);
    EXPECT_FALSE(out);
    EXPECT_EQ(asked > 1, room > 0) << asked;
    EXPECT_LE(after, 1) << "the one that could not be written";
  }
}

}  // namespace
