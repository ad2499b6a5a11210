#include "compiler/resolve/declare.h"

#include <algorithm>
#include <unordered_set>

#include "dsl/ast/words.h"

namespace errata::compiler {

using ast::ItemKind;

namespace {

bool is_rule(ItemKind kind) {
    switch (kind) {
        case ItemKind::Kind:
        case ItemKind::Setup:
        case ItemKind::Screen:
        case ItemKind::Scenario:
        case ItemKind::Scope:
        case ItemKind::Check:
        case ItemKind::Ruling:
        case ItemKind::Partition:
        case ItemKind::Expect:
        case ItemKind::Accept:
        case ItemKind::Omit:
        case ItemKind::Rules:
        case ItemKind::Cards:
            return false;
        case ItemKind::Game:
        case ItemKind::Import:
        case ItemKind::Player:
        case ItemKind::Enum:
        case ItemKind::Zone:
        case ItemKind::Grid:
        case ItemKind::Sites:
        case ItemKind::Window:
        case ItemKind::State:
        case ItemKind::Relation:
        case ItemKind::Define:
        case ItemKind::Open:
        case ItemKind::Derived:
        case ItemKind::Inductive:
        case ItemKind::Equations:
        case ItemKind::Action:
        case ItemKind::Rule:
        case ItemKind::Printed:
        case ItemKind::Card:
        case ItemKind::Category:
        case ItemKind::Phrase:
        case ItemKind::Turn:
        case ItemKind::Meta:
        case ItemKind::Reading:
        case ItemKind::Assume:
        case ItemKind::Error:
            return true;
    }
    return true;
}

// A word in a comment or a text counts, too: then the objects go by their numbers, which is no harm.
std::unordered_set<std::string_view> words_of_rules(const Modules& modules, const Reporter& reporter) {
    std::unordered_set<std::string_view> result;
    for (const ast::Module& module : modules) {
        for (const ast::Item& item : module.items) {
            if (!is_rule(item.kind) || !item.span.is_valid()) continue;
            const std::string_view text = reporter.sources().text(item.span);
            for (std::size_t begin = 0; begin < text.size();) {
                std::size_t end = begin;
                while (end < text.size() && dsl::grammar::is_word_char(text[end])) ++end;
                if (end > begin) result.insert(text.substr(begin, end - begin));
                begin = end + 1;
            }
        }
    }
    return result;
}

}  // namespace

void find_unordered(Names& names, const Modules& modules, const Reporter& reporter) {
    std::unordered_set<std::string_view> words;
    for_items(modules, ItemKind::Kind, [&](const ast::Item& item) {
        const auto type = names.vocabulary.named.find(item.name);
        if (type == names.vocabulary.named.end() || !item.names.all.empty() ||
            type->second == names.vocabulary.player_type)
            return;
        if (words.empty()) words = words_of_rules(modules, reporter);
        const std::vector<std::string>& labels = names.type(type->second).labels;
        const bool is_named = std::any_of(labels.begin(), labels.end(),
                                          [&](const std::string& name) { return words.contains(name); });
        if (!is_named) names.vocabulary.unordered.insert(type->second);
    });
}

}  // namespace errata::compiler
