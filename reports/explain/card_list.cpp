#include "reports/explain/card_list.h"

#include <algorithm>
#include <map>
#include <set>

#include "dsl/ast/print.h"
#include "reports/explain/read_back.h"

namespace errata::reports {

using dsl::ast::Item;
using dsl::ast::ItemKind;

namespace {

template <class Visit>
void for_items(const checker::Session& session, ItemKind kind, Visit visit) {
    for (const dsl::ast::Module& module : session.modules) {
        for (const Item& item : module.items) {
            if (item.kind == kind) visit(item);
        }
    }
}

CardLine card_line(const Item& card, const dsl::SourceSet& sources) {
    CardLine result;
    result.name = card.name;
    for (const dsl::ast::Setting& setting : card.contents.settings)
        result.values.emplace_back(setting.name, dsl::ast::print(setting.value));
    result.lines = card.contents.lines.size();
    const dsl::SourceFile& file = sources.file(card.span.file);
    result.file = file.path();
    result.line = file.position(card.name_span.begin).line;
    return result;
}

UnreadWording example(const compiler::UnreadLine& line, const std::string& card,
                      const dsl::SourceSet& sources) {
    const dsl::SourceFile& file = sources.file(line.span.file);
    const dsl::Position at = file.position(line.span.begin);
    return {0, 0, line.text, card, file.path(), at.line, at.column, line.message, line.meant, line.stub};
}

std::vector<UnreadWording> by_wording(const checker::Session& session) {
    std::vector<UnreadWording> result;
    std::map<std::string, std::size_t> places;
    for (const compiler::SetAside& card : session.set_aside) {
        std::set<std::string> of_card;
        for (const compiler::UnreadLine& line : card.lines) {
            const auto [place, is_new] = places.emplace(line.wording, result.size());
            if (is_new) result.push_back(example(line, card.name, session.sources));
            UnreadWording& wording = result[place->second];
            ++wording.lines;
            if (of_card.insert(line.wording).second) ++wording.cards;
        }
    }
    std::ranges::stable_sort(result, std::greater<>(), &UnreadWording::cards);
    return result;
}

void look_up(const Approvals& approvals, const checker::Session& session, CardList& list) {
    if (approvals.texts().empty() || session.parts.empty()) return;
    const compiler::Model& model = session.parts.front().model;
    const compiler::Effects effects(model);
    for (const compiler::PrintedItem& item : model.printed_items) {
        for (const ReadText& text : read_texts(model, effects, item)) {
            const ApprovalState state = approvals.of(text);
            if (state == ApprovalState::Given) ++list.approved;
            if (state != ApprovalState::Lapsed) continue;
            const dsl::SourceFile& file = session.sources.file(item.span.file);
            list.lapsed.push_back({item.name, text.text, file.path(), file.position(item.span.begin).line});
        }
    }
}

}  // namespace

CardList list_cards(const checker::Session& session, const Approvals& approvals) {
    CardList result;
    result.spec = session.path;
    result.is_wrong = session.sink.has_errors();
    for_items(session, ItemKind::Printed, [&](const Item& printed) {
        CardKind kind{printed.name, {}};
        for_items(session, ItemKind::Card, [&](const Item& card) {
            if (card.title == printed.name) kind.items.push_back(card_line(card, session.sources));
        });
        if (!kind.items.empty()) result.kinds.push_back(std::move(kind));
    });
    result.unread = by_wording(session);
    look_up(approvals, session, result);
    return result;
}

std::size_t CardList::items() const {
    std::size_t sum = 0;
    for (const CardKind& kind : kinds) sum += kind.items.size();
    return sum;
}

std::size_t CardList::lines() const {
    std::size_t sum = 0;
    for (const CardKind& kind : kinds) {
        for (const CardLine& item : kind.items) sum += item.lines;
    }
    return sum;
}

std::size_t CardList::unread_lines() const {
    std::size_t sum = 0;
    for (const UnreadWording& wording : unread) sum += wording.lines;
    return sum;
}

}  // namespace errata::reports
