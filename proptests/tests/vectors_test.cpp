// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vectors/vectors.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>

#include "bcast/proptests/pipe.hpp"
#include "bcast/proptests/text.hpp"
#include "oracle/plain.hpp"
#include "tests/support/directory.hpp"

namespace {

namespace fs = std::filesystem;
using namespace bcast::proptests;
using json = nlohmann::ordered_json;

json vectors() { return json::parse(vector_files().at("vectors.json")); }

TEST(Vectors, HaveOneIdEachAndAVerdictWithItsClause) {
  const json all = vectors();
  EXPECT_EQ(all, vectors());
  std::set<std::string> ids, verdicts;
  for (json const& v : all["vectors"]) {
    EXPECT_TRUE(ids.insert(v["id"].get<std::string>()).second) << v["id"];
    EXPECT_TRUE(all["clauses"].contains(v["clause"].get<std::string>())) << v["clause"];
    EXPECT_EQ(all["clauses"][v["clause"].get<std::string>()]["level"], v["level"]);
    EXPECT_FALSE(v["reason"].get<std::string>().empty());
    EXPECT_EQ(v.contains("ok"), v["verdict"] == "valid") << v["id"];
    EXPECT_NO_THROW(parse_case(v["case"].get<std::string>()));
    verdicts.insert(v["verdict"].get<std::string>());
  }
  EXPECT_EQ(verdicts, (std::set<std::string>{"acceptable", "invalid", "valid"}));
}

TEST(Vectors, AreWhatARightImplementationAnswers) {
  std::map<std::string, int> asked;
  const json all = vectors();
  for (json const& v : all["vectors"]) {
    const bool product = v["ask"]["ask"].get<std::string>().starts_with("matmul");
    if (v["rule"] != "array_api" && v["rule"] != "sonnx" && !product) continue;
    if (v["rule"] == "sonnx" && v["ask"]["ask"] == "broadcast_shapes")
      continue;  // another rule for 0
    json ask = v["ask"];
    ask["id"] = "1";
    std::istringstream in(ask.dump());
    std::ostringstream out;
    serve(plain(), in, out);
    const json answer = json::parse(out.str());
    if (v["verdict"] == "valid") {
      ASSERT_TRUE(answer.contains("ok")) << v["id"] << " " << answer;
      EXPECT_EQ(answer["ok"], v["ok"]) << v["id"];
    } else if (v["verdict"] == "invalid") {
      EXPECT_TRUE(answer.contains("reject")) << v["id"] << " " << answer;
    }
    ++asked[v["ask"]["ask"]];
  }
  for (char const* ask : {"broadcast_shapes", "apply", "adjoint", "matmul_shape", "matmul"}) {
    EXPECT_GT(asked[ask], 50) << ask;
  }
}

TEST(Vectors, AreWrittenToAFolderThatIsEmptyOrNew) {
  const std::map<std::string, std::string> files{{"a", "1\n"}, {"b", "2\n"}};
  const bcast::tests::directory own;
  const fs::path folder = own.file("written");
  write_folder(folder, files);
  EXPECT_EQ(bcast::tests::content_of(folder / "a"), "1\n");
  EXPECT_EQ(bcast::tests::content_of(folder / "b"), "2\n");
  EXPECT_THROW(write_folder(folder, files), std::invalid_argument);  // it is no longer empty

  const fs::path empty = own.file("empty");
  fs::create_directory(empty);
  write_folder(empty.string() + "/", files);
  EXPECT_TRUE(fs::exists(empty / "b"));

  EXPECT_THROW(write_folder(own.file("other"), {{"no/such/folder", "2"}}), std::system_error);
  EXPECT_THROW(write_folder(own.file("never") + "/deeper", files), std::invalid_argument);
}

}  // namespace
