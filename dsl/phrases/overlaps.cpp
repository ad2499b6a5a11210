#include "dsl/phrases/overlaps.h"

#include <map>
#include <utility>

#include "dsl/base/check.h"
#include "dsl/base/text.h"

namespace errata::dsl {

namespace {

// A wording as plain text without hole names.
std::string shape_of(const PhraseGrammar& grammar, std::uint32_t production) {
    const ParseTable& table = grammar.table();
    std::vector<std::string> parts;
    for (std::uint32_t dot = table.start_of(production); table.symbol(dot).kind != Symbol::Kind::End; ++dot) {
        const Symbol& symbol = table.symbol(dot);
        parts.push_back(symbol.kind == Symbol::Kind::Word
                            ? grammar.vocabulary()[symbol.id]
                            : "{" + grammar.category_name(CategoryId(symbol.id)) + "}");
    }
    return join(parts, " ");
}

}  // namespace

std::vector<Overlap> overlapping_templates(const PhraseGrammar& grammar) {
    ERRATA_CHECK(grammar.is_sealed());
    // The shapes of wordings, each with the sources that have it.
    std::map<std::pair<CategoryId, std::string>, std::vector<std::uint32_t>> owners;
    std::vector<std::size_t> distinct(grammar.sources().size(), 0);
    for (std::uint32_t at = 0; at < distinct.size(); ++at) {
        const PhraseSource& source = grammar.sources()[at];
        for (std::uint32_t i = 0; i < source.production_count; ++i) {
            const std::string shape = shape_of(grammar, source.first_production + i);
            std::vector<std::uint32_t>& sources = owners[{source.category, shape}];
            if (!sources.empty() && sources.back() == at) continue;
            sources.push_back(at);
            ++distinct[at];
        }
    }

    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> shared;
    for (const auto& [key, sources] : owners) {
        for (std::size_t a = 0; a < sources.size(); ++a) {
            for (std::size_t b = a + 1; b < sources.size(); ++b) {
                ++shared[{sources[a], sources[b]}];
            }
        }
    }
    std::vector<Overlap> overlaps;
    for (const auto& [pair, count] : shared) {
        const auto& [first, second] = pair;
        overlaps.push_back({first, second, count == distinct[first] && count == distinct[second]});
    }
    return overlaps;
}

}  // namespace errata::dsl
