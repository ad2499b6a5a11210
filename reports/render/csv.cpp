#include "reports/render/csv.h"

#include <algorithm>
#include <optional>
#include <set>

#include "checker/words.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "reports/entries.h"
#include "reports/readiness.h"
#include "reports/render/screened.h"

namespace errata::reports {

namespace {

enum class CardStatus { Unread, Read, Acts, NeverActs };

std::string_view status_word(CardStatus status) {
    switch (status) {
        case CardStatus::Unread:
            return "unread";
        case CardStatus::Read:
            return "read";
        case CardStatus::Acts:
            return "acts";
        case CardStatus::NeverActs:
            return "never acts";
    }
    return "";
}

CardStatus status_of(const Report& report, const ItemLine& item) {
    if (std::ranges::find(report.unread.names, item.name) != report.unread.names.end())
        return CardStatus::Unread;
    if (!report.screened) return CardStatus::Read;
    const auto found = std::ranges::find_if(report.screened->items, [&](const checker::ItemUse& one) {
        return one.name == item.name && one.kind == item.kind;
    });
    if (found == report.screened->items.end()) return CardStatus::Read;
    switch (use_of(*report.screened, *found)) {
        case Use::NeverPlayed:  // it may have been laid out in effect
            return found->acts_with.empty() ? CardStatus::NeverActs : CardStatus::Acts;
        case Use::NeverActs:
            return CardStatus::NeverActs;
        case Use::NeedsPartner:
            return CardStatus::Acts;
        case Use::Fine:
            return found->acts_with.empty() ? CardStatus::Read : CardStatus::Acts;
        case Use::IdleAlone:
        case Use::Undecided:
            return CardStatus::Read;
    }
    return CardStatus::Read;
}

std::string csv_cell(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string result = "\"";
    for (const char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
    return result + "\"";
}

std::string csv_row(const std::vector<std::string>& cells) {
    return dsl::join(dsl::mapped(cells, csv_cell), ",") + "\n";
}

// What is said of one item, worst first.
struct Problems {
    std::vector<const FindingLines*> findings;
    std::vector<std::string> others;  // printed items that the same findings name
};

Problems problems_of(const Report& report, const ItemLine& item) {
    Problems result;
    for (const FindingLines& finding : report.findings) {
        if (is_settled(finding)) continue;
        const std::vector<ClauseLine> clauses = involved_in(finding);
        const auto is_item = [&](const ClauseLine& clause) {
            return ItemLine{clause.kind, clause.name} == item;
        };
        if (std::ranges::none_of(clauses, is_item)) continue;
        result.findings.push_back(&finding);
        for (const ClauseLine& clause : clauses) {
            const ItemLine other{clause.kind, clause.name};
            const bool is_printed = std::ranges::find(report.printed, other) != report.printed.end();
            const bool is_new = std::ranges::find(result.others, clause.name) == result.others.end();
            if (is_printed && is_new && other != item) result.others.push_back(clause.name);
        }
    }
    std::ranges::stable_sort(result.findings, {}, &FindingLines::severity);
    return result;
}

std::vector<std::string> cells_of(const Report& report, const ItemLine& item) {
    const Problems problems = problems_of(report, item);
    std::vector<std::string> codes;
    for (const FindingLines* const finding : problems.findings) {
        const std::string code = code_word(*finding);
        if (std::ranges::find(codes, code) == codes.end()) codes.push_back(code);
    }
    const FindingLines* const worst = problems.findings.empty() ? nullptr : problems.findings.front();
    return {item.name,
            item.kind,
            std::string(status_word(status_of(report, item))),
            std::to_string(problems.findings.size()),
            worst == nullptr ? "" : std::string(checker::word(worst->severity)),
            dsl::join(codes, "; "),
            dsl::join(problems.others, "; "),
            worst == nullptr ? "" : "#" + short_form(worst->fingerprint),
            report.spec};
}

}  // namespace

std::string render_csv(const std::vector<std::pair<const Report*, Result>>& reports) {
    std::string text =
        csv_row({"card", "kind", "status", "problems", "worst", "codes", "others", "finding", "spec"});
    for (const auto& [report, result] : reports) {
        for (const ItemLine& item : report->printed) text += csv_row(cells_of(*report, item));
    }
    return text;
}

}  // namespace errata::reports
