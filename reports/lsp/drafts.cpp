#include "reports/lsp/drafts.h"

#include <algorithm>

#include "checker/driver/session.h"
#include "dsl/load.h"
#include "dsl/parse.h"
#include "dsl/source/borders.h"
#include "reports/lsp/spec_choice.h"

namespace errata::reports::lsp {

std::optional<std::uint32_t> Drafted::file_of(const std::string& path) const {
    for (std::uint32_t i = 0; i < sources.size(); ++i) {
        if (dsl::normal_path(sources.file(i).path()) == path) return i;
    }
    return std::nullopt;
}

std::map<std::string, std::string> texts_of(const dsl::SourceSet& sources) {
    std::map<std::string, std::string> result;
    for (std::uint32_t i = 0; i < sources.size(); ++i)
        result[dsl::normal_path(sources.file(i).path())] = sources.file(i).text();
    return result;
}

std::unique_ptr<Drafted> drafted(const dsl::FileReader& reader, const std::string& spec,
                                 dsl::KeptReadings kept) {
    auto result = std::make_unique<Drafted>();
    result->spec = spec;
    result->kept = std::move(kept);
    result->modules = dsl::load(reader, spec, result->sources, result->sink);
    result->lacks_files = !checker::is_whole(result->sink);
    result->draft = std::make_unique<compiler::Draft>(
        result->sources, result->modules, compiler::CompileOptions{},
        result->lacks_files ? result->unheard : result->sink, result->kept, &result->unknown);
    result->references = compiler::references(*result->draft);
    result->catalogue =
        checker::named_catalogue(reader, spec, result->modules, result->sources, result->sink);
    return result;
}

std::unique_ptr<Drafted> parsed_alone(const dsl::FileReader& reader, const std::string& file) {
    auto result = std::make_unique<Drafted>();
    result->spec = file;
    if (auto text = reader.read(file)) {
        const bool is_rules = file.ends_with(".rules");
        const std::uint32_t index = result->sources.add(file, std::move(*text));
        if (is_rules) result->modules.push_back(dsl::parse(result->sources, index, result->sink));
    }
    return result;
}

void each_sentence_at(const Drafted& draft, dsl::Span place,
                      const std::function<void(const compiler::Sentence&)>& visit) {
    if (!draft.draft) return;
    const compiler::Names& names = draft.draft->names;
    dsl::KeptReadings kept;
    kept.begin(names.texts.grammar);
    for (const compiler::Card& card : names.texts.cards) {
        for (const dsl::ast::TextLine& line : card.item->contents.lines) {
            const bool touches =
                line.span.file == place.file && line.span.begin <= place.end && place.begin <= line.span.end;
            if (!touches || line.is_rule) continue;
            for (const compiler::Sentence& sentence : compiler::sentences_of(names, card, line, kept))
                visit(sentence);
        }
    }
}

void Drafts::changed(const std::string& file) {
    for (auto& [spec, entry] : entries_) {
        // A spec of which a file is missing may wait for this one.
        if (!entry.drafted || entry.drafted->lacks_files || entry.drafted->file_of(file))
            entry.is_stale = true;
    }
    // It may declare a game now, or import a file that no game has had.
    std::erase_if(specs_, [&](const auto& known) {
        const auto alone = entries_.find(known.first);
        const bool is_alone = alone != entries_.end() && alone->second.is_alone;
        return known.first == file || (is_alone && known.second == std::vector{known.first});
    });
}

void Drafts::came_or_went() {
    specs_.clear();
    for (auto& [spec, entry] : entries_) entry.is_stale = true;
}

std::vector<std::string> Drafts::specs_of(const std::string& file) {
    const auto found = specs_.find(file);
    if (found != specs_.end()) return found->second;
    std::vector<std::string> specs = specs_with(reader_, roots_, file);
    // Outside of the folders that are open, a game that is known may have the file.
    for (const std::string& spec : specs.empty() ? reading(file) : std::vector<std::string>()) {
        if (entries_[spec].is_alone) continue;
        const Drafted& draft = of_spec(spec);
        if (specs.empty() && draft.file_of(file) && module_with_game(draft.modules) != nullptr)
            specs.push_back(spec);
    }
    const bool is_alone = specs.empty();
    if (is_alone) specs.push_back(file);
    Entry& entry = entries_[specs.front()];
    const bool is_new = entry.drafted && !entry.drafted->file_of(file);
    if (entry.is_alone != is_alone || is_new) entry.is_stale = true;
    entry.is_alone = is_alone;
    specs_[file] = specs;
    return specs;
}

const Drafted& Drafts::of_spec(const std::string& spec) {
    Entry& entry = entries_[spec];
    if (entry.is_stale || !entry.drafted) {
        dsl::KeptReadings kept;
        if (entry.drafted) kept = std::move(entry.drafted->kept);
        entry.drafted.reset();  // its draft refers to the readings
        entry.drafted =
            entry.is_alone ? parsed_alone(reader_, spec) : drafted(reader_, spec, std::move(kept));
        entry.is_stale = false;
        // Files that it has now belong to it, and files that it had do not.
        const auto is_wrong = [&](const auto& known) {
            const bool has = entry.drafted->file_of(known.first).has_value();
            const bool names = std::ranges::find(known.second, spec) != known.second.end();
            const bool is_of_nobody = known.second == std::vector{known.first} && known.first != spec;
            return has ? is_of_nobody : names && known.first != spec;
        };
        if (!entry.is_alone) std::erase_if(specs_, is_wrong);
    }
    return *entry.drafted;
}

const Drafted& Drafts::of(const std::string& file) {
    const Drafted& draft = of_spec(specs_of(file).front());
    // It may have lost the file since that was known.
    return draft.file_of(file) ? draft : of_spec(specs_of(file).front());
}

std::vector<std::string> Drafts::reading(const std::string& file) const {
    std::vector<std::string> result;
    for (const auto& [spec, entry] : entries_) {
        if (entry.drafted && entry.drafted->file_of(file)) result.push_back(spec);
    }
    return result;
}

std::vector<std::string> Drafts::known() const {
    std::vector<std::string> result;
    for (const auto& [spec, entry] : entries_) result.push_back(spec);
    return result;
}

}  // namespace errata::reports::lsp
