#include "dsl/cards/import_cards.h"

#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "dsl/base/text.h"
#include "dsl/cards/deal.h"
#include "dsl/cards/table.h"
#include "dsl/grammar/layout.h"

namespace errata::dsl {

using ast::Item;
using ast::ItemKind;
using ast::Module;

namespace {

struct ReadTable {
    std::uint32_t file = Span::no_file;
    Table table;
};

class Importer {
public:
    Importer(const FileReader& reader, const Borders& borders, SourceSet& sources, Sink& sink,
             const std::string& other_text)
        : reader_(reader), borders_(borders), sources_(sources), sink_(sink), other_text_(other_text) {}

    void run(std::vector<Module>& modules) {
        for (const Module& module : modules) {
            for (const Item& item : module.items) note(module, item);
        }
        for (Module& module : modules) {
            std::vector<Item> items;
            for (Item& item : module.items) {
                items.push_back(std::move(item));
                if (items.back().kind != ItemKind::Cards) continue;
                for (Item& dealt : items_of(module, items.back())) items.push_back(std::move(dealt));
            }
            module.items = std::move(items);
        }
        if (other_text_.empty() || has_other_text_) return;
        sink_.report(DiagnosticKind::table_heading, {},
                     "no table has a column '" + other_text_ + "' beside the text of its cards",
                     "the heading of the column, as it stands in the table");
    }

private:
    // What is declared; tables are read for the names in them.
    void note(const Module& module, const Item& item) {
        names_.insert(item.names.all.begin(), item.names.all.end());
        if (item.kind == ItemKind::Card) names_.insert(item.name);
        if (item.kind == ItemKind::Printed) printed_.emplace(item.name, item);
        if (item.kind == ItemKind::Error) broken_.insert(item.name);
        if (item.kind != ItemKind::Cards) return;
        if (const ReadTable* const read = table_of(module, item)) names_.merge(names_of(item, read->table));
    }

    static std::set<std::string> names_of(const Item& cards, const Table& table) {
        const std::vector<std::string> names = names_in(cards, table);
        return {names.begin(), names.end()};
    }

    std::vector<Item> items_of(const Module& module, const Item& cards) {
        const auto printed = printed_.find(cards.names.all[0]);
        const ReadTable* const read = table_of(module, cards);
        if (printed == printed_.end()) {
            if (!broken_.contains(cards.names.all[0])) report_unknown_kind(cards);
            return {};
        }
        if (read == nullptr) return {};
        const std::optional<OtherText> other =
            other_text_.empty() ? std::nullopt : with_other_text(cards, read->table, other_text_);
        has_other_text_ |= other.has_value();
        if (other) return deal({other->cards, printed->second, names_}, other->table, read->file, sink_);
        return deal({cards, printed->second, names_}, read->table, read->file, sink_);
    }

    // Null: it cannot be read, which is said once.
    const ReadTable* table_of(const Module& module, const Item& cards) {
        namespace fs = std::filesystem;
        const std::string path =
            normal_path((fs::path(sources_.file(module.file).path()).parent_path() / cards.title).string());
        const auto [entry, is_new] = tables_.try_emplace(path);
        if (is_new) entry->second = read(path, sources_.file(module.file).path(), cards);
        return entry->second ? &*entry->second : nullptr;
    }

    std::optional<ReadTable> read(const std::string& path, const std::string& from, const Item& cards) {
        const std::string ending = ending_of(reader_.resolved(path));
        if ((ending != ".csv" && ending != ".tsv") || !borders_.hold(path, from)) {
            sink_.report(DiagnosticKind::import_refused, cards.name_span,
                         "'" + cards.title + "' is not imported",
                         "a table is a file *.csv or *.tsv below the folder of the spec, or below a folder "
                         "'specs' that the spec lies in");
            return std::nullopt;
        }
        auto text = reader_.read(path);
        if (!text) {
            const std::string why = reader_.why_unreadable(path);
            sink_.report(DiagnosticKind::file_unreadable, cards.name_span,
                         "cannot read '" + cards.title + "'" + (why.empty() ? "" : ": " + why),
                         "a path is named from the folder of the file that imports it");
            return std::nullopt;
        }
        ReadTable result;
        result.file = sources_.add(path, std::move(*text));
        const std::string& content = sources_.file(result.file).text();
        if (!grammar::is_readable(content, result.file, grammar::FileSort::Table, sink_)) return std::nullopt;
        result.table = read_table(content, ending == ".tsv" ? std::optional('\t') : std::nullopt);
        return is_whole(result) ? std::optional(std::move(result)) : std::nullopt;
    }

    bool is_whole(const ReadTable& read) {
        const Table& table = read.table;
        if (table.flaw) {
            report_flaw(*table.flaw, read.file);
            return false;
        }
        if (table.rows.size() > 1) return true;
        sink_.report(DiagnosticKind::file_empty, {read.file, 0, 0},
                     table.rows.empty() ? "this table is empty" : "this table has headings and nothing below",
                     "the first line holds the headings of the columns, each further one a printed item");
        return false;
    }

    void report_flaw(const TableFlaw& flaw, std::uint32_t file) {
        Diagnostic diagnostic{DiagnosticKind::table_broken, {file, flaw.at, flaw.at + 1}, "", "", {}};
        if (flaw.kind == TableFlaw::Kind::Unclosed) {
            diagnostic.message = "this quote is never closed";
            diagnostic.hint = "close the cell with a quote; one that belongs to its text stands twice";
        } else {
            diagnostic.message = "the cell goes on behind its closing quote";
            diagnostic.notes.emplace_back(Span{file, flaw.open, flaw.open + 1}, "the cell begins here");
            diagnostic.hint = "a quote that belongs to the text of a cell stands twice";
        }
        sink_.report(std::move(diagnostic));
    }

    void report_unknown_kind(const Item& cards) {
        std::vector<std::string> known;
        for (const auto& [name, printed] : printed_) known.push_back(name);
        const std::string& kind = cards.names.all[0];
        const auto near = nearest(kind, known);
        sink_.report(DiagnosticKind::unknown_name, cards.names.spans[0],
                     "unknown kind of printed item '" + kind + "'",
                     near ? "did you mean '" + *near + "'?"
                          : "declare it: 'printed " + kind + " on KIND if this.FIELD = it'");
    }

    const FileReader& reader_;
    const Borders& borders_;
    SourceSet& sources_;
    Sink& sink_;
    const std::string& other_text_;
    bool has_other_text_ = false;
    std::map<std::string, std::optional<ReadTable>> tables_;  // by path
    std::map<std::string, Item> printed_;
    std::set<std::string> broken_;
    std::set<std::string> names_;
};

}  // namespace

void import_cards(const FileReader& reader, const Borders& borders, std::vector<Module>& modules,
                  SourceSet& sources, Sink& sink, const std::string& other_text) {
    Importer(reader, borders, sources, sink, other_text).run(modules);
}

}  // namespace errata::dsl
