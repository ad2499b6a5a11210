// The specs that are being edited, as the compiler knows them now: names, types, what lines are read as, and
// what is wrong. Made anew when somebody asks after a text has changed. Nothing is searched here: findings.h.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "checker/catalogue/named_catalogue.h"
#include "compiler/draft.h"
#include "compiler/read/sentences.h"
#include "compiler/references.h"
#include "dsl/diag/sink.h"
#include "dsl/source/file_reader.h"

namespace errata::reports::lsp {

struct Drafted {
    std::string spec;  // as `errata check` takes it
    dsl::SourceSet sources;
    dsl::Sink sink;
    std::vector<dsl::ast::Module> modules;
    dsl::KeptReadings kept;
    // A file is missing: what the compiler says is not told then, for the file may be to blame.
    bool lacks_files = false;
    dsl::Sink unheard;
    std::vector<compiler::UnknownName> unknown;
    checker::NamedCatalogue catalogue;
    std::unique_ptr<compiler::Draft> draft;  // null: no spec has this file
    compiler::References references;         // empty without a draft

    // Of this path, if it is one of its files.
    std::optional<std::uint32_t> file_of(const std::string& path) const;
};

// The texts of all files, by path.
std::map<std::string, std::string> texts_of(const dsl::SourceSet& sources);

// Reads the spec and compiles it as far as a draft goes. `kept`: of the draft before.
std::unique_ptr<Drafted> drafted(const dsl::FileReader& reader, const std::string& spec,
                                 dsl::KeptReadings kept = {});
// A file that no spec has, by itself: its syntax alone.
std::unique_ptr<Drafted> parsed_alone(const dsl::FileReader& reader, const std::string& file);

// Calls `visit` with each sentence of the lines of printed text that the place touches. What a sentence holds
// lasts for the call.
void each_sentence_at(const Drafted& draft, dsl::Span place,
                      const std::function<void(const compiler::Sentence&)>& visit);

class Drafts {
public:
    explicit Drafts(const dsl::FileReader& reader) : reader_(reader) {}

    void set_roots(std::vector<std::string> roots) { roots_ = std::move(roots); }
    const std::vector<std::string>& roots() const { return roots_; }

    // The text of the file is another one now. A file that came, or went, may change which spec has which.
    void changed(const std::string& file);
    void came_or_went();
    // A spec that no file of the editor belongs to any more.
    void forget(const std::string& spec) { entries_.erase(spec); }

    // Up to date. It stays where it is until a text changes, or a file comes or goes.
    const Drafted& of(const std::string& file);
    // The specs that have the file, those of its folders first, then any that is known; of one that none has,
    // the file itself.
    std::vector<std::string> specs_of(const std::string& file);
    const Drafted& of_spec(const std::string& spec);
    // The specs that had the file when they were last asked for.
    std::vector<std::string> reading(const std::string& file) const;
    // All that have been asked for.
    std::vector<std::string> known() const;

private:
    struct Entry {
        std::unique_ptr<Drafted> drafted;
        bool is_stale = true;
        bool is_alone = false;  // a file that no spec has
    };

    const dsl::FileReader& reader_;
    std::vector<std::string> roots_;
    std::map<std::string, std::vector<std::string>> specs_;  // by file
    std::map<std::string, Entry> entries_;                   // by spec
};

}  // namespace errata::reports::lsp
