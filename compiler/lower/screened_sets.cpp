#include "compiler/lower/screened_sets.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <span>

#include "dsl/base/text.h"

namespace errata::compiler {

using dsl::DiagnosticKind;

namespace {

using Labels = std::set<std::string>;

class Choosing {
public:
    Choosing(const Lowering& l, const typed::Screen& screen, Setup& setup)
        : l_(l), screen_(screen), setup_(setup), type_(setup.screening->items) {}

    void require_one_of(const Labels& items) {
        std::vector<TermId> any;
        for (const TermId held : setup_.screening->terms) any.push_back(is_among(held, items));
        require(l_.pool().lor(any), "only sets that were asked for");
    }

    void require_none_of(const Labels& items) {
        if (items.empty()) return;
        for (const TermId held : setup_.screening->terms)
            require(l_.pool().lnot(is_among(held, items)), "only items whose text can be read");
    }

    // By what the numbers of the items come to: each set is in one shard, whoever bears its items.
    void require_shard(std::size_t shard, std::size_t shards) {
        const auto count = static_cast<Value>(shards);
        const TypeId number = l_.model.types.range(0, count - 1);
        std::vector<Value> residues;
        for (Value item = 0; item <= l_.type(type_).hi; ++item) residues.push_back(item % count);
        const TableId residue = add_table(l_, "shard", {type_}, number, residues);
        const auto& held_ones = setup_.screening->terms;
        TermId sum = residue_of(residue, held_ones.front());
        for (const TermId held : std::span(held_ones).subspan(1))
            sum = l_.pool().make(TermKind::Add, {sum, residue_of(residue, held)});
        std::vector<TermId> any;
        const Value most = (count - 1) * static_cast<Value>(setup_.screening->terms.size());
        for (Value value = static_cast<Value>(shard) - 1; value <= most; value += count)
            any.push_back(l_.pool().equal(sum, l_.pool().constant(value)));
        require(l_.pool().lor(any), "only sets of this shard");
    }

private:
    TermId residue_of(TableId residue, TermId held) const {
        return l_.pool().make_leaf(TermKind::Table, residue.index, {held},
                                   l_.type(l_.model.functions.tables[residue.index].type));
    }

    TermId is_among(TermId held, const Labels& items) const {
        const std::vector<std::string>& labels = l_.type(type_).labels;
        std::vector<TermId> any;
        for (std::size_t i = 0; i < labels.size(); ++i) {
            if (items.contains(labels[i]))
                any.push_back(l_.pool().equal(held, l_.pool().constant(static_cast<Value>(i))));
        }
        return l_.pool().lor(any);
    }

    void require(TermId term, const std::string& why) {
        const ClauseId clause = add_clause(l_, setup_.name, ClauseKind::Setup, why, {}, screen_.item->span);
        setup_.requirements.emplace_back(term, clause);
    }

    const Lowering& l_;
    const typed::Screen& screen_;
    Setup& setup_;
    TypeId type_;
};

std::string stem(const std::string& path) { return std::filesystem::path(path).stem().string(); }

// The words that a set of newcomers goes by: the file that the item is written in, and what is printed on it.
Labels sets_of(const Lowering& l, const Card& card) {
    Labels sets = {stem(l.reporter.sources().file(card.item->span.file).path())};
    for (const auto& [key, table] : l.names.store.attributes) {
        const Table& values = l.model.functions.tables[table.index];
        if (values.params.size() != 1 || values.params[0] != key.first ||
            key.first != l.names.texts.printed[card.printed.index].type)
            continue;
        const Type& type = l.type(values.type);
        const Value value = values.values[static_cast<std::size_t>(card.identity)];
        if (value >= 0 && static_cast<std::size_t>(value) < type.labels.size())
            sets.insert(type.labels[static_cast<std::size_t>(value)]);
    }
    return sets;
}

Labels items_of_set(const Lowering& l, const typed::Screen& screen, const std::string& name) {
    Labels items;
    Labels known;
    for (const Card& card : l.names.texts.cards) {
        if (card.printed != screen.printed) continue;
        Labels sets = sets_of(l, card);
        if (sets.contains(name)) items.insert(card.item->name);
        known.merge(sets);
    }
    if (items.empty()) {
        const std::vector<std::string> words(known.begin(), known.end());
        const auto near = dsl::nearest(name, words);
        l.reporter.error(DiagnosticKind::setup_impossible, screen.item->name_span,
                         "no " + screen.item->name + " is of the set '" + name + "'",
                         near ? "did you mean '" + *near + "'?"
                              : "name the file that the new ones are written in, or what is printed on them");
    }
    return items;
}

}  // namespace

std::set<std::string> items_asked_for(const Lowering& l, const ScreenOptions& options,
                                      const typed::Screen& screen) {
    Labels items(options.items.begin(), options.items.end());
    if (!options.newcomers.empty()) items.merge(items_of_set(l, screen, options.newcomers));
    return items;
}

void choose_sets(const Lowering& l, const ScreenOptions& options, const ReadTexts& texts,
                 const typed::Screen& screen, Setup& setup) {
    Choosing choosing(l, screen, setup);
    if (!options.items.empty()) choosing.require_one_of({options.items.begin(), options.items.end()});
    if (!options.newcomers.empty()) choosing.require_one_of(items_of_set(l, screen, options.newcomers));
    Labels unread;
    for (const SetAside& aside : texts.set_aside) {
        if (aside.kind == screen.item->name) unread.insert(aside.name);
    }
    choosing.require_none_of(unread);
    if (options.shards > 1) choosing.require_shard(options.shard, options.shards);
}

}  // namespace errata::compiler
