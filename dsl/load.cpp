#include "dsl/load.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "dsl/base/text.h"
#include "dsl/cards/import_cards.h"
#include "dsl/parse.h"
#include "dsl/source/borders.h"

namespace errata::dsl {

namespace {

namespace fs = std::filesystem;

// A depth-first walk along the imports. A file is Open while the files it imports are read; meeting an open
// file again closes a circle.
class Loader {
public:
    Loader(const FileReader& reader, const Borders& borders, SourceSet& sources, Sink& sink)
        : reader_(reader), borders_(borders), sources_(sources), sink_(sink) {}

    // The spec named on the command line, a file or a folder.
    std::vector<ast::Module> load_spec(const std::string& path) {
        named_ = normal_path(path);
        load(path, path, Span{});
        return std::move(modules_);
    }

private:
    // `written` is the path as its author wrote it; `at` is where, invalid for the command line.
    void load(const std::string& path, const std::string& written, Span at) {
        const std::string name = normal_path(path);
        if (state_[name] == State::Done) return;
        if (state_[name] == State::Open) {
            report_circle(name, at);
        } else if (!may_read(name)) {
            state_[name] = State::Done;
            sink_.report(
                DiagnosticKind::import_refused, at, "'" + written + "' is not imported",
                "an import names a file *.rules below the folder of the spec, or below a folder 'specs' "
                "that the spec lies in");
        } else if (auto text = reader_.read(name)) {
            load_file(name, std::move(*text), at);
        } else if (const auto files = name == named_ ? reader_.list(name) : std::nullopt) {
            if (files->empty())
                sink_.report(DiagnosticKind::no_spec, at, "no .rules file in '" + written + "'");
            for (const std::string& file : *files) load(file, file, at);
        } else {
            state_[name] = State::Done;  // reported once, however often it is imported
            const std::string why = reader_.why_unreadable(name);
            std::string hint = suggestion(name);
            if (hint.empty() && at.is_valid())
                hint = "a path is named from the folder of the file that imports it";
            sink_.report(DiagnosticKind::file_unreadable, at,
                         "cannot read '" + written + "'" + (why.empty() ? "" : ": " + why), hint);
        }
    }

    bool may_read(const std::string& name) const {
        return name == named_ ||
               (fs::path(reader_.resolved(name)).extension() == ".rules" && borders_.hold(name));
    }

    enum class State { New, Open, Done };
    struct Import {
        std::string file;
        Span at;  // the import that led here
    };

    void load_file(const std::string& name, std::string text, Span at) {
        state_[name] = State::Open;
        chain_.push_back({name, at});
        ast::Module module = parse(sources_, sources_.add(name, std::move(text)), sink_);
        for (const ast::Item& item : module.items) {
            if (item.kind != ast::ItemKind::Import) continue;
            load((fs::path(name).parent_path() / item.title).generic_string(), item.title, item.span);
        }
        chain_.pop_back();
        state_[name] = State::Done;
        modules_.push_back(std::move(module));
    }

    void report_circle(const std::string& name, Span at) {
        Diagnostic diagnostic{DiagnosticKind::import_cycle, at, "'" + name + "' imports itself", "", {}};
        auto link =
            std::find_if(chain_.begin(), chain_.end(), [&](const Import& i) { return i.file == name; });
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

    const FileReader& reader_;
    const Borders& borders_;
    std::string named_;  // on the command line
    SourceSet& sources_;
    Sink& sink_;
    std::map<std::string, State> state_;
    std::vector<Import> chain_;
    std::vector<ast::Module> modules_;
};

}  // namespace

std::vector<ast::Module> load(const FileReader& reader, const std::string& path, SourceSet& sources,
                              Sink& sink) {
    const Borders borders(reader, path);
    std::vector<ast::Module> modules = Loader(reader, borders, sources, sink).load_spec(path);
    import_cards(reader, borders, modules, sources, sink);
    return modules;
}

}  // namespace errata::dsl
