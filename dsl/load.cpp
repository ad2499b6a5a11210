#include "dsl/load.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "dsl/ast/rename.h"
#include "dsl/base/text.h"
#include "dsl/cards/import_cards.h"
#include "dsl/parse.h"
#include "dsl/source/borders.h"

namespace errata::dsl {

namespace {

namespace fs = std::filesystem;

// Files below a folder of this name speak of more than a game has, as those of Errata's own folder do.
constexpr const char* library_folder = "library";

// A depth-first walk along the imports. A file is Open while the files it imports are read; meeting an open
// file again closes a circle.
class Loader {
public:
    Loader(const FileReader& reader, const Borders& borders, SourceSet& sources, Sink& sink)
        : reader_(reader), borders_(borders), sources_(sources), sink_(sink) {}

    // The spec named on the command line, a file or a folder.
    std::vector<ast::Module> load_spec(const std::string& path) {
        named_ = normal_path(path);
        load(named_, named_, {path, Span{}, ""}, {});
        return std::move(modules_);
    }

private:
    // What its author wrote: the path, where (invalid for the command line), and the file of Errata's own
    // folder that the path could name as well, or "".
    struct Written {
        std::string path;
        Span at;
        std::string library_file;
    };

    // The names that a file has for names of another.
    struct Use {
        ast::Renames renames;
        bool is_library = false;
    };

    static std::string renamed(const std::string& name, const std::map<std::string, std::string>& names) {
        const auto again = names.find(name);
        return again == names.end() ? name : again->second;
    }

    // A file that is imported by way of another has the names that this one was given, beside its own.
    static Use use_of(const ast::Item& item, const Use& outer) {
        Use result = outer;
        for (const ast::Link& link : item.links) {
            result.renames.names[link.from] = renamed(link.to, outer.renames.names);
            if (link.is_quoted) result.renames.words[link.from] = renamed(link.to, outer.renames.words);
        }
        const fs::path folder = fs::path(item.title).parent_path();
        const bool is_in_library = std::ranges::find(folder, fs::path(library_folder)) != folder.end();
        result.is_library = outer.is_library || !item.links.empty() || is_in_library;
        return result;
    }

    // The folder of the importing file comes first. Errata's own folder is asked only if there is nothing.
    void load_import(const std::string& from, const ast::Item& item, const Use& outer) {
        Use use = use_of(item, outer);
        const std::string name = normal_path((fs::path(from).parent_path() / item.title).generic_string());
        const Written written{item.title, item.span, library_file(reader_, item.title)};
        if (!written.library_file.empty() && !reader_.exists(name) && reader_.exists(written.library_file)) {
            use.is_library = true;
            load(written.library_file, written.library_file, written, use);
        } else
            load(name, from, written, use);
    }

    // `from` is the file on whose behalf `name` is read.
    void load(const std::string& name, const std::string& from, const Written& written, const Use& use) {
        const State state = state_[key_of(name, use)];
        if (state == State::Done) return;
        if (state == State::Open) {
            report_circle(name, written.at);
        } else if (!may_read(name, from)) {
            finish(name, use);
            sink_.report(
                DiagnosticKind::import_refused, written.at, "'" + written.path + "' is not imported",
                "an import names a file *.rules below the folder of the spec, or below a folder 'specs' "
                "that the spec lies in");
        } else if (auto text = reader_.read(name)) {
            load_file(name, std::move(*text), written.at, use);
        } else if (const auto files = name == named_ ? reader_.list(name) : std::nullopt) {
            if (files->empty())
                sink_.report(DiagnosticKind::no_spec, written.at, "no .rules file in '" + written.path + "'");
            for (const std::string& file : *files) {
                const std::string each = normal_path(file);
                load(each, each, {file, written.at, ""}, use);
            }
        } else {
            finish(name, use);  // reported once, however often it is imported
            report_unreadable(name, from, written);
        }
    }

    bool may_read(const std::string& name, const std::string& from) const {
        return name == named_ ||
               (fs::path(reader_.resolved(name)).extension() == ".rules" && borders_.hold(name, from));
    }

    enum class State { New, Open, Done };
    // The same file under other names is another one.
    std::string key_of(const std::string& name, const Use& use) const {
        std::string key = reader_.resolved(name);
        for (const auto* const renames : {&use.renames.names, &use.renames.words}) {
            for (const auto& [from, to] : *renames) key += "\n" + from + "=" + to;
            key += "\n";
        }
        return key;
    }
    void finish(const std::string& name, const Use& use) { state_[key_of(name, use)] = State::Done; }

    struct Import {
        std::string file;
        Span at;  // the import that led here
    };

    void load_file(const std::string& name, std::string text, Span at, const Use& use) {
        state_[key_of(name, use)] = State::Open;
        chain_.push_back({name, at});
        const std::string file = reader_.resolved(name);
        if (parsed_.count(file) == 0)
            parsed_.emplace(file, parse(sources_, sources_.add(name, std::move(text)), sink_));
        ast::Module module = parsed_.at(file);
        for (const ast::Item& item : module.items) {
            if (item.kind == ast::ItemKind::Import) load_import(name, item, use);
        }
        chain_.pop_back();
        finish(name, use);
        ast::rename(module, use.renames);
        module.is_library = use.is_library;
        modules_.push_back(std::move(module));
    }

    void report_unreadable(const std::string& name, const std::string& from, const Written& written) {
        std::string why = reader_.why_unreadable(name);
        std::string start =
            written.at.is_valid() ? "a path is named from the folder of the file that imports it" : "";
        std::string near = suggestion(name);
        if (!written.library_file.empty() && !reader_.exists(name)) {
            const LibraryNames names = library_names(written.library_file);
            if (names.hold_folder) {
                const std::string folder = fs::path(from).parent_path().generic_string();
                why = "it is neither in '" + (folder.empty() ? "." : folder) +
                      "' nor in Errata's own folder '" + reader_.library() + "'";
                start = "a path starts at the folder of the file that imports it, or at Errata's own folder";
            }
            if (near.empty() && names.nearest) near = "did you mean '" + *names.nearest + "'?";
        }
        sink_.report(DiagnosticKind::file_unreadable, written.at,
                     "cannot read '" + written.path + "'" + (why.empty() ? "" : ": " + why),
                     near.empty() ? start : near);
    }

    void report_circle(const std::string& name, Span at) {
        Diagnostic diagnostic{DiagnosticKind::import_cycle, at, "'" + name + "' imports itself", "", {}};
        auto link = std::find_if(chain_.begin(), chain_.end(), [&](const Import& i) {
            return reader_.resolved(i.file) == reader_.resolved(name);
        });
        if (link + 1 != chain_.end()) diagnostic.message += " through other files";
        for (; link + 1 != chain_.end(); ++link) {
            diagnostic.notes.emplace_back((link + 1)->at,
                                          "'" + link->file + "' imports '" + (link + 1)->file + "'");
        }
        diagnostic.notes.emplace_back(at, "'" + link->file + "' imports '" + name + "'");
        diagnostic.hint = "move what both sides need into a file of its own";
        sink_.report(std::move(diagnostic));
    }

    // A file beside the missing one whose name is nearly the same. The folder of the process is not listed:
    // it may be a whole disk.
    std::string suggestion(const std::string& missing) const {
        const std::string folder = fs::path(missing).parent_path().generic_string();
        if (folder.empty()) return "";
        const auto files = reader_.list(folder);
        if (!files) return "";
        // The ending that all share says nothing about nearness.
        std::map<std::string, std::string> by_stem;
        std::vector<std::string> stems;
        for (const std::string& file : *files) {
            stems.push_back(fs::path(file).stem().string());
            by_stem.emplace(stems.back(), fs::path(file).lexically_relative(folder).generic_string());
        }
        const auto near = nearest(fs::path(missing).stem().string(), stems);
        return near ? "did you mean '" + by_stem.at(*near) + "'?" : "";
    }

    // What Errata's own folder has to do with a missing file of it: whether it holds the folder that the path
    // names, and which import names a file that is called nearly the same. A name without a folder may mean
    // a profile.
    struct LibraryNames {
        bool hold_folder = false;
        std::optional<std::string> nearest;
    };
    LibraryNames library_names(const std::string& missing) const {
        const fs::path library = reader_.resolved(reader_.library());
        const fs::path inside = fs::path(missing).lexically_relative(library);
        const fs::path folder = inside.has_parent_path() ? inside.parent_path() : "profiles";
        const auto files = reader_.list((library / folder).generic_string());
        if (!files) return {};
        std::vector<std::string> stems;
        for (const std::string& file : *files) {
            const fs::path name = fs::path(file).lexically_relative(library / folder);
            stems.push_back(fs::path(name).replace_extension().generic_string());
        }
        LibraryNames names{inside.has_parent_path(), nearest(inside.stem().string(), stems)};
        if (names.nearest) names.nearest = (folder / (*names.nearest + ".rules")).generic_string();
        return names;
    }

    const FileReader& reader_;
    const Borders& borders_;
    std::string named_;  // on the command line
    SourceSet& sources_;
    Sink& sink_;
    std::map<std::string, State> state_;
    std::map<std::string, ast::Module> parsed_;  // as they are written
    std::vector<Import> chain_;
    std::vector<ast::Module> modules_;
};

// `rules "Combat"` is a printed item of a book that is always open, unless the spec says who bears rules.
constexpr const char* rulebook =
    "kind book_of_rules: the_rules\n\nprinted rules on book_of_rules if this = the_rules\n";

void open_rulebook(std::vector<ast::Module>& modules, SourceSet& sources, Sink& sink) {
    bool has_rules = false;
    bool is_declared = false;
    for (const ast::Module& module : modules) {
        for (const ast::Item& item : module.items) {
            has_rules = has_rules || (item.kind == ast::ItemKind::Card && item.title == "rules");
            is_declared = is_declared || (item.kind == ast::ItemKind::Printed && item.name == "rules");
        }
    }
    if (!has_rules || is_declared) return;
    const std::uint32_t file = sources.add("the rulebook", rulebook);
    modules.insert(modules.begin(), parse(sources, file, sink));
}

}  // namespace

std::vector<ast::Module> load(const FileReader& reader, const std::string& path, SourceSet& sources,
                              Sink& sink, const std::string& other_text) {
    const Borders borders(reader, path);
    std::vector<ast::Module> modules = Loader(reader, borders, sources, sink).load_spec(path);
    import_cards(reader, borders, modules, sources, sink, other_text);
    open_rulebook(modules, sources, sink);
    return modules;
}

}  // namespace errata::dsl
