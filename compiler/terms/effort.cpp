#include "compiler/terms/effort.h"

namespace errata::compiler {

using dsl::DiagnosticKind;

namespace {

// Expressions and statements, counted wherever they are written out. A large game has a tenth of the first
// number, and a set of cards that all listen to each other some hundreds for each letter.
constexpr std::size_t always_room = 2'000'000;
constexpr std::size_t room_for_a_letter = 500;
constexpr std::size_t deepest = 200;  // definitions and actions within each other

}  // namespace

Effort::Effort(const Reporter& reporter) : reporter_(reporter), room_(always_room) {
    const dsl::SourceSet& sources = reporter.sources();
    for (std::size_t i = 0; i < sources.size(); ++i)
        room_ += room_for_a_letter * sources.file(static_cast<std::uint32_t>(i)).text().size();
}

bool Effort::has_room(dsl::Span span) {
    if (depth_ == 0) outermost_ = span;
    if (room_ == 0) return false;
    const bool is_deep = depth_ > deepest;
    if (--room_ > 0 && !is_deep) return true;
    room_ = 0;
    reporter_.error(
        DiagnosticKind::too_large, outermost_,
        is_deep ? "definitions and actions go more than " + std::to_string(deepest) + " deep from here"
                : "with all definitions and actions written out this is too large",
        "they are written out wherever they are used: let each use another one only once, keep in a field "
        "what it finds, or let a trigger ('when ...') do the rest");
    return false;
}

}  // namespace errata::compiler
