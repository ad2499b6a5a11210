#include "checker/obligation.h"

#include "checker/words.h"

namespace errata::checker {

std::string place_named(const std::string& name) {
    std::string result;
    for (const char c : name) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                           c == '.' || c == '-';
        if (plain) {
            result += c;
        } else if (!result.empty() && result.back() != '_') {
            result += '_';
        }
    }
    while (!result.empty() && result.back() == '_') result.pop_back();
    return result.empty() ? "unnamed" : result;
}

std::string print(const ObligationId& id) {
    std::string text(word(id.analysis));
    if (!id.place.empty()) text += "@" + id.place;
    return text + "/" + std::string(word(id.engine));
}

std::optional<ObligationId> read_obligation_id(std::string_view text) {
    const std::size_t slash = text.rfind('/');
    if (slash == std::string_view::npos) return std::nullopt;
    const std::string_view question = text.substr(0, slash);
    const std::size_t at = question.find('@');
    const auto analysis = read_word(all_analysis_names, question.substr(0, at));
    const auto engine = read_word(all_engines, text.substr(slash + 1));
    if (!analysis || !engine) return std::nullopt;
    if (at == std::string_view::npos) return ObligationId{*analysis, "", *engine};
    return ObligationId{*analysis, std::string(question.substr(at + 1)), *engine};
}

std::string print(const Obligation& obligation) {
    std::string line = print(obligation.id) + ": " + std::string(word(obligation.id.analysis)) + " with " +
                       std::string(word(obligation.id.engine)) + " from setup " +
                       std::to_string(obligation.setup) + " decides \"" + obligation.claim + "\"";
    for (const std::string& item : obligation.items) line += "; about \"" + item + "\"";
    line += "; up to " + std::to_string(obligation.budget.states) + " states";
    if (obligation.budget.solver_units > 0) {
        line += ", " + std::to_string(obligation.budget.solver_units) + " solver units";
    }
    if (obligation.budget.seconds > 0) line += ", " + std::to_string(obligation.budget.seconds) + " s";
    for (const std::string_view reduction : switched_off(obligation.reductions))
        line += "; without " + std::string(reduction);
    return line;
}

}  // namespace errata::checker
