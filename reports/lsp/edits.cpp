#include "reports/lsp/edits.h"

#include <algorithm>
#include <map>

#include "dsl/ast/dump.h"
#include "dsl/ast/print.h"
#include "reports/lsp/places.h"
#include "reports/lsp/spec_choice.h"

namespace errata::reports::lsp {

using dsl::ast::Item;
using dsl::ast::ItemKind;
using dsl::ast::Module;
using dsl::ast::Setting;

Json workspace_edit(const dsl::SourceSet& sources, const std::vector<Edit>& edits) {
    Json changes = Json::object();
    for (const Edit& edit : edits)
        changes[uri_of(sources.file(edit.span.file).path())].push_back(
            {{"range", range_of(sources, edit.span)}, {"newText", edit.text}});
    return {{"changes", std::move(changes)}};
}

dsl::OverlayReader with_edits(const dsl::FileReader& under, const dsl::SourceSet& sources,
                              std::vector<Edit> edits) {
    std::ranges::sort(edits, [](const Edit& a, const Edit& b) { return a.span > b.span; });
    std::map<std::uint32_t, std::string> texts;
    for (const Edit& edit : edits) {
        std::string& text =
            texts.try_emplace(edit.span.file, sources.file(edit.span.file).text()).first->second;
        text.replace(edit.span.begin, edit.span.end - edit.span.begin, edit.text);
    }
    dsl::OverlayReader result(under);
    for (auto& [file, text] : texts) result.put(sources.file(file).path(), std::move(text));
    return result;
}

std::optional<Edit> difference(std::uint32_t file, std::string_view before, const std::string& after) {
    if (before == after) return std::nullopt;
    const auto [a, b] = std::ranges::mismatch(before, after);
    std::size_t begin = static_cast<std::size_t>(a - before.begin());
    while (begin > 0 && before[begin - 1] != '\n') --begin;
    const std::size_t most = std::min(before.size(), after.size()) - begin;
    std::size_t same = 0;
    while (same < most && before[before.size() - 1 - same] == after[after.size() - 1 - same]) ++same;
    // Whole lines: what follows begins behind a line break.
    while (same > 0 && same < before.size() && before[before.size() - same - 1] != '\n') --same;
    return Edit{{file, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(before.size() - same)},
                after.substr(begin, after.size() - same - begin)};
}

namespace {

// The item alone, as it is printed, without the line break at its end.
std::string printed(const Module& module, const Item& item, const dsl::SourceSet& sources) {
    Module alone;
    alone.file = module.file;
    alone.items = {item};
    for (const dsl::ast::Comment& comment : module.comments) {
        if (item.span.begin <= comment.span.begin && comment.span.end <= item.span.end)
            alone.comments.push_back(comment);
    }
    std::string text = dsl::ast::print(alone, sources);
    while (text.ends_with('\n')) text.pop_back();
    return text;
}

class RemedyEdits {
public:
    RemedyEdits(const checker::Session& session, const checker::Remedy& remedy)
        : session_(session), remedy_(remedy) {}

    std::optional<std::vector<Edit>> run() {
        for (std::size_t i = 0; i < remedy_.modules.size(); ++i) {
            const bool is_known =
                i < session_.modules.size() && session_.modules[i].file == remedy_.modules[i].file;
            if (!(is_known ? add_changes(session_.modules[i], remedy_.modules[i])
                           : add_file(remedy_.modules[i])))
                return std::nullopt;
        }
        if (edits_.empty()) return std::nullopt;
        return std::move(edits_);
    }

private:
    static std::string dumped(const Item& item) {
        Module module;
        module.items = {item};
        return dsl::ast::dump(module);
    }

    bool add_changes(const Module& before, const Module& after) {
        if (before.items.size() != after.items.size()) return false;
        for (std::size_t i = 0; i < before.items.size(); ++i) {
            const Item& item = before.items[i];
            if (dumped(item) == dumped(after.items[i])) continue;
            if (before.is_library) return false;  // it serves other games, too
            if (item.span.file != before.file || item.sort.is_of_line) return false;
            edits_.push_back({item.span, printed(after, after.items[i], session_.sources)});
        }
        return true;
    }

    // Something of its own: a setting takes the place of one that says otherwise, or joins those that there
    // are; anything else stands at the end of the file with the game.
    bool add_file(const Module& added) {
        const Module* const home = module_with_game(session_.modules);
        if (home == nullptr || home->is_library) return false;
        for (const Item& item : added.items) {
            if (item.kind == ItemKind::Meta && set(item, *home)) continue;
            const auto end = static_cast<std::uint32_t>(session_.sources.file(home->file).text().size());
            edits_.push_back({{home->file, end, end}, "\n" + printed(added, item, session_.sources) + "\n"});
        }
        return true;
    }

    // False: there are no settings to join.
    bool set(const Item& added, const Module& home) {
        const Setting& wanted = added.contents.settings.front();
        const Module* where = nullptr;
        const Item* meta = nullptr;
        for (const Module& module : session_.modules) {
            if (module.is_library) continue;
            for (const Item& item : module.items) {
                if (item.kind != ItemKind::Meta) continue;
                const bool says = std::ranges::find(item.contents.settings, wanted.name, &Setting::name) !=
                                  item.contents.settings.end();
                if (!says && (meta != nullptr || &module != &home)) continue;
                where = &module;
                meta = &item;
            }
        }
        if (meta == nullptr) return false;
        Item changed = *meta;
        std::vector<Setting>& settings = changed.contents.settings;
        const auto same = std::ranges::find(settings, wanted.name, &Setting::name);
        if (same == settings.end())
            settings.push_back(wanted);
        else
            same->value = wanted.value;
        edits_.push_back({meta->span, printed(*where, changed, session_.sources)});
        return true;
    }

    const checker::Session& session_;
    const checker::Remedy& remedy_;
    std::vector<Edit> edits_;
};

}  // namespace

std::optional<std::vector<Edit>> edits_of(const checker::Session& session, const checker::Remedy& remedy) {
    return RemedyEdits(session, remedy).run();
}

}  // namespace errata::reports::lsp
