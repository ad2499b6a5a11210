#include "reports/lsp/wire.h"

#include <charconv>

#include "dsl/base/text.h"

namespace errata::reports::lsp {

namespace {

// Bytes. A longer message is taken for a wrong length.
constexpr std::size_t longest_message = std::size_t{256} << 20U;
constexpr std::size_t longest_header_line = 4'096;

// Without its end; nothing at the end of the stream. Of a long line the last part is kept.
std::optional<std::string> header_line(std::istream& in) {
    std::string line;
    for (int c = in.get(); c != std::istream::traits_type::eof(); c = in.get()) {
        if (c == '\n') {
            if (!line.empty() && line.back() == '\r') line.pop_back();
            return line;
        }
        if (line.size() == longest_header_line) line.erase(0, line.size() / 2);
        line += static_cast<char>(c);
    }
    return std::nullopt;
}

// Wherever in the line it stands: behind a message of another length than it said, its rest comes first.
std::optional<std::size_t> length_in(const std::string& line) {
    constexpr std::string_view name = "content-length:";
    const std::size_t found = dsl::lower(line).rfind(name);
    if (found == std::string::npos) return std::nullopt;
    std::size_t at = found + name.size();
    while (at < line.size() && line[at] == ' ') ++at;
    std::size_t length = 0;
    const auto [end, error] = std::from_chars(line.data() + at, line.data() + line.size(), length);
    const bool is_number = error == std::errc() && end == line.data() + line.size();
    if (!is_number || length > longest_message) return std::nullopt;
    return length;
}

}  // namespace

std::optional<std::string> read_message(std::istream& in) {
    while (true) {
        std::optional<std::size_t> length;
        auto line = header_line(in);
        for (; line && !line->empty(); line = header_line(in)) {
            if (const auto known = length_in(*line)) length = known;
        }
        if (!line) return std::nullopt;
        if (!length) continue;
        std::string text(*length, '\0');
        in.read(text.data(), static_cast<std::streamsize>(text.size()));
        if (static_cast<std::size_t>(in.gcount()) < text.size()) return std::nullopt;
        return text;
    }
}

void write_message(std::ostream& out, const Json& message) {
    const std::string text = message.dump(-1, ' ', false, Json::error_handler_t::replace);
    out << "Content-Length: " << text.size() << "\r\n\r\n" << text << std::flush;
}

const Json& member(const Json& object, const char* name) {
    static const Json none;
    if (!object.is_object()) return none;
    const auto found = object.find(name);
    return found == object.end() ? none : *found;
}

const Json& member(const Json& object, const char* outer, const char* inner) {
    return member(member(object, outer), inner);
}

Json notification(const std::string& method, Json params) {
    return {{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}};
}

Json answer(const Json& id, Json result) {
    return {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}};
}

Json error_answer(const Json& id, ErrorCode code, const std::string& message) {
    return {
        {"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", static_cast<int>(code)}, {"message", message}}}};
}

}  // namespace errata::reports::lsp
