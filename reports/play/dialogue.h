// `errata play`: a person makes the choices. Reads commands line by line, answers in text; ends on `quit` or
// at the end of the input. Everything it shows is drawn by render/, everything it decides is asked from Play;
// equal input gives equal output, `random` included.
#pragma once

#include <functional>
#include <istream>
#include <map>
#include <ostream>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "checker/verdict.h"
#include "compiler/compile.h"
#include "dsl/source/source_file.h"
#include "reports/play/play.h"
#include "reports/play/starts.h"

namespace errata::reports {

struct DialogueNeeds {
    const compiler::Model& model;
    const dsl::SourceSet& sources;
    std::string spec;                  // the path as the user gave it
    compiler::CompileOptions options;  // what the model was made with
    std::function<bool(const std::string& path, const std::string& text)> write_file;
};

struct DialogueStreams {
    std::istream& in;
    std::ostream& out;
    bool echo = false;  // what is read does not appear by itself: repeat it behind the prompt
    bool colour = false;
};

class Dialogue {
public:
    Dialogue(DialogueNeeds needs, DialogueStreams streams);
    void run();

private:
    // The commands; each gets the words behind its name.
    void choose(const std::string& words);
    void choose_at_random(const std::string& words);
    void undo(const std::string& words);
    void show(const std::string& words);
    void why(const std::string& words);
    void setup(const std::string& words);
    void save(const std::string& words);
    void help(const std::string& words);
    struct Command;
    static const std::vector<Command>& commands();

    bool obey(const std::string& line);  // false: quit
    void begin(std::size_t setup, std::size_t position);
    void take(std::size_t choice);
    void tell_steps(std::size_t from);
    void tell_troubles(const std::vector<checker::Finding>& troubles);
    void tell_here();
    void tell_options();
    bool has_begun();
    std::string changes_of(const compiler::Successor& step) const;
    std::vector<std::string> labels() const;
    std::optional<std::size_t> choice_named(const std::string& word);
    const compiler::State& state_after(std::size_t steps) const;

    DialogueNeeds needs_;
    DialogueStreams streams_;
    compiler::Evaluator evaluator_;
    Play play_;
    std::map<std::size_t, Starts> starts_;
    std::set<std::string> told_;  // fingerprints of findings told in full
    std::mt19937 dice_{1};
};

}  // namespace errata::reports
