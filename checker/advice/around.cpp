#include "checker/advice/around.h"

#include <algorithm>

#include "checker/plays/steps.h"
#include "checker/plays/top_point.h"
#include "dsl/ast/words.h"
#include "dsl/base/mapped.h"
#include "dsl/base/one_line.h"
#include "dsl/parse.h"

namespace errata::checker {

namespace ast = dsl::ast;
using compiler::ClauseId;

std::optional<ast::Module> parsed(Session& session, const std::string& text) {
    dsl::Sink unheard;
    ast::Module module = dsl::parse(session.sources, session.sources.add("advice", text), unheard);
    return unheard.has_errors() ? std::nullopt : std::optional(std::move(module));
}

std::string spelled(const std::string& name) {
    return dsl::grammar::is_plain_name(name) ? name : dsl::grammar::quoted(name);
}

// " in the place of `changes: unstated` in line 9": where the game says something else now; empty: it does
// not. A file counts more than what it imports, which stands before it.
static std::string said_before(const Around& around, const std::string& setting) {
    const std::string key = setting.substr(0, setting.find(':'));
    const std::vector<dsl::ast::Module>& modules = around.session.modules;
    for (auto module = modules.rbegin(); module != modules.rend(); ++module) {
        for (const dsl::ast::Item& item : module->items) {
            if (item.kind != dsl::ast::ItemKind::Meta) continue;
            const auto said = std::ranges::find(item.contents.settings, key, &dsl::ast::Setting::name);
            if (said != item.contents.settings.end())
                return " in the place of `" + std::string(around.session.sources.text(said->span)) + "` in " +
                       line_of(around, said->span);
        }
    }
    return "";
}

std::vector<Remedy> with_meta(const Around& around, const std::vector<std::string>& settings) {
    std::vector<Remedy> result;
    for (const std::string& setting : settings) {
        const auto meta = parsed(around.session, "meta { " + setting + " }\n");
        if (!meta) continue;
        result.push_back(
            {"`meta { " + setting + " }`" + said_before(around, setting), around.session.modules});
        result.back().modules.push_back(*meta);
    }
    return result;
}

std::vector<Remedy> settings(const Around& around) {
    const compiler::Incident* const met = incident_of(around.model, around.finding.about);
    return met == nullptr ? std::vector<Remedy>() : with_meta(around, met->settings);
}

std::vector<dsl::Span> places_of_choice(const Around& around) {
    std::vector<dsl::Span> places;
    const auto& witness = around.finding.witness;
    if (witness && (witness->steps.empty() || witness->steps.back().next)) {
        const compiler::PointId top = top_point(around.model, last_state(*witness));
        if (top.is_valid()) places.push_back(around.model.flow.points[top.index].span);
    }
    for (const ClauseId id : around.finding.clauses) places.push_back(around.model.clause(id).span);
    return places;
}

std::string line_of(const Around& around, dsl::Span span) {
    const dsl::SourceFile& file = around.session.sources.file(span.file);
    const std::string line = std::to_string(file.position(span.begin).line);
    if (around.session.modules.size() < 2) return "line " + line;
    return file.path().substr(file.path().rfind('/') + 1) + ":" + line;
}

std::string written_with(const Around& around, dsl::Span part, const std::string& more) {
    constexpr std::size_t longest = 70;
    std::string line = dsl::one_line(around.session.sources.text(part));
    if (line.size() > longest) {
        const std::size_t blank = line.find(' ', line.size() - longest);
        line = "..." + (blank == std::string::npos ? "" : line.substr(blank));
    }
    return "`" + line + " " + more + "`";
}

bool lies_in(const dsl::Span& part, const dsl::Span& whole) {
    return part.file == whole.file && whole.begin <= part.begin && part.end <= whole.end;
}

}  // namespace errata::checker
