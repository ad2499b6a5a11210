#include "checker/coverage/citations.h"

#include "dsl/ast/spelling.h"

namespace errata::checker {

using dsl::ast::CitingPart;
using dsl::ast::Item;
using dsl::ast::ItemKind;

namespace {

std::string quoted(const std::string& text) { return "\"" + text + "\""; }

// As the author would point at it.
std::string words_of(const Item& item) {
    switch (item.kind) {
        case ItemKind::Card:
            return item.title + " " + quoted(item.name);
        case ItemKind::Reading:
            return (item.sort.is_version ? "version " : "reading ") + quoted(item.title);
        case ItemKind::Assume:
            return "assume " + (item.name.empty() ? quoted(item.title) : item.name);
        case ItemKind::Rule:
        case ItemKind::Scenario:
        case ItemKind::Check:
        case ItemKind::Ruling:
        case ItemKind::Partition:
        case ItemKind::Setup:
        case ItemKind::Screen:
        case ItemKind::Phrase:
            return spelling(item.kind) + " " + quoted(item.title);
        case ItemKind::Define:
        case ItemKind::Open:
        case ItemKind::Derived:
        case ItemKind::Inductive:
        case ItemKind::Equations:
        case ItemKind::Action:
            return spelling(item.kind) + " " + item.name;
        case ItemKind::Meta:
            return "meta";
        case ItemKind::Game:
        case ItemKind::Import:
        case ItemKind::Cards:
        case ItemKind::Player:
        case ItemKind::Enum:
        case ItemKind::Zone:
        case ItemKind::Kind:
        case ItemKind::Grid:
        case ItemKind::Sites:
        case ItemKind::Window:
        case ItemKind::State:
        case ItemKind::Relation:
        case ItemKind::Printed:
        case ItemKind::Category:
        case ItemKind::Turn:
        case ItemKind::Scope:
        case ItemKind::Accept:
        case ItemKind::Expect:
        case ItemKind::Omit:
        case ItemKind::Rules:
        case ItemKind::Error:
            return item.name;
    }
    return item.name;
}

// The rows of a version are cited by each line that belongs to it: that is where it does something.
std::vector<Construct> lines_of_version(const Modules& modules, const Item& version) {
    std::vector<Construct> result;
    for (std::size_t module = 0; module < modules.size(); ++module) {
        for (std::size_t i = 0; i < modules[module].items.size(); ++i) {
            const Item& item = modules[module].items[i];
            for (std::size_t j = 0; j < item.contents.lines.size(); ++j) {
                const dsl::ast::TextLine& line = item.contents.lines[j];
                if (line.version == version.title)
                    result.push_back({module,
                                      {CitingPart::Line, i, 0, j, version.rows, line.span},
                                      false,
                                      item.name,
                                      "a line of " + words_of(item)});
            }
        }
    }
    return result;
}

}  // namespace

bool is_claim(ItemKind kind) {
    return kind == ItemKind::Scenario || kind == ItemKind::Check || kind == ItemKind::Ruling ||
           kind == ItemKind::Partition;
}

std::vector<Construct> cited_constructs(const Modules& modules) {
    std::vector<Construct> result;
    for (std::size_t module = 0; module < modules.size(); ++module) {
        for (dsl::ast::Citation& citation : dsl::ast::citations(modules[module])) {
            const Item& item = modules[module].items[citation.item];
            if (item.sort.is_version && citation.part == CitingPart::Item) {
                const std::vector<Construct> lines = lines_of_version(modules, item);
                result.insert(result.end(), lines.begin(), lines.end());
                if (!lines.empty()) continue;
            }
            Construct construct{module, std::move(citation), is_claim(item.kind),
                                item.name.empty() ? item.title : item.name, words_of(item)};
            if (construct.citation.part == CitingPart::Ability)
                construct.words = "an ability of " + construct.words;
            if (construct.citation.part == CitingPart::Line) construct.words = "a line of " + construct.words;
            result.push_back(std::move(construct));
        }
    }
    return result;
}

std::vector<Omission> omissions(const Modules& modules) {
    std::vector<Omission> result;
    for (const dsl::ast::Module& module : modules) {
        for (const Item& item : module.items) {
            if (item.kind != ItemKind::Omit) continue;
            for (const std::string& row : item.rows) result.push_back({row, item.name, item.span});
        }
    }
    return result;
}

}  // namespace errata::checker
