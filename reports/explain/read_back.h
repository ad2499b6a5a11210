// `errata cards --read NAME`: a printed item as Errata understands it. Each text is told by its meaning, the
// library files that decided on the way, what it did in play, and the phrases that read it. In play: the
// first two positions in which it did something, in different ways. Nothing of it is told by the words of the
// text: the compiled game is played with the text and without it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "checker/driver/session.h"
#include "compiler/ir/effects/effects.h"
#include "reports/explain/approvals.h"
#include "reports/explain/told_text.h"
#include "reports/report.h"

namespace errata::reports {

// Does: the text is carried out, and this changes. Instead: something else happens, and without the text it
// goes otherwise: `changes` have what would be so without it and what is so. Allows, Forbids: a move is there
// because of the text, or is not.
enum class ReadEffect { Does, Instead, Allows, Forbids };

struct ReadExample {
    ReadEffect effect = ReadEffect::Does;
    std::string actor;  // "Ann", "rules", "nobody", "chance"
    std::string move;   // "chooses Orc"; empty: the text is carried out without a choice
    std::vector<ChangeLine> changes;
};

struct TextReadBack {
    std::string text;
    std::vector<std::string> reminders;       // parts in brackets that nothing reads
    ToldText told;                            // what it means
    std::vector<std::string> readings;        // each as the phrases that it uses, one to a line
    std::vector<std::string> libraries;       // the library files with phrases of it
    std::vector<AssumptionLine> assumptions;  // that it asks for
    std::vector<ReadExample> examples;        // at most two
    std::string meaning = {};                 // a digest, for approvals
    ApprovalState approval = ApprovalState::None;
};

struct ReadBack {
    std::string kind;
    std::string name;
    std::vector<TextReadBack> texts;  // those that are read
    std::size_t positions = 0;        // that were looked at
    bool saw_all = false;             // all that can be reached from the setups
};

inline constexpr std::size_t most_read_back_states = 20'000;

// The texts of the item that phrases read, in their order, with what they mean.
std::vector<ReadText> read_texts(const compiler::Model& model, const compiler::Effects& effects,
                                 const compiler::PrintedItem& item);

// Nothing: the game has no printed item of that name. Of a session without errors, opened with `options`.
std::optional<ReadBack> read_back(const checker::Session& session, const compiler::CompileOptions& options,
                                  const std::string& name, const Approvals& approvals);

}  // namespace errata::reports
