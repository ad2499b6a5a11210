// The page in a real browser, where Debian's chromium is installed: no error and no offence against the
// page's own policy, nothing wider than a phone, and a player, filters and a table that do what they say. A
// page of the test's holds the page under test in frames of both widths and writes down what it sees there.
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "reports/render/html.h"
#include "tests/support/scratch.h"
#include "tests/unit/reports/render/sample_report.h"

namespace errata::tests {
namespace {

namespace fs = std::filesystem;
using namespace errata::reports;
using testing::HasSubstr;

std::string output_of(const std::string& command) {
    std::string result;
    std::FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) return result;
    std::array<char, 65536> buffer{};
    for (std::size_t size = 0; (size = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
        result.append(buffer.data(), size);
    pclose(pipe);
    return result;
}

std::string text_in(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// Runs in the page around the frames; `d` is the document of one.
const char* const look = R"js(
const seen = {};
const result = document.createElement("pre");
async function look(frame, width) {
  const w = frame.contentWindow, d = w.document;
  const pause = () => new Promise((done) => setTimeout(done, 300));
  const first = d.querySelector("article");
  const text = (selector) => first.querySelector(selector)?.textContent;
  const press = (selector) => d.querySelector(selector).click();
  const own = (seen[width] = {});
  const overflow = () => d.documentElement.scrollWidth > w.innerWidth;
  own.overflow = overflow();
  for (const fold of d.querySelectorAll("details")) fold.open = true;
  own.overflow_unfolded = overflow();
  for (const fold of d.querySelectorAll(".rounds details")) fold.open = false;
  if (d.querySelector("[data-go=on]")) {
    press("[data-go=on]"); press("[data-go=on]");
    own.where = text(".where");
    own.now = text(".now");
    own.square = text("[data-square=c1] .thing");
    own.left = text("[data-square=b1] .thing") ?? "";
    press("[data-go=back]");
    own.back = text("[data-square=b1] .thing");
    const stage = d.querySelector(".stage");
    stage.dispatchEvent(new w.KeyboardEvent("keydown", {key: "End", bubbles: true}));
    own.end = text(".where");
    const round = d.querySelector(".rounds")?.closest(".play");
    if (round) for (let i = 0; i < 4; ++i) round.querySelector("[data-go=on]").click();
    own.round = round?.querySelector(".where").textContent;
    own.overflow_playing = overflow();
  }
  const form = d.querySelector("form.filters");
  if (form) {
    form.elements.words.value = "boots";
    form.dispatchEvent(new w.Event("input", {bubbles: true}));
    await pause();
    own.found = form.elements.total.value;
    own.shown = [...d.querySelectorAll("article:not([hidden])")].map((article) => article.id);
    form.reset();
    await pause();
    own.all = form.elements.total.value;
    press("thead th button");
    own.sorted = [...d.querySelectorAll("tbody th a")].map((link) => link.textContent);
  }
  const linked = d.getElementById("dddddddd");
  if (linked) {
    linked.closest("article").hidden = true;
    w.location.hash = "#dddd";
    await pause();
    own.linked = !linked.closest("article").hidden;
  }
  own.landmarks = ["main", "header", "h1", "h2", "h3"].filter((name) => d.querySelector(name)).join(" ");
}
const frames = [...document.querySelectorAll("iframe")];
Promise.all(frames.map((frame) => new Promise((done) => (frame.onload = done))))
  .then(() => Promise.all(frames.map((frame) => look(frame, frame.width))))
  .catch((error) => (seen.error = String(error)))
  .finally(() => { result.textContent = JSON.stringify(seen); document.body.append(result); });
)js";

class Browser : public testing::Test {
protected:
    Browser() : folder_(scratch_file("browser")) { fs::create_directories(folder_); }
    ~Browser() override {
        std::error_code error;
        fs::remove_all(folder_, error);
    }

    static bool is_installed() { return !output_of("command -v chromium 2>/dev/null").empty(); }

    // What was seen in frames of 375 and 1280; what the console said is expected to be nothing.
    nlohmann::json look_at(const std::string& page) const {
        write("page.html", page);
        std::string around = "<!doctype html><body>";
        for (const char* width : {"375", "1280"})
            around +=
                "<iframe src=\"page.html\" width=\"" + std::string(width) + "\" height=\"800\"></iframe>";
        write("around.html", around + "<script>" + look + "</script>");
        // The test may look into the frame of a file; the page itself is under its own policy as ever.
        const std::string command =
            "cd '" + folder_.string() +
            "' && timeout 120 chromium --headless --no-sandbox --disable-gpu --disable-web-security "
            "--allow-file-access-from-files --user-data-dir=profile --enable-logging=stderr "
            "--window-size=1700,900 --virtual-time-budget=20000 --dump-dom around.html 2>log.txt";
        const std::string dom = output_of(command);
        std::istringstream log(text_in(folder_ / "log.txt"));
        for (std::string line; std::getline(log, line);) {
            EXPECT_EQ(line.find("CONSOLE"), std::string::npos) << line;
        }
        const std::size_t begin = dom.rfind("<pre>");
        if (begin == std::string::npos) return nlohmann::json{{"error", "no result: " + dom.substr(0, 500)}};
        std::string text = dom.substr(begin + 5, dom.find("</pre>", begin) - begin - 5);
        for (std::size_t at = 0; (at = text.find("&gt;", at)) != std::string::npos; ++at)
            text.replace(at, 4, ">");
        return nlohmann::json::parse(text, nullptr, false);
    }

private:
    void write(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name, std::ios::binary) << text;
    }

    fs::path folder_;
};

#define SKIP_WITHOUT_CHROMIUM \
    if (!is_installed()) GTEST_SKIP() << "chromium is not installed; scripts/setup tools"

TEST_F(Browser, StepsFiltersAndSorts) {
    SKIP_WITHOUT_CHROMIUM;
    const nlohmann::json seen = look_at(page_of(sample_report()));
    ASSERT_FALSE(seen.contains("error")) << seen;
    for (const char* width : {"375", "1280"}) {
        const nlohmann::json& own = seen.at(width);
        SCOPED_TRACE(own.dump());
        EXPECT_FALSE(own.at("overflow"));
        EXPECT_FALSE(own.at("overflow_unfolded"));
        EXPECT_FALSE(own.at("overflow_playing"));
        EXPECT_THAT(own.at("where"), HasSubstr("Step 2 of 3: Ann walks to c1"));
        EXPECT_THAT(own.at("now"), HasSubstr("Tim.at = c1"));
        EXPECT_EQ(own.at("square"), "Tim");
        EXPECT_EQ(own.at("left"), "");
        EXPECT_EQ(own.at("back"), "Tim");
        EXPECT_THAT(own.at("end"), HasSubstr("Step 3 of 3"));
        EXPECT_THAT(own.at("round"), HasSubstr("Steps 4 to 7 of 12")) << "folded rounds are one leap";
        EXPECT_EQ(own.at("found"), "1 of 5 findings");
        EXPECT_EQ(own.at("shown"), nlohmann::json::array({"bbbbbbbb"}));
        EXPECT_EQ(own.at("all"), "5 findings");
        EXPECT_EQ(own.at("sorted"),
                  nlohmann::json::array({"Belfry", "Boots", "Chasm", "Feather", "Lantern"}));
        EXPECT_TRUE(own.at("linked")) << "by its first four digits";
        EXPECT_EQ(own.at("landmarks"), "main header h1 h2 h3");
    }
}

TEST_F(Browser, HostileNamesRunNothing) {
    SKIP_WITHOUT_CHROMIUM;
    for (const std::string word :
         {"<script>console.log(1)</script>", "\"onmouseover=\"console.log(1)",
          "</script><img src=x onerror=console.log(1)>",
          "averyveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryverylongword"}) {
        const nlohmann::json seen = look_at(page_of(sample_report(word)));
        SCOPED_TRACE(word + seen.dump());
        ASSERT_FALSE(seen.contains("error"));
        for (const char* width : {"375", "1280"}) {
            EXPECT_FALSE(seen.at(width).at("overflow"));
            EXPECT_FALSE(seen.at(width).at("overflow_unfolded"));
            EXPECT_EQ(seen.at(width).at("all"), "5 findings") << "the script runs to its end";
        }
    }
}

TEST_F(Browser, AThousandFindingsAndAWrongSpec) {
    SKIP_WITHOUT_CHROMIUM;
    const nlohmann::json many = look_at(page_of(many_findings(1'000)));
    ASSERT_FALSE(many.contains("error")) << many;
    EXPECT_EQ(many.at("375").at("found"), "0 of 1000 findings");
    EXPECT_EQ(many.at("1280").at("all"), "1000 findings");
    EXPECT_FALSE(many.at("375").at("overflow"));
    const nlohmann::json wrong = look_at(page_of(wrong_report(), Result::Wrong));
    ASSERT_FALSE(wrong.contains("error")) << wrong;
    EXPECT_FALSE(wrong.at("375").at("overflow_unfolded"));
}

}  // namespace
}  // namespace errata::tests
