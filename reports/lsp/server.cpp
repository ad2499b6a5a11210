#include "reports/lsp/server.h"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <utility>

#include "dsl/base/hash.h"
#include "dsl/format.h"
#include "dsl/source/borders.h"
#include "reports/cli/accepting.h"
#include "reports/cli/files.h"
#include "reports/lsp/actions.h"
#include "reports/lsp/completion.h"
#include "reports/lsp/diagnostics.h"
#include "reports/lsp/hover.h"
#include "reports/lsp/outline.h"
#include "reports/lsp/places.h"
#include "reports/render/html.h"
#include "reports/version.h"

namespace errata::reports::lsp {

namespace fs = std::filesystem;

namespace {

// Why a request gets no result.
struct Refusal {
    ErrorCode code;
    std::string message;
};

[[noreturn]] void refuse_with(ErrorCode code, const std::string& message) { throw Refusal{code, message}; }

// Lists of places, or edits by file, of several specs: each once.
void add_each(Json& all, const Json& more) {
    for (const Json& one : more) {
        if (std::ranges::find(all, one) == all.end()) all.push_back(one);
    }
}

std::string text(const Json& value) { return value.is_string() ? value.get<std::string>() : ""; }
bool is_true(const Json& value) { return value.is_boolean() && value.get<bool>(); }

constexpr int full_sync_with_changes = 2;  // TextDocumentSyncKind.Incremental
// MessageType
constexpr int error_message = 1;
constexpr int information_message = 3;

}  // namespace

// How to add one: its function, a row here, a capability in `initialize`, a scenario in tests/editors.
const std::map<std::string, Server::Method>& Server::methods() {
    static const std::map<std::string, Method> table = {
        {"initialize", &Server::initialize},
        {"shutdown", &Server::shutdown},
        {"textDocument/hover", &Server::hover},
        {"textDocument/completion", &Server::completion},
        {"textDocument/definition", &Server::definition},
        {"textDocument/references", &Server::references},
        {"textDocument/documentHighlight", &Server::highlights},
        {"textDocument/prepareRename", &Server::prepare_rename},
        {"textDocument/rename", &Server::rename},
        {"textDocument/documentSymbol", &Server::document_symbols},
        {"workspace/symbol", &Server::workspace_symbols},
        {"textDocument/foldingRange", &Server::folding_ranges},
        {"textDocument/formatting", &Server::formatting},
        {"textDocument/codeAction", &Server::code_actions},
        {"workspace/executeCommand", &Server::execute},
        {"initialized", &Server::initialized},
        {"textDocument/didOpen", &Server::did_open},
        {"textDocument/didChange", &Server::did_change},
        {"textDocument/didSave", &Server::did_save},
        {"textDocument/didClose", &Server::did_close},
        {"workspace/didChangeWatchedFiles", &Server::files_changed},
        {"workspace/didChangeConfiguration", &Server::nothing},
        {"exit", &Server::leave},
    };
    return table;
}

Server::Server(const dsl::FileReader& disk, const CheckFlags& flags, std::function<void(const Json&)> send,
               std::function<void()> wake)
    : send_(std::move(send)),
      wake_(std::move(wake)),
      files_(disk),
      drafts_(files_),
      checks_(flags, [this](Checked checked) {
          {
              const std::lock_guard lock(mutex_);
              arrived_.push_back(std::move(checked));
          }
          wake_();
      }) {}

Server::~Server() {
    std::error_code unheard;
    if (!page_folder_.empty()) fs::remove_all(page_folder_, unheard);
}

void Server::refuse_text() { send_(error_answer(nullptr, ErrorCode::ParseError, "This is no JSON.")); }

void Server::receive(const Json& message) {
    const std::string method = text(member(message, "method"));
    const Json& id = member(message, "id");
    const bool wants_answer = id.is_number_integer() || id.is_string();
    if (method.empty()) {
        // An answer to a question of ours has no method; nothing hangs on it.
        const bool is_answer =
            message.is_object() && (message.contains("result") || message.contains("error"));
        if (!is_answer)
            send_(error_answer(wants_answer ? id : Json(nullptr), ErrorCode::InvalidRequest,
                               "A message needs a method."));
        return;
    }
    const auto found = methods().find(method);
    try {
        if (!is_initialized_ && method != "initialize" && method != "exit") {
            if (wants_answer) refuse_with(ErrorCode::NotInitialized, "'initialize' comes first.");
            return;
        }
        if (is_shut_down_ && method != "exit") {
            if (wants_answer) refuse_with(ErrorCode::InvalidRequest, "The server was shut down.");
            return;
        }
        if (found == methods().end()) {
            // A notification that is not known may be passed over.
            if (wants_answer) refuse_with(ErrorCode::MethodNotFound, "There is no '" + method + "' here.");
            return;
        }
        Json result = (this->*found->second)(member(message, "params"));
        if (wants_answer) send_(answer(id, std::move(result)));
    } catch (const Refusal& refusal) {
        if (wants_answer) send_(error_answer(id, refusal.code, refusal.message));
    } catch (const std::exception& error) {
        if (wants_answer) send_(error_answer(id, ErrorCode::InternalError, error.what()));
    }
}

void Server::refuse(const Json& message) {
    const Json& id = member(message, "id");
    if (id.is_number_integer() || id.is_string())
        send_(error_answer(id, ErrorCode::RequestCancelled, "It was cancelled."));
}

// --- life

Json Server::initialize(const Json& params) {
    if (is_initialized_) refuse_with(ErrorCode::InvalidRequest, "'initialize' comes once.");
    is_initialized_ = true;
    std::vector<std::string> roots;
    const auto add_root = [&](const Json& uri) {
        auto path = path_of(text(uri));
        if (!path) return;
        while (path->size() > 1 && path->ends_with('/')) path->pop_back();
        roots.push_back(dsl::normal_path(*path));
    };
    if (const Json& folders = member(params, "workspaceFolders"); folders.is_array()) {
        for (const Json& folder : folders) add_root(member(folder, "uri"));
    }
    if (roots.empty()) add_root(member(params, "rootUri"));
    drafts_.set_roots(std::move(roots));
    const Json& able = member(params, "capabilities");
    takes_snippets_ = is_true(
        member(member(member(able, "textDocument", "completion"), "completionItem"), "snippetSupport"));
    takes_progress_ = is_true(member(able, "window", "workDoneProgress"));
    shows_documents_ = is_true(member(member(able, "window", "showDocument"), "support"));
    watches_files_ =
        is_true(member(member(able, "workspace", "didChangeWatchedFiles"), "dynamicRegistration"));
    const Json& on_save = member(params, "initializationOptions", "checkOnSave");
    if (on_save.is_boolean()) checks_on_save_ = on_save.get<bool>();
    const Json capabilities = {
        {"positionEncoding", "utf-16"},
        {"textDocumentSync",
         {{"openClose", true}, {"change", full_sync_with_changes}, {"save", {{"includeText", false}}}}},
        {"hoverProvider", true},
        {"completionProvider", {{"triggerCharacters", {".", ":", "\""}}}},
        {"definitionProvider", true},
        {"referencesProvider", true},
        {"documentHighlightProvider", true},
        {"renameProvider", {{"prepareProvider", true}}},
        {"documentSymbolProvider", true},
        {"workspaceSymbolProvider", true},
        {"foldingRangeProvider", true},
        {"documentFormattingProvider", true},
        {"codeActionProvider", {{"codeActionKinds", {"quickfix"}}}},
        {"executeCommandProvider", {{"commands", {"errata.check", "errata.page", "errata.spec"}}}},
    };
    return {{"capabilities", capabilities}, {"serverInfo", {{"name", "errata"}, {"version", version()}}}};
}

Json Server::initialized(const Json&) {
    if (!watches_files_) return nullptr;
    const Json watchers = {{{"globPattern", "**/*.rules"}}, {{"globPattern", "**/*.{csv,tsv,md}"}}};
    send_({{"jsonrpc", "2.0"},
           {"id", next_request_++},
           {"method", "client/registerCapability"},
           {"params",
            {{"registrations",
              {{{"id", "watched-files"},
                {"method", "workspace/didChangeWatchedFiles"},
                {"registerOptions", {{"watchers", watchers}}}}}}}}});
    return nullptr;
}

Json Server::shutdown(const Json&) {
    is_shut_down_ = true;
    return nullptr;
}

Json Server::leave(const Json&) {
    exit_code_ = is_shut_down_ ? 0 : 1;
    return nullptr;
}

Json Server::nothing(const Json&) { return nullptr; }

// --- texts

std::string Server::path_in(const Json& params) const {
    const auto path = path_of(text(member(params, "textDocument", "uri")));
    if (!path) refuse_with(ErrorCode::InvalidParams, "This is not about a file.");
    return dsl::normal_path(*path);
}

void Server::text_changed(const std::string& path) {
    // Those that had the file, and those that have it now.
    for (const std::string& spec : drafts_.reading(path)) withdraw(spec);
    drafts_.changed(path);
    for (const std::string& spec : drafts_.specs_of(path)) withdraw(spec);
}

// What was found about another text is not shown.
void Server::withdraw(const std::string& spec) {
    checks_.stop(spec);
    end_check(spec);
    to_publish_.insert(spec);
}

Json Server::did_open(const Json& params) {
    const std::string path = path_in(params);
    const Json& document = member(params, "textDocument");
    const Json& version = member(document, "version");
    open_[path] = {text(member(document, "uri")),
                   version.is_number_integer() ? version.get<std::int64_t>() : 0};
    files_.put(path, text(member(document, "text")));
    text_changed(path);
    check(path);
    return nullptr;
}

Json Server::did_change(const Json& params) {
    const std::string path = path_in(params);
    const auto open = open_.find(path);
    const std::string* const before = files_.find(path);
    if (open == open_.end() || before == nullptr) return nullptr;
    const Json& version = member(params, "textDocument", "version");
    if (version.is_number_integer()) open->second.version = version.get<std::int64_t>();
    std::string now = *before;
    if (const Json& changes = member(params, "contentChanges"); changes.is_array()) {
        for (const Json& change : changes) {
            const Json& range = member(change, "range");
            if (!range.is_object()) {
                now = text(member(change, "text"));
                continue;
            }
            const std::uint32_t begin = offset_at(now, member(range, "start"));
            const std::uint32_t end = std::max(begin, offset_at(now, member(range, "end")));
            now.replace(begin, end - begin, text(member(change, "text")));
        }
    }
    if (now == *before) {
        // What was said holds of the new version, too.
        for (const std::string& spec : drafts_.specs_of(path)) to_publish_.insert(spec);
        return nullptr;
    }
    files_.put(path, std::move(now));
    text_changed(path);
    return nullptr;
}

Json Server::did_save(const Json& params) {
    const std::string path = path_in(params);
    // What it imports, or who imports it, may be another file now.
    files_changed(params);
    check(path);
    return nullptr;
}

Json Server::did_close(const Json& params) {
    const std::string path = path_in(params);
    if (open_.erase(path) == 0) return nullptr;
    files_.remove(path);
    text_changed(path);
    return nullptr;
}

Json Server::files_changed(const Json&) {
    drafts_.came_or_went();
    for (const std::string& spec : drafts_.known()) to_publish_.insert(spec);
    for (const auto& [path, open] : open_) {
        for (const std::string& spec : drafts_.specs_of(path)) to_publish_.insert(spec);
    }
    return nullptr;
}

// --- what is asked

Spot Server::spot_in(const Json& params) {
    const std::string path = path_in(params);
    const Drafted& draft = drafts_.of(path);
    const auto file = draft.file_of(path);
    if (!file) refuse_with(ErrorCode::RequestFailed, "The file cannot be read.");
    return {draft, *file, offset_at(draft.sources.file(*file).text(), member(params, "position"))};
}

Json Server::hover(const Json& params) { return lsp::hover(spot_in(params)); }

Json Server::completion(const Json& params) {
    const Spot spot = spot_in(params);
    if (!path_in(params).ends_with(".rules")) return nullptr;
    return lsp::completion({spot.draft, files_, path_in(params), spot.offset, takes_snippets_});
}

Json Server::definition(const Json& params) { return lsp::definition(spot_in(params), files_); }

// The same place in each spec that has the declaration of what stands there.
std::vector<Spot> Server::spots_of(const Spot& spot) {
    std::vector<Spot> result = {spot};
    const compiler::Declaration* const declaration = spot.draft.references.at(spot.file, spot.offset);
    if (declaration == nullptr) return result;
    const dsl::Span name = declaration->name_span;
    const std::string path = dsl::normal_path(spot.draft.sources.file(name.file).path());
    for (const std::string& spec : drafts_.specs_of(path)) {
        if (spec == spot.draft.spec) continue;
        const Drafted& other = drafts_.of_spec(spec);
        if (const auto file = other.file_of(path)) result.push_back({other, *file, name.begin});
    }
    return result;
}

Json Server::references(const Json& params) {
    Json result = Json::array();
    const bool with_declaration = is_true(member(params, "context", "includeDeclaration"));
    for (const Spot& spot : spots_of(spot_in(params)))
        add_each(result, lsp::references(spot, with_declaration));
    return result;
}

Json Server::highlights(const Json& params) { return lsp::highlights(spot_in(params)); }

Json Server::prepare_rename(const Json& params) {
    const Renamable name = renamable(spot_in(params), files_);
    if (!name.problem.empty()) refuse_with(ErrorCode::RequestFailed, name.problem);
    return {{"range", name.range}, {"placeholder", name.name}};
}

Json Server::rename(const Json& params) {
    Json changes = Json::object();
    for (const Spot& spot : spots_of(spot_in(params))) {
        const Renamed renamed = lsp::rename(spot, text(member(params, "newName")), files_);
        if (!renamed.problem.empty()) refuse_with(ErrorCode::RequestFailed, renamed.problem);
        for (const auto& [uri, edits] : renamed.edit.at("changes").items()) add_each(changes[uri], edits);
    }
    return {{"changes", std::move(changes)}};
}

Json Server::document_symbols(const Json& params) {
    const Spot spot = spot_in(params);
    return lsp::document_symbols(spot.draft, spot.file);
}

Json Server::workspace_symbols(const Json& params) {
    Json result = Json::array();
    for (const std::string& spec : drafts_.known()) {
        Json symbols = Json::array();
        add_symbols(drafts_.of_spec(spec), text(member(params, "query")), symbols);
        add_each(result, symbols);
    }
    return result;
}

Json Server::folding_ranges(const Json& params) {
    const Spot spot = spot_in(params);
    return lsp::folding_ranges(spot.draft, spot.file);
}

Json Server::formatting(const Json& params) {
    const std::string path = path_in(params);
    const auto written = path.ends_with(".rules") ? files_.read(path) : std::nullopt;
    if (!written) refuse_with(ErrorCode::RequestFailed, "The file cannot be read.");
    dsl::SourceSet sources;
    dsl::Sink sink;
    const std::uint32_t file = sources.add(path, *written);
    const auto formatted = dsl::formatted(sources, file, sink);
    if (!formatted) refuse_with(ErrorCode::RequestFailed, "The file has errors; mend them first.");
    Json result = Json::array();
    if (const auto edit = difference(file, *written, *formatted))
        result.push_back({{"range", range_of(sources, edit->span)}, {"newText", edit->text}});
    return result;
}

Json Server::code_actions(const Json& params) {
    const Spot spot = spot_in(params);
    const dsl::SourceFile& file = spot.draft.sources.file(spot.file);
    const std::uint32_t begin = offset_at(file.text(), member(params, "range", "start"));
    const std::uint32_t end = std::max(begin, offset_at(file.text(), member(params, "range", "end")));
    Json result = actions(spot.draft, spot.file, begin, end);
    const auto checked = checked_.find(spot.draft.spec);
    if (checked == checked_.end()) return result;
    const auto by = moved_since(spot.draft);
    for (const Json& diagnostic : shown_in(spot.draft, spot.file, by)) {
        const Json& range = member(diagnostic, "range");
        const bool touches = offset_at(file.text(), member(range, "start")) <= end &&
                             begin <= offset_at(file.text(), member(range, "end"));
        if (!touches || text(member(diagnostic, "data", "finding")).empty()) continue;
        for (Json& action : remedies_of(checked->second, spot.draft, diagnostic))
            result.push_back(std::move(action));
    }
    return result;
}

// What was tried holds of the text that it was tried on; an acceptance is written into any.
Json Server::remedies_of(const Checked& checked, const Drafted& draft, const Json& diagnostic) const {
    const std::string finding = text(member(diagnostic, "data", "finding"));
    Json result = Json::array();
    const auto offer = [&](const std::string& title, const char* what, Json value) {
        result.push_back({{"title", title},
                          {"kind", "quickfix"},
                          {"diagnostics", Json::array({diagnostic})},
                          {what, std::move(value)}});
    };
    for (const Remedied& remedy : checked.remedies) {
        if (remedy.fingerprint != finding) continue;
        if (remedy.edit.is_object()) {
            if (!is_current(checked, draft)) continue;
            offer(remedy.title, "edit", remedy.edit);
            result.back()["isPreferred"] = true;
            continue;
        }
        if (const auto line = insertion_of(draft.sources, draft.modules, remedy.accept_lines))
            offer(remedy.title, "edit",
                  workspace_edit(draft.sources, {{{line->file, line->at, line->at}, line->text}}));
    }
    offer("Show the play and everything else about it", "command",
          {{"title", "Show the report"}, {"command", "errata.page"}, {"arguments", {draft.spec, finding}}});
    return result;
}

Json Server::execute(const Json& params) {
    const std::string command = text(member(params, "command"));
    const Json& arguments = member(params, "arguments");
    const Json first = arguments.is_array() && !arguments.empty() ? arguments[0] : Json();
    if (command == "errata.check") {
        const auto path = path_of(text(first));
        if (!path) refuse_with(ErrorCode::InvalidParams, "'errata.check' wants the URI of a file.");
        return check_now(dsl::normal_path(*path));
    }
    if (command == "errata.spec") return spec_of(arguments.is_array() ? arguments : Json::array());
    if (command == "errata.page") return page(arguments.is_array() ? arguments : Json::array());
    refuse_with(ErrorCode::InvalidParams, "There is no command '" + command + "'.");
}

// [the URI of a file, a position or nothing]: which spec it is, and which of its setups stands there, counted
// from 1 as `errata play` counts them.
Json Server::spec_of(const Json& arguments) {
    const auto path = path_of(arguments.empty() ? "" : text(arguments[0]));
    if (!path) refuse_with(ErrorCode::InvalidParams, "'errata.spec' wants the URI of a file.");
    const Drafted& draft = drafts_.of(dsl::normal_path(*path));
    Json result = {{"spec", draft.spec}, {"setup", nullptr}};
    const auto file = draft.file_of(dsl::normal_path(*path));
    if (arguments.size() < 2 || !file || !draft.draft) return result;
    const std::uint32_t at = offset_at(draft.sources.file(*file).text(), arguments[1]);
    const auto& setups = draft.draft->program.setups;
    for (std::size_t i = 0; i < setups.size(); ++i) {
        const dsl::Span span = setups[i].item->span;
        if (span.file == *file && span.begin <= at && at <= span.end) result["setup"] = i + 1;
    }
    return result;
}

// [the spec or the URI of a file, the fingerprint of a finding or nothing]: writes the page and tells where.
Json Server::page(const Json& arguments) {
    std::string spec = arguments.empty() ? "" : text(arguments[0]);
    if (const auto path = path_of(spec)) spec = *path;
    const bool is_file = !checked_.contains(spec) && spec.starts_with("/");
    if (is_file) spec = drafts_.specs_of(dsl::normal_path(spec)).front();
    const auto checked = checked_.find(spec);
    if (checked == checked_.end())
        refuse_with(ErrorCode::RequestFailed, "The spec has not been checked yet; 'errata.check' does that.");
    const std::string folder = page_folder();
    if (folder.empty()) refuse_with(ErrorCode::RequestFailed, "There is no folder for the page.");
    const std::string path = folder + "/" + dsl::hash_of(spec) + ".html";
    const std::string html = render_html({{&checked->second.report, checked->second.result}});
    if (!write_file(path, html)) refuse_with(ErrorCode::RequestFailed, "The page cannot be written.");
    const std::string finding = arguments.size() > 1 ? text(arguments[1]) : "";
    const std::string anchor = finding.empty() ? "" : short_form(finding);
    if (shows_documents_) {
        send_(
            {{"jsonrpc", "2.0"},
             {"id", next_request_++},
             {"method", "window/showDocument"},
             {"params", {{"uri", uri_of(path) + (anchor.empty() ? "" : "#" + anchor)}, {"external", true}}}});
    }
    return {{"uri", uri_of(path)}, {"anchor", anchor}};
}

// Nobody else writes there, so that nothing of anybody else's is written over.
std::string Server::page_folder() {
    if (!page_folder_.empty()) return page_folder_;
    std::error_code error;
    std::string name = (fs::temp_directory_path(error) / "errata-XXXXXX").string();
    if (!error && mkdtemp(name.data()) != nullptr) page_folder_ = name;
    return page_folder_;
}

// --- what is told unasked

void Server::check(const std::string& path) {
    if (!checks_on_save_) return;
    for (const std::string& spec : drafts_.specs_of(path)) {
        const Drafted& draft = drafts_.of_spec(spec);
        const auto known = checked_.find(spec);
        const bool is_known = known != checked_.end() && is_current(known->second, draft);
        // With errors there is nothing to search, and a file that no spec has is none.
        if (draft.draft && !draft.sink.has_errors() && !is_known) begin_check(draft);
    }
}

Json Server::check_now(const std::string& path) {
    for (const std::string& spec : drafts_.specs_of(path)) {
        const Drafted& draft = drafts_.of_spec(spec);
        if (!draft.draft) refuse_with(ErrorCode::RequestFailed, "No game reads this file.");
        if (draft.sink.has_errors())
            refuse_with(ErrorCode::RequestFailed, "The spec has errors; mend them first.");
        const auto known = checked_.find(spec);
        if (known != checked_.end() && is_current(known->second, draft))
            tell_checked(known->second);
        else
            begin_check(draft);
    }
    return nullptr;
}

static std::string digest_of(const std::map<std::string, std::string>& texts) {
    std::string all;
    for (const auto& [path, text] : texts) all += dsl::hash_of(path + "\n" + text);
    return dsl::hash_of(all);
}

// One that is under way about the same texts goes on.
void Server::begin_check(const Drafted& draft) {
    const std::string texts = digest_of(texts_of(draft.sources));
    const auto found = searches_.find(draft.spec);
    if (found != searches_.end() && found->second.is_underway && found->second.texts == texts) return;
    end_check(draft.spec);
    Search begun{texts, true, ""};
    if (takes_progress_) {
        begun.token = "errata-" + std::to_string(next_request_);
        send_({{"jsonrpc", "2.0"},
               {"id", next_request_++},
               {"method", "window/workDoneProgress/create"},
               {"params", {{"token", begun.token}}}});
        const std::string title = "Errata checks " + fs::path(draft.spec).filename().string();
        send_(notification("$/progress",
                           {{"token", begun.token}, {"value", {{"kind", "begin"}, {"title", title}}}}));
    }
    searches_[draft.spec] = std::move(begun);
    checks_.check(draft.spec, files_);
}

void Server::end_check(const std::string& spec) {
    const auto found = searches_.find(spec);
    if (found == searches_.end() || !found->second.is_underway) return;
    found->second.is_underway = false;
    if (!found->second.token.empty())
        send_(notification("$/progress", {{"token", found->second.token}, {"value", {{"kind", "end"}}}}));
}

// It has come to its end, or nobody wants it any more.
void Server::close_check(const std::string& spec) {
    end_check(spec);
    searches_.erase(spec);
}

void Server::tell_checked(const Checked& checked) {
    send_(notification("errata/checked",
                       {{"spec", checked.spec}, {"summary", checked.summary}, {"isLast", checked.is_last}}));
}

bool Server::is_current(const Checked& checked, const Drafted& draft) {
    return checked.texts == texts_of(draft.sources);
}

const Checked* Server::checked_of(const std::string& spec) const {
    const auto found = checked_.find(spec);
    return found == checked_.end() ? nullptr : &found->second;
}

// Of the files that have changed since, where they say of the game what they said. Nothing: something else
// has changed, or nothing was checked.
std::optional<Server::MovedIn> Server::moved_since(const Drafted& draft) const {
    const Checked* const checked = checked_of(draft.spec);
    const std::map<std::string, std::string> now = texts_of(draft.sources);
    const auto is_same_file = [](const auto& a, const auto& b) { return a.first == b.first; };
    if (checked == nullptr || !std::ranges::equal(checked->texts, now, is_same_file)) return std::nullopt;
    MovedIn result;
    for (const auto& [path, text] : now) {
        const std::string& before = checked->texts.at(path);
        if (text == before) continue;
        auto by = path.ends_with(".rules") ? moved(before, text) : std::nullopt;
        if (!by) return std::nullopt;
        result.emplace(uri_of(path), *std::move(by));
    }
    return result;
}

// The diagnostics of a file: what the compiler says now, and what was found, as far as it still holds.
Json Server::shown_in(const Drafted& draft, std::uint32_t file, const std::optional<MovedIn>& by) const {
    const std::string path = dsl::normal_path(draft.sources.file(file).path());
    Json now = diagnostics_of(draft, file);
    const Checked* const checked = checked_of(draft.spec);
    if (!by || checked == nullptr || !checked->diagnostics.contains(path)) return now;
    const Json& found = checked->diagnostics.at(path);
    if (by->empty()) return found;
    for (const Json& one : found) {
        auto still = moved_diagnostic(one, uri_of(path), *by);
        // What the compiler says it says again.
        if (still && std::ranges::find(now, *still) == now.end()) now.push_back(*std::move(still));
    }
    return now;
}

void Server::arrive(Checked checked) {
    if (!checked.failed.empty()) {
        close_check(checked.spec);
        send_(notification("window/showMessage",
                           {{"type", error_message}, {"message", "Errata: " + checked.failed}}));
        return;
    }
    if (checked.was_stopped) return;
    const auto search = searches_.find(checked.spec);
    const bool is_awaited = search != searches_.end() && search->second.is_underway &&
                            search->second.texts == digest_of(checked.texts);
    if (checked.is_last && is_awaited) close_check(checked.spec);
    if (!is_used(checked.spec) || !is_current(checked, drafts_.of_spec(checked.spec))) return;
    tell_checked(checked);
    // An editor without progress learns of the end so.
    if (checked.is_last && !takes_progress_)
        send_(notification("window/showMessage",
                           {{"type", information_message}, {"message", "Errata: " + checked.summary}}));
    to_publish_.insert(checked.spec);
    checked_[checked.spec] = std::move(checked);
}

void Server::tend() {
    std::vector<Checked> arrived;
    {
        const std::lock_guard lock(mutex_);
        arrived.swap(arrived_);
    }
    for (Checked& one : arrived) arrive(std::move(one));
    for (const std::string& spec : std::exchange(to_publish_, {})) {
        publish(spec);
        // An edit gave the check up, and was undone.
        const auto search = searches_.find(spec);
        if (search == searches_.end() || search->second.is_underway) continue;
        const Drafted& draft = drafts_.of_spec(spec);
        if (digest_of(texts_of(draft.sources)) == search->second.texts) begin_check(draft);
    }
}

bool Server::is_used(const std::string& spec) {
    return std::ranges::any_of(open_, [&](const auto& open) {
        const std::vector<std::string> specs = drafts_.specs_of(open.first);
        return std::ranges::find(specs, spec) != specs.end();
    });
}

// A file is told of by one spec: the first of those that have it and are used.
std::string Server::teller_of(const std::string& path, const std::string& otherwise) {
    const auto holds = [&](const std::string& root) { return path.starts_with(root + "/"); };
    if (!open_.contains(path) && std::ranges::none_of(drafts_.roots(), holds)) return otherwise;
    for (const std::string& spec : drafts_.specs_of(path)) {
        if (is_used(spec)) return spec;
    }
    return otherwise;
}

// Of a spec that no open file belongs to any more, nothing is told.
void Server::forget(const std::string& spec) {
    const auto told = told_.extract(spec);
    checked_.erase(spec);
    checks_.stop(spec);
    close_check(spec);
    drafts_.forget(spec);
    if (!told) return;
    for (const std::string& path : told.mapped()) {
        const std::string other = teller_of(path, "");
        if (!other.empty())
            to_publish_.insert(other);
        else if (!open_.contains(path))
            publish(path, Json::array());
    }
}

void Server::publish(const std::string& spec) {
    if (!is_used(spec)) return forget(spec);
    const Drafted& draft = drafts_.of_spec(spec);
    const auto by = moved_since(draft);
    std::set<std::string> told;
    for (std::uint32_t i = 0; i < draft.sources.size(); ++i) {
        const std::string path = dsl::normal_path(draft.sources.file(i).path());
        if (!path.starts_with("/") || teller_of(path, spec) != spec) continue;
        const Json diagnostics = shown_in(draft, i, by);
        publish(path, diagnostics);
        if (!diagnostics.empty()) told.insert(path);
    }
    for (const std::string& path : told_[spec]) {
        const bool is_gone = !told.contains(path) && !draft.file_of(path);
        if (is_gone) publish(path, Json::array());
    }
    told_[spec] = std::move(told);
}

void Server::publish(const std::string& path, const Json& diagnostics) {
    const auto open = open_.find(path);
    Json params = {{"uri", open == open_.end() ? uri_of(path) : open->second.uri},
                   {"diagnostics", diagnostics}};
    if (open != open_.end()) params["version"] = open->second.version;
    const auto before = published_.find(path);
    // A file of which nothing was ever said needs no word that there is nothing to say, unless it is open.
    if (before == published_.end() && diagnostics.empty() && open == open_.end()) return;
    if (before != published_.end() && before->second == params) return;
    published_[path] = params;
    send_(notification("textDocument/publishDiagnostics", std::move(params)));
}

}  // namespace errata::reports::lsp
