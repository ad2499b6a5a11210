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

std::unique_ptr<Drafted> drafted(const dsl::FileReader& reader, const std::string& spec,
                                 dsl::KeptReadings kept) {
    auto result = std::make_unique<Drafted>();
    result->spec = spec;
    result->kept = std::move(kept);
    result->modules = dsl::load(reader, spec, result->sources, result->sink);
    if (!checker::is_whole(result->sink)) return result;
    result->draft =
        std::make_unique<compiler::Draft>(result->sources, result->modules, compiler::CompileOptions{},
                                          result->sink, result->kept, &result->unknown);
    result->references = compiler::references(*result->draft);
    result->catalogue =
        checker::named_catalogue(reader, spec, result->modules, result->sources, result->sink);
    return result;
}

std::unique_ptr<Drafted> parsed_alone(const dsl::FileReader& reader, const std::string& file) {
    auto result = std::make_unique<Drafted>();
    result->spec = file;
    if (auto text = reader.read(file)) {
        const std::uint32_t index = result->sources.add(file, std::move(*text));
        result->modules.push_back(dsl::parse(result->sources, index, result->sink));
    }
    return result;
}

void Drafts::changed(const std::string& file) {
    for (auto& [spec, entry] : entries_) {
        // A spec of which a file is missing may wait for this one.
        if (!entry.drafted || !entry.drafted->draft || entry.drafted->file_of(file)) entry.is_stale = true;
    }
    // It may be the first to declare a game, or import what nobody did.
    std::erase_if(specs_, [](const auto& known) { return known.second == std::vector{known.first}; });
}

void Drafts::came_or_went() {
    specs_.clear();
    for (auto& [spec, entry] : entries_) entry.is_stale = true;
}

const std::vector<std::string>& Drafts::specs_of(const std::string& file) {
    const auto found = specs_.find(file);
    if (found != specs_.end()) return found->second;
    std::vector<std::string> specs = specs_with(reader_, roots_, file);
    for (const auto& [spec, entry] : entries_) {
        const bool reads = !entry.is_alone && entry.drafted && entry.drafted->file_of(file);
        if (specs.empty() && reads) specs.push_back(spec);
    }
    const bool is_alone = specs.empty();
    if (is_alone) specs.push_back(file);
    Entry& entry = entries_[specs.front()];
    const bool is_new = entry.drafted && !entry.drafted->file_of(file);
    if (entry.is_alone != is_alone || is_new) entry.is_stale = true;
    entry.is_alone = is_alone;
    return specs_[file] = std::move(specs);
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
        // Of its files some may have been taken for files of nobody.
        if (!entry.is_alone)
            std::erase_if(specs_, [&](const auto& known) {
                return known.second == std::vector{known.first} && known.first != spec &&
                       entry.drafted->file_of(known.first).has_value();
            });
    }
    return *entry.drafted;
}

const Drafted& Drafts::of(const std::string& file) { return of_spec(specs_of(file).front()); }

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
