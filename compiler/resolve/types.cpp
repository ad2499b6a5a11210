// Types: players, enums, zones, kinds and their pools, boards, printed items, phases, readings.
#include <algorithm>

#include "compiler/resolve/boards.h"
#include "compiler/resolve/declare.h"
#include "compiler/resolve/taken_names.h"
#include "dsl/ast/fields.h"
#include "dsl/base/text.h"

namespace errata::compiler {

using ast::ItemKind;
using dsl::DiagnosticKind;

namespace {

constexpr Value largest_pool = 1000;

class Types {
public:
    Types(Names& names, const Modules& modules, const Reporter& reporter)
        : names_(names), modules_(modules), reporter_(reporter), taken_(reporter, "type") {
        for (const char* const reserved : {"bool", "number", "counter"}) taken_.claim(reserved, {});
    }

    void declare() {
        declare_plain();
        declare_players();
        for_items(modules_, ItemKind::Enum, [&](const ast::Item& item) {
            if (claim_with_values(item, "value of ")) add_enum(item.name, item.names.all, item.span);
        });
        for_items(modules_, ItemKind::Zone, [&](const ast::Item& item) {
            if (!claim_with_values(item, "zone of ")) return;
            const TypeId zones = add_enum(item.name, item.names.all, item.span);
            declare_lives(item, zones);
            for (const std::string& hidden : item.names.hidden) {
                const auto label = std::ranges::find(item.names.all, hidden);
                names_.hidden_zones.emplace_back(zones, static_cast<Value>(label - item.names.all.begin()));
            }
        });
        for_items(modules_, ItemKind::Kind, [&](const ast::Item& item) {
            // The kind `player` gives the players fields.
            if (item.name == "player" && names_.vocabulary.player_type.is_valid()) return check_players(item);
            if (taken_.claim(item.name, item.name_span)) add_enum(item.name, names_of_pool(item), item.span);
        });
        declare_boards();
        for_items(modules_, ItemKind::Printed, [&](const ast::Item& item) { declare_printed(item); });
        declare_phases();
        for_items(modules_, ItemKind::Reading, [&](const ast::Item& item) { declare_reading(item); });
    }

private:
    void declare_plain() {
        Vocabulary& words = names_.vocabulary;
        Type truth;
        truth.form = TypeForm::Bool;
        truth.name = "bool";
        truth.hi = 1;
        truth.labels = {"no", "yes"};
        words.bool_type = words.named["bool"] = words.types.add(std::move(truth));
        Type number;
        number.form = TypeForm::Range;
        number.name = "number";
        number.lo = -(Value{1} << 30);
        number.hi = Value{1} << 30;
        words.number_type = words.named["number"] = words.types.add(std::move(number));
        Type counter;
        counter.form = TypeForm::Counter;
        counter.name = "counter";
        words.counter_type = words.named["counter"] = words.types.add(std::move(counter));
    }

    void declare_players() {
        std::vector<std::string> players;
        dsl::Span span;
        for_items(modules_, ItemKind::Player, [&](const ast::Item& item) {
            players.insert(players.end(), item.names.all.begin(), item.names.all.end());
            span = item.span;
        });
        if (players.empty()) return;
        taken_.claim("player", span);
        names_.vocabulary.player_type = add_enum("player", players, span);
    }

    void check_players(const ast::Item& item) {
        const std::vector<std::string>& players = names_.type(names_.vocabulary.player_type).labels;
        const bool has_names = !item.names.all.empty();
        if (has_names ? item.names.all == players : item.number == static_cast<Value>(players.size())) return;
        reporter_.error(DiagnosticKind::value_out_of_range, item.name_span,
                        "there " + std::string(players.size() == 1 ? "is " : "are ") +
                            dsl::count_of(players.size(), "player") + ": " + dsl::join(players, ", "),
                        "write 'kind player of " + std::to_string(players.size()) + "'");
    }

    void declare_boards() {
        bool squares = false;
        bool diagonals = false;
        bool hexes = false;
        for_items(modules_, ItemKind::Grid, [&](const ast::Item& item) {
            squares = squares || !item.grid.hex;
            diagonals = diagonals || item.grid.diagonal;
            hexes = hexes || item.grid.hex;
        });
        const Compass of_hexes = squares ? Compass::Eight : Compass::Six;
        const Compass compass = diagonals ? Compass::Eight : hexes ? of_hexes : Compass::Four;
        for_items(modules_, ItemKind::Grid, [&](const ast::Item& item) {
            if (!taken_.claim(item.name, item.name_span)) return;
            const Value width = bound(item.name + ".width", item.grid.width);
            const Value height = bound(item.name + ".height", item.grid.height);
            if (width < 1 || height < 1 || width > longest_side || height > longest_side) {
                reporter_.error(
                    DiagnosticKind::too_large, item.name_span,
                    "a grid of " + std::to_string(width) + " x " + std::to_string(height) + " cannot be made",
                    "each side is from 1 to " + std::to_string(longest_side));
                return;
            }
            declare_grid(names_, reporter_, item, width, height, compass);
        });
        for_items(modules_, ItemKind::Sites, [&](const ast::Item& item) {
            if (taken_.claim(item.name, item.name_span)) declare_sites(names_, reporter_, item);
        });
    }

    void declare_printed(const ast::Item& item) {
        if (!taken_.claim(item.name, item.name_span)) return;
        std::vector<std::string> labels;
        TakenNames cards(reporter_, item.name);
        for_items(modules_, ItemKind::Card, [&](const ast::Item& card) {
            if (card.title == item.name && cards.claim(card.name, card.name_span))
                labels.push_back(card.name);
        });
        if (labels.empty()) {
            if (!reporter_.may_be_declared(item.name))
                reporter_.error(DiagnosticKind::missing_part, item.name_span,
                                "there is no '" + item.name + "' in this spec",
                                "write at least one: '" + item.name + " Name' followed by its indented text");
            labels.emplace_back("(none)");
        }
        names_.texts.printed_named[item.name] = PrintedId(names_.texts.printed.size());
        names_.texts.printed.push_back({&item, add_enum(item.name, labels, item.span), {}});
    }

    // Phases are named where they occur: `phase x { }`.
    void declare_phases() {
        std::vector<std::string> phases;
        dsl::Span first;
        ast::walk(modules_, [&](const ast::Stmt& stmt) {
            const bool is_new = std::find(phases.begin(), phases.end(), stmt.name) == phases.end();
            if (stmt.kind != ast::StmtKind::Phase || !is_new) return;
            if (phases.empty()) first = {stmt.span.file, stmt.span.begin, stmt.span.begin + 5};
            phases.push_back(stmt.name);
        });
        if (!phases.empty() && taken_.claim("phase", first))
            names_.vocabulary.phase_type = add_enum("phase", phases, {});
    }

    void declare_reading(const ast::Item& item) {
        if (!taken_.claim(reading_name(item), item.span)) return;
        TakenNames alternatives(reporter_, "the alternative");
        Type type;
        type.form = TypeForm::Enum;
        type.name = reading_name(item);
        for (const ast::Alternative& alternative : item.contents.alternatives) {
            type.labels.push_back(alternative.name);
            alternatives.claim(alternative.name, alternative.span);
        }
        type.hi = static_cast<Value>(type.labels.size()) - 1;
        names_.vocabulary.named[type.name] = names_.vocabulary.types.add(type);
    }

    void declare_lives(const ast::Item& item, TypeId zones) {
        names_.store.zones.insert(zones);
        Vocabulary& words = names_.vocabulary;
        if (!item.names.lives.empty() && static_cast<Value>(item.names.all.size()) > most_set_elements) {
            reporter_.error(DiagnosticKind::too_large, item.names.lives.front().span,
                            "zones of one life are among at most " + std::to_string(most_set_elements));
            return;
        }
        for (const ast::OneLife& life : item.names.lives) {
            std::vector<Value>& together = names_.store.lives[zones].emplace_back();
            Value set = 0;
            for (std::size_t i = life.first; i < life.first + life.count; ++i) {
                together.push_back(static_cast<Value>(i));
                set |= Value{1} << i;
            }
            words.constants[life.name].emplace_back(words.types.set_of(zones), set);
        }
    }

    bool claim_with_values(const ast::Item& item, const std::string& values_of) {
        if (!taken_.claim(item.name, item.name_span)) return false;
        TakenNames values(reporter_, values_of + item.name);
        for (std::size_t i = 0; i < item.names.all.size(); ++i)
            values.claim(item.names.all[i], item.names.spans[i]);
        for (const ast::OneLife& life : item.names.lives) values.claim(life.name, life.span);
        return true;
    }

    TypeId add_enum(const std::string& name, const std::vector<std::string>& labels, dsl::Span span) {
        Type type;
        type.form = TypeForm::Enum;
        type.name = name;
        type.labels = labels;
        type.hi = static_cast<Value>(labels.size()) - 1;
        type.span = span;
        const TypeId id = names_.vocabulary.types.add(std::move(type));
        names_.vocabulary.named[name] = id;
        for (std::size_t i = 0; i < labels.size(); ++i)
            names_.vocabulary.constants[labels[i]].emplace_back(id, static_cast<Value>(i));
        return id;
    }

    Value bound(const std::string& name, Value otherwise) const {
        const auto found = names_.vocabulary.scope.find(name);
        return found == names_.vocabulary.scope.end() ? otherwise : found->second;
    }

    std::vector<std::string> names_of_pool(const ast::Item& item) {
        std::vector<std::string> result = item.names.all;
        Value wanted = bound(item.name, result.empty() ? item.number : static_cast<Value>(result.size()));
        if (wanted < 1 || wanted > largest_pool) {
            reporter_.error(DiagnosticKind::too_large, item.name_span,
                            "a pool of " + std::to_string(wanted) + " '" + item.name + "' cannot be searched",
                            "give a number from 1 to " + std::to_string(largest_pool));
            wanted = 1;
        }
        result.resize(std::min(result.size(), static_cast<std::size_t>(wanted)));
        for (std::size_t i = result.size(); i < static_cast<std::size_t>(wanted); ++i)
            result.push_back(item.name + std::to_string(i + 1));
        return result;
    }

    Names& names_;
    const Modules& modules_;
    const Reporter& reporter_;
    TakenNames taken_;
};

}  // namespace

void declare_types(Names& names, const Modules& modules, const Reporter& reporter) {
    Types(names, modules, reporter).declare();
}

}  // namespace errata::compiler
