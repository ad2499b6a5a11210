#include "tests/metamorphic/more.h"

#include <algorithm>

#include "checker/driver/session.h"
#include "compiler/ir/finding_codes.h"
#include "dsl/base/text.h"
#include "reports/saved/witness.h"
#include "tests/support/memory_reader.h"

namespace errata::metamorphic {

namespace {

using checker::Finding;
using compiler::Model;

struct Answer {
    checker::Session session;
    std::vector<checker::CheckResult> results;  // of its parts
};

Answer answer_to(const Question& question, std::optional<checker::Engine> engine = {}) {
    const tests::MemoryReader reader(question.texts);
    compiler::CompileOptions compile;
    compile.screens = question.screens;
    Answer answer{checker::open_session(reader, question.path, compile), {}};
    checker::CheckOptions options;
    options.screens_only = question.screens_only;
    options.engine = engine;
    if (engine == checker::Engine::Symbolic) options.depth = 6;
    answer.results = checker::check(answer.session, options);
    return answer;
}

// The rows of one spec mostly ask the same smaller question.
const Answer& answer_to_smaller(const Question& question) {
    static std::optional<std::pair<Question, Answer>> last;
    if (!last || last->first != question) last.emplace(question, answer_to(question));
    return last->second;
}

// By path, for numbers differ from one spec to the next.
std::set<std::string> clauses_of(const Model& model, const Finding& finding) {
    std::set<std::string> paths;
    for (const compiler::ClauseId clause : finding.clauses) paths.insert(model.clause(clause).path);
    return paths;
}

// An order, or a reading, is about where two ways lead, so about all plays behind a stop.
bool is_of_all_plays(const Finding& finding) {
    return compiler::selects({"order", "ambiguous", "unreachable", "dead-text", "vacuous", "deadlock",
                              "overridden", "redundant", "shadowed", "loop.mandatory", "loop.inevitable",
                              "loop.chance", "loop.lock", "loop.wait", "loop.lethal"},
                             finding.code);
}

class Answers {
public:
    Answers(const Answer& smaller, const Answer& larger, std::size_t part)
        : small_(smaller.session.parts[part].model),
          large_(larger.session.parts[part].model),
          found_(larger.results[part].findings) {}

    bool is_told(const Finding& finding) const {
        const std::set<std::string> clauses = clauses_of(small_, finding);
        return std::ranges::any_of(found_, [&](const Finding& other) {
            return other.code == finding.code && other.severity <= finding.severity &&
                   std::ranges::includes(clauses, clauses_of(large_, other));
        });
    }

    bool still_shows(const Finding& finding) const {
        if (!finding.witness) return false;
        return reports::replay(large_, reports::save_trace(small_, *finding.witness)).problem.empty();
    }

    std::string line(const Finding& finding) const {
        std::string text = "  - " + std::string(compiler::code_name(finding.code)) + " " +
                           std::string(checker::word(finding.severity)) + " \"" +
                           dsl::join(names_in(small_, finding.about), ", ") + "\"";
        for (const std::string& path : clauses_of(small_, finding)) text += "; " + path;
        return text + "\n";
    }

private:
    const Model& small_;
    const Model& large_;
    const std::vector<Finding>& found_;
};

bool is_wrong(const Answer& answer) { return answer.session.parts.empty(); }

}  // namespace

Less less_in(const Larger& pair, MoreKeeps keeps) {
    const Answer& smaller = answer_to_smaller(pair.smaller);
    const Answer larger = answer_to(pair.larger);
    Less less;
    if (is_wrong(smaller)) return less;
    if (is_wrong(larger)) {
        less.text = "  does not compile";
        for (const dsl::Diagnostic& diagnostic : larger.session.sink.sorted())
            less.text += " " + diagnostic.message + "\n";
        return less;
    }
    const std::size_t parts = std::min(smaller.results.size(), larger.results.size());
    for (std::size_t part = 0; part < parts; ++part) {
        const Answers answers(smaller, larger, part);
        for (const Finding& finding : smaller.results[part].findings) {
            const bool is_kept = is_of_all_plays(finding) || !finding.witness ? keeps == MoreKeeps::AllPlays
                                                                              : answers.still_shows(finding);
            if (!is_kept) continue;
            ++less.tried;
            if (!answers.is_told(finding)) less.text += answers.line(finding);
        }
    }
    return less;
}

std::string contradiction_of_engines(const Question& question) {
    using checker::Status;
    const Answer explicitly = answer_to(question, checker::Engine::Explicit);
    const Answer symbolically = answer_to(question, checker::Engine::Symbolic);
    if (is_wrong(explicitly)) return "";
    const auto is_shown = [](const checker::Verdict& verdict) {
        return verdict.status == Status::Proved || verdict.status == Status::Complete;
    };
    std::string text;
    const auto hold_against = [&](const Answer& one, const Answer& other) {
        for (std::size_t part = 0; part < one.results.size(); ++part) {
            for (const checker::Verdict& shown : one.results[part].verdicts) {
                for (const checker::Verdict& refuted : other.results[part].verdicts) {
                    if (is_shown(shown) && refuted.status == Status::Refuted &&
                        shown.about == refuted.about && shown.obligation.place == refuted.obligation.place)
                        text += "  " + shown.claim + ": " + std::string(checker::word(shown.status)) +
                                " by " + std::string(checker::word(shown.engine)) + ", refuted by " +
                                std::string(checker::word(refuted.engine)) + "\n";
                }
            }
        }
    };
    hold_against(explicitly, symbolically);
    hold_against(symbolically, explicitly);
    return text;
}

}  // namespace errata::metamorphic
