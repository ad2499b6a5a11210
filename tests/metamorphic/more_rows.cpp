// The rows of more.def.
#include <algorithm>

#include "tests/metamorphic/more.h"

namespace errata::metamorphic {

#define ERRATA_MORE(name, keeps, condition) std::vector<Larger> name(const Original& original);
#include "tests/metamorphic/more.def"
#undef ERRATA_MORE

const std::vector<MoreRow>& all_more_rows() {
    static const std::vector<MoreRow> rows = {
#define ERRATA_MORE(name, keeps, condition) {#name, MoreKeeps::keeps, condition, name},
#include "tests/metamorphic/more.def"
#undef ERRATA_MORE
    };
    return rows;
}

namespace {

using ast::Item;
using ast::ItemKind;

Question question_of(const Spec& spec) { return {texts(spec), spec.path}; }

std::vector<Larger> beside(const Original& original, const Spec& larger) {
    return {{question_of(original.spec), question_of(larger)}};
}

// The items of a text of its own.
std::vector<Item> items_of(const std::string& text) {
    const auto spec = read_spec(Texts{{"more.rules", text}}, "more.rules");
    return spec ? spec->modules.front().items : std::vector<Item>();
}

void add_items(Spec& spec, const std::string& text) {
    ast::Module& module = main_module(spec);
    for (Item& item : items_of(text)) module.items.push_back(std::move(item));
}

// Every kind has a field more, of this type (TYPE stands for the kind's name).
std::vector<Larger> with_field(const Original& original, std::string type, const std::string& enums = "") {
    Spec larger = original.spec;
    Vocabulary known = original.vocabulary;
    const std::string field = known.fresh("unread");
    bool is_added = false;
    for (ast::Module& module : larger.modules) {
        for (Item& item : module.items) {
            if (item.kind != ItemKind::Kind) continue;
            std::string own = type;
            if (const std::size_t at = own.find("TYPE"); at != std::string::npos)
                own.replace(at, 4, item.name);
            const std::vector<Item> parsed = items_of("kind k of 1 { " + field + ": " + own + " }");
            if (parsed.empty()) return {};
            item.fields.push_back(parsed.front().fields.front());
            is_added = true;
        }
    }
    if (!is_added) return {};
    if (!enums.empty()) add_items(larger, enums);
    return beside(original, larger);
}

std::vector<Larger> with_field_of_enum(const Original& original, const std::string& before) {
    Vocabulary known = original.vocabulary;
    const std::string name = known.fresh("unread_value");
    const std::string values = known.fresh("unread_one") + ", " + known.fresh("unread_two");
    return with_field(original, before + name, "enum " + name + ": " + values);
}

// The first item of that kind once more, under another name or title.
std::vector<Larger> again(const Original& original, ItemKind kind, std::string Item::*called,
                          const std::string& name) {
    Spec larger = original.spec;
    for (ast::Module& module : larger.modules) {
        const auto first = std::ranges::find(module.items, kind, &Item::kind);
        if (first == module.items.end()) continue;
        Item second = *first;
        second.*called = name;
        module.items.push_back(std::move(second));
        return beside(original, larger);
    }
    return {};
}

bool has_screens(const Spec& spec) {
    return std::ranges::any_of(spec.modules, [](const ast::Module& module) {
        return std::ranges::count(module.items, ItemKind::Screen, &Item::kind) > 0;
    });
}

Question screened(const Spec& spec) {
    Question question = question_of(spec);
    question.screens_only = true;
    return question;
}

}  // namespace

std::vector<Larger> unused_flag(const Original& original) { return with_field(original, "bool"); }
std::vector<Larger> unused_number(const Original& original) { return with_field(original, "0..2"); }
std::vector<Larger> unused_reference(const Original& original) { return with_field(original, "TYPE?"); }
std::vector<Larger> unused_counter(const Original& original) { return with_field(original, "counter"); }
std::vector<Larger> unused_value(const Original& original) { return with_field_of_enum(original, ""); }
std::vector<Larger> unused_set(const Original& original) { return with_field_of_enum(original, "set of "); }

std::vector<Larger> unused_kind(const Original& original) {
    Spec larger = original.spec;
    Vocabulary known = original.vocabulary;
    const std::string kind = known.fresh("unread_kind");
    add_items(larger, "kind " + kind + " of 2 { " + known.fresh("unread_flag") + ": bool }");
    return beside(original, larger);
}

std::vector<Larger> bystander_card(const Original& original) {
    Vocabulary known = original.vocabulary;
    return again(original, ItemKind::Card, &Item::name, known.fresh("Bystander"));
}

std::vector<Larger> one_more_object(const Original& original) {
    Spec larger = original.spec;
    bool is_more = false;
    for (ast::Module& module : larger.modules) {
        for (Item& item : module.items) {
            if (item.kind != ItemKind::Kind || item.name == "player" || item.number == 0) continue;
            ++item.number;
            is_more = true;
        }
    }
    return is_more ? beside(original, larger) : std::vector<Larger>();
}

std::vector<Larger> setup_again(const Original& original) {
    return again(original, ItemKind::Setup, &Item::title, "the first setup once more");
}

std::vector<Larger> limits_doubled(const Original& original) {
    Spec larger = original.spec;
    bool is_more = false;
    for (ast::Module& module : larger.modules) {
        for (Item& item : module.items) {
            if (item.kind != ItemKind::Scope) continue;
            for (ast::Setting& setting : item.contents.settings) {
                if (setting.value.kind != ast::ExprKind::Number) continue;
                setting.value.number *= 2;
                is_more = true;
            }
        }
    }
    return is_more ? beside(original, larger) : std::vector<Larger>();
}

std::vector<Larger> whole_of_shards(const Original& original) {
    if (!has_screens(original.spec)) return {};
    const Question whole = screened(original.spec);
    std::vector<Larger> result;
    for (const std::size_t shard : {1U, 2U}) {
        Question part = whole;
        part.screens.shard = shard;
        part.screens.shards = 2;
        result.push_back({part, whole});
    }
    return result;
}

std::vector<Larger> whole_of_about(const Original& original) {
    if (!has_screens(original.spec)) return {};
    const Question whole = screened(original.spec);
    std::vector<Larger> result;
    for (const ast::Module& module : original.spec.modules) {
        for (const Item& item : module.items) {
            if (item.kind != ItemKind::Card || result.size() == 2) continue;
            Question part = whole;
            part.screens.items = {item.name};
            result.push_back({part, whole});
        }
    }
    return result;
}

}  // namespace errata::metamorphic
