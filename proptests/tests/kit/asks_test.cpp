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

// The asks of a run, written at once, and the answers to them.

namespace {

using namespace bcast::proptests;
namespace kit = bcast::kit;

asked_run small_run() { return {{"array_api examples", "target"}, 7, 5}; }

kit::subject dense_plain() {
  kit::subject s = plain();
  s.declares.strided = false;
  s.declares.overlapping = false;
  s.declares.elements = {"int32", "float", "bool"};
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
  EXPECT_NE(broken.front().find("no answer to "), std::string::npos) << broken.front();
  EXPECT_NE(broken.front().find("is not an answer: `Segmentation fault`"), std::string::npos)
      << broken.front();
}

TEST_F(Asks, AWrongAnswerIsFound) {
  std::string wrong = answers;
  const std::size_t at = wrong.find("[8,7,6,5]");
  ASSERT_NE(at, std::string::npos);
  wrong[at + 1] = '9';
  EXPECT_FALSE(broken_by(wrong).empty());
}

TEST_F(Asks, AFileWithoutTheFirstAnswerIsABadArgument) {
  for (std::string const& text :
       {std::string(), std::string("nothing\n"), answers.substr(answers.find('\n') + 1)}) {
    std::istringstream in(text);
    EXPECT_THROW(read_answers(in), std::invalid_argument);
  }
}

TEST_F(Asks, TheFirstLineThatIsNoAnswerIsNamed) {
  std::istringstream in("\nTraceback:\n{\"id\":5}\n");
  try {
    read_answers(in);
    ADD_FAILURE() << "nothing is thrown";
  } catch (std::invalid_argument const& e) {
    EXPECT_NE(std::string(e.what()).find("3 lines; line 2 is not an answer: `Traceback:`"),
              std::string::npos)
        << e.what();
  }
}

TEST_F(Asks, AnAnswerThatComesTwiceIsNone) {
  const std::size_t second = answers.find('\n') + 1;
  const std::string line = answers.substr(second, answers.find('\n', second) + 1 - second);
  const auto broken = broken_by(answers + "\n" + line);
  ASSERT_FALSE(broken.empty());
  EXPECT_NE(broken.front().find("answered more than once"), std::string::npos) << broken.front();
}

TEST_F(Asks, TheFirstAskHasOneAnswer) {
  const std::string first = answers.substr(0, answers.find('\n') + 1);
  EXPECT_TRUE(broken_by(first + answers).empty());
  std::string other = first;
  const std::string name = "\"name\":\"";
  const std::size_t at = other.find(name);
  ASSERT_NE(at, std::string::npos) << first;
  other.insert(at + name.size(), "other ");
  std::istringstream in(answers + other);
  EXPECT_THROW(read_answers(in), std::invalid_argument);
}

TEST_F(Asks, ALineWithoutAnIdIsNone) {
  const std::string whole = answers;
  for (std::string const stray : {"5\n", "{}\n", "{\"id\": 5}\n", "\n"}) {
    EXPECT_TRUE(broken_by(whole + stray).empty()) << stray;
  }
}

TEST_F(Asks, TheAnswersFollowTheProfileOfTheAsks) {
  std::string other = answers;
  const std::string said = "\"profile\":\"array_api\"";
  const std::size_t at = other.find(said);
  ASSERT_NE(at, std::string::npos);
  other.replace(at, said.size(), "\"profile\":\"sonnx\"");
  std::istringstream in(other);
  EXPECT_THROW(read_answers(in), std::invalid_argument);
}

TEST_F(Asks, TheRunOfTheFirstIdIsReadInFull) {
  const std::string first = answers.substr(0, answers.find('\n'));
  const auto complaint = [&](std::string const& expected, std::string const& instead) {
    std::string line = first;
    const std::size_t at = line.find(expected);
    EXPECT_NE(at, std::string::npos) << first;
    line.replace(at, expected.size(), instead);
    std::istringstream in(line);
    try {
      read_answers(in);
      return std::string("taken");
    } catch (std::invalid_argument const& e) {
      return std::string(e.what());
    }
  };
  const std::string seed = R"(\"seed\":\"7\")", cases = R"(\"cases\":5)";
  EXPECT_EQ(complaint(seed, R"(\"seed\":\"12abc\")"), "'seed': '12abc' is not a number");
  EXPECT_EQ(complaint(seed, R"(\"seed\":\"-1\")"), "'seed': '-1' is not a number");
  EXPECT_EQ(complaint(seed, R"(\"seed\":\" 7\")"), "'seed': ' 7' is not a number");
  EXPECT_EQ(complaint(seed, R"(\"seed\":\"\")"), "'seed': '' is not a number");
  EXPECT_EQ(complaint(seed, R"(\"seed\":\"18446744073709551615\")"), "taken");
  EXPECT_EQ(complaint(cases, R"(\"cases\":5.7)"), "'cases': `5.7` is not a count");
  EXPECT_EQ(complaint(cases, R"(\"cases\":-5)"), "'cases': `-5` is not a count");
  EXPECT_EQ(complaint(cases, R"(\"cases\":true)"), "'cases': `true` is not a count");
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
    right.infer = [&, infer = right.infer](auto const& operands, auto const& dimensions) {
      ++asked;
      after += out ? 0 : 1;
      return infer(operands, dimensions);
    };
    write_asks({{"join", "array_api examples"}, 7, 5}, right, out);
    EXPECT_FALSE(out);
    EXPECT_EQ(asked > 1, room > 0) << asked;
    EXPECT_LE(after, 1) << "the one that could not be written";
  }
}

}  // namespace
