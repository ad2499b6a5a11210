#include "reports/begin/table_columns.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <set>

#include "dsl/ast/words.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "dsl/cards/cell_values.h"

namespace errata::reports {

using dsl::Table;

namespace {

// How to add one: a word that people write above a column, in the row of what it means there. A row has one
// word at least that is a field of some starter, or one of the five uses of a column.
const std::vector<std::vector<std::string_view>>& heading_groups() {
    static const std::vector<std::vector<std::string_view>> groups = {
        {"name", "card", "card name", "cardname", "title"},
        {"text", "card text", "rules text", "rules", "rule text", "game text", "ability", "abilities",
         "ability text", "effect", "effects"},
        {"unread", "flavour", "flavor", "flavour text", "flavor text", "quote", "lore", "artist",
         "illustrator", "art", "image", "status", "version", "date", "author", "designer"},
        {"rows", "row", "id", "ids", "no", "nr", "number", "#", "collector number", "card number", "code"},
        {"sort", "type", "types", "card type", "kind", "supertype"},
        {"cost", "mana", "mana cost", "energy", "energy cost", "price", "play cost"},
        {"power", "attack", "strength", "atk", "att", "str", "pow", "combat", "might", "force"},
        {"health", "toughness", "life", "hp", "hit points", "defence", "defense", "def", "endurance",
         "vitality", "resilience", "hull", "structure", "stamina"},
        {"coins", "coin", "money", "treasure", "gold"},
        {"income", "production", "yield"},
        {"points", "point", "victory points", "vp", "score", "prestige"},
        {"move", "movement", "speed", "moves"},
    };
    return groups;
}

// Words for types of cards, by what is done with such a card.
const std::vector<std::vector<std::string_view>>& type_groups() {
    static const std::vector<std::vector<std::string_view>> groups = {
        {"spell", "event", "action", "instant", "sorcery", "tactic", "trick", "ritual", "order",
         "incantation", "maneuver", "manoeuvre", "operation", "command", "quick spell", "reaction",
         "interrupt"},
    };
    return groups;
}

constexpr std::int64_t largest_of_starter = 99;
constexpr std::size_t most_words_of_enum = 30;

// "Cost (mana)" says what "cost" says.
std::string normal_heading(std::string_view heading) {
    std::string result;
    if (const std::size_t bracket = heading.find('('); bracket != std::string_view::npos && bracket > 0)
        heading = heading.substr(0, bracket);
    for (const char c : dsl::lower(heading)) result += c == '_' || c == '-' || c == '.' ? ' ' : c;
    return std::string(dsl::trimmed(result));
}

bool are_in_one_group(const std::vector<std::vector<std::string_view>>& groups, std::string_view one,
                      std::string_view other) {
    return std::ranges::any_of(groups, [&](const std::vector<std::string_view>& group) {
        return std::ranges::find(group, one) != group.end() && std::ranges::find(group, other) != group.end();
    });
}

std::optional<std::int64_t> number_in(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

bool is_truth(const std::string& text) {
    const std::string word = dsl::lower(text);
    return word == "yes" || word == "no" || word == "true" || word == "false";
}

bool has_blank(const std::string& text) { return text.find(' ') != std::string::npos; }

// A name that the language takes, made of a heading.
std::string safe_name(const std::string& heading, const std::set<std::string>& taken) {
    std::string name;
    for (const char c : dsl::lower(heading)) {
        const bool is_fine = dsl::grammar::is_letter(c) || dsl::is_digit(c);
        if (is_fine) name += c;
        if (!is_fine && !name.empty() && name.back() != '_') name += '_';
    }
    while (!name.empty() && name.back() == '_') name.pop_back();
    if (name.empty()) name = "value";
    if (dsl::is_digit(name.front())) name = "value_" + name;
    const auto is_free = [&](const std::string& word) {
        return dsl::grammar::is_plain_name(word) && !dsl::grammar::is_item_keyword(word) &&
               !taken.contains(word);
    };
    if (is_free(name)) return name;
    std::string result = name + "_value";
    for (int i = 2; !is_free(result); ++i) result = name + "_value" + std::to_string(i);
    return result;
}

class ColumnReader {
public:
    ColumnReader(const Table& table, const WantedFields& wanted)
        : table_(table), wanted_(wanted), taken_(wanted.taken.begin(), wanted.taken.end()) {
        for (const char* const own : {"name", "text", "rows", "unread"}) taken_.insert(own);
        taken_.insert(wanted.numbers.begin(), wanted.numbers.end());
        taken_.insert(wanted.sort);
        if (!table.rows.empty()) columns_ = table.rows[0].cells.size();
        for (const dsl::TableRow& row : table.rows) columns_ = std::max(columns_, row.cells.size());
    }

    UnderstoodTable read() {
        result_.cards = table_.rows.empty() ? 0 : table_.rows.size() - 1;
        for (std::size_t i = 0; i < columns_; ++i)
            result_.columns.push_back({heading(i), {}, {}, {}, 0, 0, {}, {}, {}});
        used_.assign(columns_, false);
        find_name();
        find_texts();
        for (std::size_t i = 0; i < columns_; ++i) find_by_heading(i);
        for (std::size_t i = 0; i < columns_; ++i) {
            if (!used_[i]) find_by_content(i);
        }
        find_brackets();
        drop_empty();
        return std::move(result_);
    }

private:
    const dsl::Cell* cell(std::size_t row, std::size_t column) const {
        const std::vector<dsl::Cell>& cells = table_.rows[row].cells;
        return column < cells.size() ? &cells[column] : nullptr;
    }
    std::string text(std::size_t row, std::size_t column) const {
        const dsl::Cell* const one = cell(row, column);
        return one == nullptr ? "" : dsl::one_line(*one);
    }
    std::string heading(std::size_t column) const { return table_.rows.empty() ? "" : text(0, column); }
    std::string name_of(std::size_t row) const { return name_ ? text(row, *name_) : ""; }

    // What the cells hold, without those that are empty.
    std::vector<std::string> filled(std::size_t column) const {
        std::vector<std::string> result;
        for (std::size_t row = 1; row < table_.rows.size(); ++row) {
            if (std::string one = text(row, column); !one.empty()) result.push_back(std::move(one));
        }
        return result;
    }

    std::size_t sentences(std::size_t column) const {
        if (is_list_with_stops(column)) return 0;
        return static_cast<std::size_t>(std::ranges::count_if(
            filled(column), [](const std::string& one) { return has_blank(one) && dsl::is_sentence(one); }));
    }

    void use(std::size_t column, ColumnUse use) {
        result_.columns[column].use = use;
        used_[column] = true;
    }

    void find_name() {
        for (std::size_t i = 0; i < columns_ && !name_; ++i) {
            if (says(heading(i), "name")) name_ = i;
        }
        for (std::size_t i = 0; i < columns_ && !name_; ++i) {
            const std::vector<std::string> words = filled(i);
            const std::set<std::string> different(words.begin(), words.end());
            const bool tells_all_apart = words.size() == result_.cards && different.size() == words.size();
            const bool is_number =
                std::ranges::any_of(words, [](const auto& word) { return number_in(word).has_value(); });
            if (tells_all_apart && !is_number && sentences(i) == 0) name_ = i;
        }
        if (name_) use(*name_, ColumnUse::Name);
    }

    void find_texts() {
        bool found = false;
        for (std::size_t i = 0; i < columns_; ++i) {
            if (used_[i] || !says(heading(i), "text")) continue;
            use(i, ColumnUse::Text);
            found = true;
        }
        if (found) return;
        std::optional<std::size_t> best;
        for (std::size_t i = 0; i < columns_; ++i) {
            if (used_[i] || heading(i).empty() || says(heading(i), "unread") || sentences(i) == 0) continue;
            if (!best || sentences(i) > sentences(*best)) best = i;
        }
        if (best) use(*best, ColumnUse::Text);
    }

    void find_by_heading(std::size_t column) {
        const std::string above = heading(column);
        if (used_[column]) return;
        if (above.empty()) {
            if (!filled(column).empty()) ask(column, ColumnQuestion::NoHeading, {});
            return use(column, ColumnUse::Unread);
        }
        if (says(above, "unread")) return use(column, ColumnUse::Unread);
        if (says(above, "rows")) {
            const bool are = are_rows(column);
            has_rows_ = has_rows_ || are;
            return use(column, are ? ColumnUse::Rows : ColumnUse::Unread);
        }
        if (!wanted_.sort.empty() && says(above, wanted_.sort) && result_.named(wanted_.sort) == nullptr)
            return take_words(column, wanted_.sort);
        for (const std::string& field : wanted_.numbers) {
            if (says(above, field) && result_.named(field) == nullptr) return take_number(column, field);
        }
    }

    bool are_rows(std::size_t column) const {
        if (filled(column).empty() || has_rows_) return false;
        for (std::size_t row = 1; row < table_.rows.size(); ++row) {
            const dsl::Cell* const one = cell(row, column);
            if (one != nullptr && !dsl::is_empty(*one) && !dsl::rows_in(*one)) return false;
        }
        return true;
    }

    void ask(std::size_t column, ColumnQuestion question, std::vector<std::string> about) {
        result_.columns[column].questions.push_back(question);
        if (!about.empty()) result_.columns[column].asked_about = std::move(about);
    }

    std::vector<std::string> cards_without(std::size_t column) const {
        std::vector<std::string> result;
        for (std::size_t row = 1; row < table_.rows.size(); ++row) {
            if (text(row, column).empty()) result.push_back(name_of(row));
        }
        return result;
    }

    void take_value(std::size_t column, const std::string& field, ValueSort sort) {
        use(column, ColumnUse::Value);
        result_.columns[column].field = field;
        result_.columns[column].sort = sort;
        if (std::vector<std::string> without = cards_without(column); !without.empty())
            ask(column, ColumnQuestion::EmptyCells, std::move(without));
    }

    void measure(std::size_t column) {
        TableColumn& one = result_.columns[column];
        bool is_first = true;
        for (const std::string& word : filled(column)) {
            const std::int64_t number = number_in(word).value_or(0);
            one.least = is_first ? number : std::min(one.least, number);
            one.most = is_first ? number : std::max(one.most, number);
            is_first = false;
        }
    }

    // A number that the rules of the starter count with.
    void take_number(std::size_t column, const std::string& field) {
        std::vector<std::string> odd;
        for (const std::string& word : filled(column)) {
            const auto number = number_in(word);
            if ((!number || *number < 0 || *number > largest_of_starter) &&
                std::ranges::find(odd, word) == odd.end())
                odd.push_back(word);
        }
        if (!odd.empty()) {
            ask(column, ColumnQuestion::OddCells, std::move(odd));
            return use(column, ColumnUse::Unread);
        }
        take_value(column, field, ValueSort::Number);
        measure(column);
    }

    void count_words(std::size_t column, const std::vector<std::string>& words) {
        std::vector<std::pair<std::string, std::size_t>>& counts = result_.columns[column].words;
        for (const std::string& word : words) {
            const auto known = std::ranges::find(counts, word, &std::pair<std::string, std::size_t>::first);
            if (known == counts.end())
                counts.emplace_back(word, 1);
            else
                ++known->second;
        }
    }

    void take_words(std::size_t column, const std::string& field) {
        const std::vector<std::string> words = filled(column);
        const std::set<std::string> different(words.begin(), words.end());
        if (different.empty() || different.size() > most_words_of_enum) {
            if (!different.empty()) ask(column, ColumnQuestion::NoSort, {});
            return use(column, ColumnUse::Unread);
        }
        take_value(column, field, ValueSort::Word);
        count_words(column, words);
    }

    std::string own_field(std::size_t column) {
        std::string name = safe_name(heading(column), taken_);
        taken_.insert(name);
        return name;
    }

    void find_by_content(std::size_t column) {
        const std::vector<std::string> words = filled(column);
        use(column, ColumnUse::Unread);
        if (words.empty()) return;
        if (sentences(column) > 0) return ask(column, ColumnQuestion::IsRulesText, {});
        if (std::ranges::all_of(words, is_truth))
            return take_value(column, own_field(column), ValueSort::YesOrNo);
        if (std::ranges::all_of(words, is_a_number)) {
            take_value(column, own_field(column), ValueSort::Number);
            return measure(column);
        }
        if (is_list(column)) {
            std::vector<std::string> parts;
            for (std::size_t row = 1; row < table_.rows.size(); ++row) {
                if (const dsl::Cell* const one = cell(row, column))
                    std::ranges::copy(dsl::list_in(*one), std::back_inserter(parts));
            }
            use(column, ColumnUse::Value);
            result_.columns[column].field = own_field(column);
            result_.columns[column].sort = ValueSort::Words;
            return count_words(column, parts);
        }
        const std::set<std::string> different(words.begin(), words.end());
        const bool repeats = different.size() * 3 <= words.size() * 2;
        if (repeats && different.size() <= most_words_of_enum) return take_words(column, own_field(column));
        const auto numbers = std::ranges::count_if(words, is_a_number);
        if (numbers * 2 > static_cast<std::ptrdiff_t>(words.size())) {
            std::vector<std::string> odd;
            std::ranges::copy_if(words, std::back_inserter(odd),
                                 [](const std::string& word) { return !is_a_number(word); });
            return ask(column, ColumnQuestion::OddCells, std::move(odd));
        }
        ask(column, ColumnQuestion::NoSort, {});
    }

    // Numbers that a range of the language may have.
    static bool is_a_number(const std::string& word) {
        constexpr std::int64_t largest = 1'000'000;
        const auto number = number_in(word);
        return number && *number >= -largest && *number <= largest;
    }

    // "Beast. Pirate.": what looks like sentences, and is a list.
    bool is_list_with_stops(std::size_t column) const {
        constexpr std::ptrdiff_t most_blanks = 1;
        return is_list(column) && std::ranges::all_of(filled(column), [&](const std::string& one) {
                   return one.ends_with('.') &&
                          std::ranges::all_of(dsl::list_in({0, 0, one, {}}), [](const std::string& part) {
                              return std::ranges::count(part, ' ') <= most_blanks;
                          });
               });
    }

    // Several words in some cell, and the same words in several cells.
    bool is_list(std::size_t column) const {
        std::set<std::string> different;
        std::size_t all = 0;
        bool has_several = false;
        for (std::size_t row = 1; row < table_.rows.size(); ++row) {
            const dsl::Cell* const one = cell(row, column);
            if (one == nullptr) continue;
            const std::vector<std::string> parts = dsl::list_in(*one);
            has_several = has_several || parts.size() > 1;
            all += parts.size();
            different.insert(parts.begin(), parts.end());
        }
        return has_several && different.size() < all && different.size() <= most_words_of_enum;
    }

    // Of the texts. What stands in brackets and is a sentence is a reminder.
    void find_brackets() {
        for (std::size_t column = 0; column < columns_; ++column) {
            if (result_.columns[column].use != ColumnUse::Text) continue;
            for (std::size_t row = 1; row < table_.rows.size(); ++row) find_brackets(row, text(row, column));
        }
    }
    void find_brackets(std::size_t row, const std::string& words) {
        for (std::size_t open = words.find('('); open != std::string::npos;
             open = words.find('(', open + 1)) {
            const std::size_t close = words.find(')', open);
            if (close == std::string::npos) return;
            const std::string inside = words.substr(open + 1, close - open - 1);
            if (!dsl::is_sentence(inside)) result_.bracketed.push_back({name_of(row), inside});
        }
    }

    // Columns without a heading and without anything below it.
    void drop_empty() {
        std::vector<TableColumn> kept;
        for (std::size_t i = 0; i < columns_; ++i) {
            if (!heading(i).empty() || !filled(i).empty()) kept.push_back(std::move(result_.columns[i]));
        }
        result_.columns = std::move(kept);
    }

    const Table& table_;
    const WantedFields& wanted_;
    std::set<std::string> taken_;
    std::size_t columns_ = 0;
    std::optional<std::size_t> name_;
    bool has_rows_ = false;
    std::vector<bool> used_;
    UnderstoodTable result_;
};

}  // namespace

const TableColumn* UnderstoodTable::named(std::string_view field) const {
    const auto found = std::ranges::find_if(columns, [&](const TableColumn& column) {
        return column.use == ColumnUse::Value && column.field == field;
    });
    return found == columns.end() ? nullptr : &*found;
}

UnderstoodTable understand(const dsl::Table& table, const WantedFields& wanted) {
    return ColumnReader(table, wanted).read();
}

bool says(std::string_view heading, std::string_view field) {
    const std::string word = normal_heading(heading);
    return word == field || are_in_one_group(heading_groups(), word, field);
}

bool is_of_group(std::string_view word, std::string_view group) {
    const std::string low = dsl::lower(word);
    return low == group || are_in_one_group(type_groups(), low, group);
}

}  // namespace errata::reports
