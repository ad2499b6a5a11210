// What is wrong with a spec, said in one voice by all stages of the compiler: errors with their places, and
// unknown names with what they may have meant. A Reporter is a handle: it keeps nothing but where to report.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/diag/sink.h"
#include "dsl/source/source_file.h"

namespace errata::compiler {

// A name that nothing has, and what it could have been.
struct UnknownName {
    dsl::Span span;
    std::string what;  // "field of minion"
    std::string name;
    std::vector<std::string> known;  // what fits best comes first
};

class Reporter {
public:
    // Notes which items could not be read (their spans are given): names that stand in them may be declared
    // there.
    Reporter(const dsl::SourceSet& sources, dsl::Sink& sink, std::vector<dsl::Span> unread)
        : sources_(&sources), sink_(&sink), unread_(std::move(unread)) {}

    // Reports elsewhere.
    Reporter into(dsl::Sink& sink) const {
        Reporter result = *this;
        result.sink_ = &sink;
        return result;
    }

    void error(dsl::DiagnosticKind kind, dsl::Span span, std::string message, std::string hint = "") const {
        sink_->report(kind, span, std::move(message), std::move(hint));
    }
    void report(dsl::Diagnostic diagnostic) const { sink_->report(std::move(diagnostic)); }
    // Declared a second time.
    void duplicate(dsl::Span span, std::string message, dsl::Span first, std::string hint = "") const;
    // `what` has no such name; `known` are those that it has. `hint`: what it means elsewhere, if anything.
    void unknown(dsl::Span span, const std::string& what, const std::string& name,
                 const std::vector<std::string>& known, const std::string& hint = "") const;
    // Whether an item that could not be read has the name in it: it may be declared there.
    bool may_be_declared(const std::string& name) const;
    // What libraries declare for other games, by name, and what this one lacks for it. Stays the caller's.
    void know_lacks(const std::map<std::string, std::string>& lacks) { lacks_ = &lacks; }
    // Notes every unknown name there as well. Stays the caller's.
    void note_unknown(std::vector<UnknownName>& unknown) { unknown_ = &unknown; }
    // What this declares is not known anywhere: who uses it is not to blame.
    void not_declared(dsl::Span span) { unread_.push_back(span); }

    bool has_errors() const { return sink_->has_errors(); }
    const dsl::SourceSet& sources() const { return *sources_; }
    // The source text of a span on one line, without comments, shortened.
    std::string excerpt(dsl::Span span) const;
    static std::string shortened(std::string_view text);

private:
    const dsl::SourceSet* sources_;
    dsl::Sink* sink_;
    std::vector<dsl::Span> unread_;
    const std::map<std::string, std::string>* lacks_ = nullptr;
    std::vector<UnknownName>* unknown_ = nullptr;
};

}  // namespace errata::compiler
