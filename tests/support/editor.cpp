#include "tests/support/editor.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "reports/cli/files.h"
#include "reports/lsp/places.h"
#include "tests/support/scratch.h"
#include "tests/support/specs.h"

namespace errata::tests {

namespace fs = std::filesystem;

namespace {

reports::CheckFlags without_cache() {
    reports::CheckFlags flags;
    flags.threads = 1;
    flags.cache.is_unwanted = true;
    return flags;
}

}  // namespace

Editor::Editor(const std::string& name, bool checks) : folder_(scratch_file(name)) {
    fs::create_directories(folder_);
    folder_ = fs::canonical(folder_);
    server_ = std::make_unique<reports::lsp::Server>(
        disk_, without_cache(),
        [this](const Json& message) {
            sent_.push_back(message);
            if (message.value("method", "") == "textDocument/publishDiagnostics")
                published_[message.at("params").at("uri")] = message.at("params").at("diagnostics");
        },
        [this] {
            {
                const std::lock_guard lock(mutex_);
                is_woken_ = true;
            }
            woken_.notify_all();
        });
    ask("initialize",
        {{"rootUri", reports::lsp::uri_of(folder_.string())},
         {"initializationOptions", {{"checkOnSave", checks}}},
         {"capabilities",
          {{"textDocument", {{"completion", {{"completionItem", {{"snippetSupport", true}}}}}}}}}});
    tell("initialized", Json::object());
}

Editor::~Editor() {
    server_.reset();
    std::error_code unheard;
    fs::remove_all(folder_, unheard);
}

void Editor::write(const std::string& file, const std::string& text) {
    fs::create_directories((folder_ / file).parent_path());
    EXPECT_TRUE(reports::write_file((folder_ / file).string(), text));
}

void Editor::remove(const std::string& file) { fs::remove(folder_ / file); }

std::string Editor::uri(const std::string& file) const {
    return reports::lsp::uri_of((folder_ / file).string());
}

void Editor::open(const std::string& file) { open(file, disk_.read((folder_ / file).string()).value()); }

void Editor::open(const std::string& file, const std::string& text) {
    texts_[file] = text;
    versions_[file] = 1;
    tell("textDocument/didOpen",
         {{"textDocument", {{"uri", uri(file)}, {"languageId", "errata"}, {"version", 1}, {"text", text}}}});
}

void Editor::replace(const std::string& file, const std::string& before, const std::string& after) {
    const std::size_t at = texts_.at(file).find(before);
    ASSERT_NE(at, std::string::npos) << before;
    edit(file, at, before.size(), after);
}

void Editor::edit(const std::string& file, std::size_t at, std::size_t size, const std::string& after) {
    std::string& text = texts_.at(file);
    const dsl::SourceFile source("", text);
    const Json range =
        reports::lsp::range_of(source, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + size));
    text.replace(at, size, after);
    tell("textDocument/didChange", {{"textDocument", {{"uri", uri(file)}, {"version", ++versions_[file]}}},
                                    {"contentChanges", {{{"range", range}, {"text", after}}}}});
}

void Editor::set(const std::string& file, const std::string& text) {
    texts_[file] = text;
    tell("textDocument/didChange", {{"textDocument", {{"uri", uri(file)}, {"version", ++versions_[file]}}},
                                    {"contentChanges", {{{"text", text}}}}});
}

void Editor::save(const std::string& file) {
    write(file, texts_.at(file));
    tell("textDocument/didSave", document(file));
}

void Editor::close(const std::string& file) {
    tell("textDocument/didClose", document(file));
    texts_.erase(file);
}

Editor::Json Editor::at(const std::string& file, const std::string& words, std::size_t offset) const {
    const auto open = texts_.find(file);
    const dsl::SourceFile source(
        "", open != texts_.end() ? open->second : disk_.read((folder_ / file).string()).value());
    const std::size_t found = source.text().find(words);
    EXPECT_NE(found, std::string::npos) << words;
    return reports::lsp::position_at(source, static_cast<std::uint32_t>(found + offset));
}

Editor::Json Editor::place(const std::string& file, const std::string& words, std::size_t offset) const {
    Json params = document(file);
    params["position"] = at(file, words, offset);
    return params;
}

Editor::Json Editor::document(const std::string& file) const {
    return {{"textDocument", {{"uri", uri(file)}}}};
}

Editor::Json Editor::ask(const std::string& method, const Json& params) {
    const int id = ++last_id_;
    server_->receive(Json{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}});
    for (auto message = sent_.rbegin(); message != sent_.rend(); ++message) {
        if (message->value("id", Json()) != Json(id) || message->contains("method")) continue;
        if (message->contains("error")) return {{"error", message->at("error")}};
        return message->at("result");
    }
    ADD_FAILURE() << method << " was not answered";
    return nullptr;
}

void Editor::tell(const std::string& method, const Json& params) {
    server_->receive(Json{{"jsonrpc", "2.0"}, {"method", method}, {"params", params}});
}

void Editor::tend() { server_->tend(); }

void Editor::wait() {
    while (server_->is_busy()) {
        std::unique_lock lock(mutex_);
        woken_.wait_for(lock, std::chrono::milliseconds(20), [&] { return is_woken_; });
        is_woken_ = false;
    }
    tend();
}

Editor::Json Editor::diagnostics(const std::string& file) const {
    const auto found = published_.find(uri(file));
    return found == published_.end() ? Json() : found->second;
}

void Editor::forget() { sent_.clear(); }

void Editor::apply(const Json& edit) {
    for (const auto& [where, changes] : edit.at("changes").items()) {
        const fs::path path = *reports::lsp::path_of(where);
        const std::string file = path.lexically_relative(folder_).string();
        std::vector<Json> all = changes;
        std::string text = texts_.contains(file) ? texts_.at(file) : disk_.read(path.string()).value();
        const auto begin = [&](const Json& change) {
            return reports::lsp::offset_at(text, change.at("range").at("start"));
        };
        std::ranges::sort(all, [&](const Json& a, const Json& b) { return begin(a) > begin(b); });
        for (const Json& change : all) {
            const std::uint32_t first = begin(change);
            const std::uint32_t last = reports::lsp::offset_at(text, change.at("range").at("end"));
            text.replace(first, last - first, change.at("newText").get<std::string>());
        }
        if (!texts_.contains(file)) {
            write(file, text);
            continue;
        }
        set(file, text);
    }
}

}  // namespace errata::tests
