#include "dsl/ast/spelling.h"

namespace errata::dsl::ast {

std::string spelling(Quantity quantity) {
    switch (quantity) {
        case Quantity::One:
            return "";
        case Quantity::Exactly:
            return "exactly";
        case Quantity::UpTo:
            return "up to";
        case Quantity::AsManyAs:
            return "as many as";
    }
    return "";
}

std::string spelling(LoopOrder order) {
    switch (order) {
        case LoopOrder::Unstated:
            return "";
        case LoopOrder::ByNumber:
            return "in order";
        case LoopOrder::Rising:
            return "in order of";
        case LoopOrder::Falling:
            return "in falling order of";
        case LoopOrder::Chosen:
            return "in an order chosen by";
    }
    return "";
}

std::string spelling(SolveCase solve_case) {
    switch (solve_case) {
        case SolveCase::None:
            return "none";
        case SolveCase::Several:
            return "several";
    }
    return "";
}

std::string spelling(Change change) {
    switch (change) {
        case Change::Set:
            return ":=";
        case Change::Add:
            return "+=";
        case Change::Subtract:
            return "-=";
    }
    return "";
}

std::string spelling(Side side) {
    switch (side) {
        case Side::Alone:
            return "";
        case Side::Before:
            return "before";
        case Side::After:
            return "after";
    }
    return "";
}

std::string spelling(Participants participants) {
    switch (participants) {
        case Participants::From:
        case Participants::FromOnce:
            return "from";
        case Participants::For:
            return "for";
    }
    return "";
}

std::string spelling(CategorySort sort) {
    switch (sort) {
        case CategorySort::Abilities:
            return "abilities";
        case CategorySort::Statements:
            return "statements";
        case CategorySort::Condition:
            return "condition";
        case CategorySort::Things:
            return "things";
        case CategorySort::Event:
            return "event";
        case CategorySort::Expression:
            return "";
    }
    return "";
}

std::string spelling(CheckMode mode) {
    switch (mode) {
        case CheckMode::Always:
            return "always";
        case CheckMode::Never:
            return "never";
        case CheckMode::Reachable:
            return "reachable";
        case CheckMode::Possible:
            return "possible";
        case CheckMode::Eventually:
            return "eventually";
        case CheckMode::Terminates:
            return "terminates";
        case CheckMode::Unique:
            return "unique";
    }
    return "";
}

std::string spelling(Stance stance) {
    switch (stance) {
        case Stance::Assumed:
            return "assumed";
        case Stance::Denied:
            return "denied";
        case Stance::Tried:
            return "tried";
    }
    return "";
}

std::string spelling(Preference preference) {
    switch (preference) {
        case Preference::Most:
            return "most";
        case Preference::Least:
            return "least";
    }
    return "";
}

std::string spelling(ItemKind kind) {
    static constexpr const char* words[] = {
#define ERRATA_ITEM_KIND(kind, word) word,
#include "dsl/ast/kinds.def"
    };
    return words[static_cast<std::size_t>(kind)];
}

std::string limit_moment(const Ability& ability) {
    switch (ability.limit.per) {
        case LimitPer::Turn:
            return "turn";
        case LimitPer::Game:
            return "game";
        case LimitPer::Event:
            return "event";
        case LimitPer::Phase:
            return ability.limit.phase;
    }
    return "";
}

std::string shape_text(const Item& grid) {
    std::string result;
    const auto add = [&](bool is_written, const char* word) {
        if (is_written) result += (result.empty() ? "" : " ") + std::string(word);
    };
    add(grid.grid.diagonal, "diagonal");
    add(grid.grid.hex, "hex");
    add(grid.grid.ring, "ring");
    return result;
}

std::string title_text(const Item& item) {
    if (item.kind == ItemKind::Grid) return shape_text(item);
    if (item.kind == ItemKind::Reading && item.sort.is_version) return "version " + item.title;
    if (item.kind == ItemKind::Category) return spelling(item.sort.category);
    if (item.kind == ItemKind::Equations && !item.exprs.empty()) return spelling(item.sort.preference);
    if (item.kind != ItemKind::Window) return item.title;
    const bool once = item.sort.participants == Participants::FromOnce;
    return spelling(item.sort.participants) + std::string(once ? " once" : "");
}

}  // namespace errata::dsl::ast
