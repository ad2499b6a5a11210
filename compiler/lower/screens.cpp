// Screens as setups: one for each size of sets, whose items are left open.
#include <algorithm>

#include "compiler/lower/alike_items.h"
#include "compiler/lower/screened_sets.h"
#include "compiler/lower/setups.h"
#include "compiler/read/lines.h"
#include "dsl/base/text.h"

namespace errata::compiler {

using dsl::DiagnosticKind;

namespace {

// Whether an object that got no item of the set would have one's text all the same, because each of its kind
// bears some item.
bool has_stray_text(const Lowering& l, const typed::Screen& screen, const Position& position,
                    const Dealing& dealing) {
    const Printed& printed = l.names.texts.printed[screen.printed.index];
    for (Value object = l.type(printed.on).first(); object <= l.type(printed.on).hi; ++object) {
        if (std::ranges::find(dealing.objects, object) != dealing.objects.end()) continue;
        if (position.is_set(cell_of(l.model, dealing.holder, {object}))) continue;
        for (const Card& card : l.names.texts.cards) {
            if (card.printed != screen.printed) continue;
            const Bearer bearer = bearer_of(l.names, card);
            const TermId functions = l.terms.functioning(bearer, l.pool().constant(object), Scope{});
            if (position.now(functions).value_or(0) != 0) return true;
        }
    }
    return false;
}

std::string setup_name(const typed::Screen& screen, std::size_t items) {
    return screen.item->title + ": " + dsl::count_of(items, screen.item->name);
}

std::vector<TermId> held(const Lowering& l, const Dealing& dealing) {
    std::vector<TermId> items;
    items.reserve(dealing.objects.size());
    for (const Value object : dealing.objects)
        items.push_back(l.terms.cell(dealing.holder, {l.pool().constant(object)}));
    return items;
}

// Nothing: no set of this size fits on the table.
std::optional<Setup> lay_out(const Lowering& l, const typed::Screen& screen, std::size_t items) {
    Dealing dealing{items, screen.holder};
    Position position(l, setup_name(screen, items), screen.item->span, &dealing);
    position.run(screen.body, Scope{});
    if (l.reporter.has_errors() || dealing.lacks_objects || has_stray_text(l, screen, position, dealing))
        return std::nullopt;
    Setup setup = position.take();
    Screening screening;
    screening.table = screen.item->title;
    screening.items = l.names.texts.printed[screen.printed.index].type;
    screening.holders = dealing.cells;
    screening.turns = screen.turns;
    screening.terms = held(l, dealing);
    setup.screening = std::move(screening);
    if (l.memory.turns_left && screen.turns > 0)
        setup.values[cell_of(l.model, *l.memory.turns_left, {})] = static_cast<Value>(screen.turns) + 1;
    return setup;
}

void lower_screen(const Lowering& l, const typed::Screen& screen, const ScreenOptions& options,
                  const ReadTexts& texts) {
    const std::optional<std::size_t> size = options.size;
    const std::size_t largest = size.value_or(screen.size);
    std::size_t fits = 0;
    for (std::size_t items = 1; items <= largest && !l.reporter.has_errors(); ++items) {
        auto setup = lay_out(l, screen, items);
        if (!setup) continue;
        choose_sets(l, options, texts, screen, *setup);
        l.model.setups.push_back(std::move(*setup));
        fits = items;
    }
    if (l.reporter.has_errors()) return;
    const std::string kind = l.type(l.names.texts.printed[screen.printed.index].on).name;
    if (fits == 0 && options.makes_tables) {
        l.model.asked.not_screened.push_back("sets of " + screen.item->name +
                                             " on a table made from the vocabulary (\"" + screen.item->title +
                                             "\"), for each " + kind + " bears some: write a screen");
    } else if (fits == 0) {
        l.reporter.error(
            DiagnosticKind::setup_impossible, screen.item->name_span,
            "no set of up to " + dsl::count_of(largest, screen.item->name) + " fits on this table",
            "each further " + kind + " bears text as well, or there is none: give the others no " +
                screen.item->name + ", or raise the number of '" + kind + "' in 'scope'");
    } else if (fits < largest && (size || screen.is_size_written) && !(options.makes_tables && !size)) {
        l.reporter.error(DiagnosticKind::setup_impossible, screen.item->name_span,
                         "there is room for sets of " + dsl::count_of(fits, screen.item->name) +
                             " here, not of " + std::to_string(largest),
                         "raise the number of '" + kind + "' in 'scope', or make 'size' smaller");
    }
}

}  // namespace

std::size_t most_turns(const typed::Program& program) {
    std::size_t most = 0;
    for (const typed::Screen& screen : program.screens) most = std::max(most, screen.turns);
    return most;
}

void lower_screens(const Lowering& l, const ScreenOptions& options, const ReadTexts& texts) {
    for (const typed::Screen& screen : l.program.screens) lower_screen(l, screen, options, texts);
    if (!options.tells_all_apart) lay_out_alike_once(l, options, texts);
}

void sort_sets(Model& model) {
    for (Setup& setup : model.setups) {
        if (!setup.screening || setup.screening->holders.size() < 2) continue;
        const auto holds = [&](const Variable& variable) {
            const std::size_t cell = setup.screening->holders.front();
            return variable.base <= cell && cell < variable.base + variable.cells;
        };
        const auto holder = std::ranges::find_if(model.variables, holds);
        if (!model.type(holder->params.at(0)).interchangeable) continue;
        const std::vector<TermId>& items = setup.screening->terms;
        for (std::size_t i = 0; i + 1 < items.size(); ++i)
            setup.requirements.emplace_back(model.terms.make(TermKind::LessEqual, {items[i], items[i + 1]}),
                                            ClauseId{});
    }
}

}  // namespace errata::compiler
