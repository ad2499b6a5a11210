// Messages of the Language Server Protocol as they go over a stream: a header that says how long the message
// is, a blank line, the message in JSON. Input that is no message is passed over, or answered with an error.
// It never ends the server.
#pragma once

#include <istream>
#include <optional>
#include <ostream>
#include <string>

#include <nlohmann/json.hpp>

namespace errata::reports::lsp {

using Json = nlohmann::json;

// The codes of the protocol and of JSON-RPC.
enum class ErrorCode {
    ParseError = -32700,
    InvalidRequest = -32600,
    MethodNotFound = -32601,
    InvalidParams = -32602,
    InternalError = -32603,
    NotInitialized = -32002,
    RequestCancelled = -32800,
    RequestFailed = -32803,
};

// The text of the next message; nothing at the end of the stream. A header without a length, or with one
// that nobody means, is passed over.
std::optional<std::string> read_message(std::istream& in);

void write_message(std::ostream& out, const Json& message);

// The member of an object, or null.
const Json& member(const Json& object, const char* name);
const Json& member(const Json& object, const char* outer, const char* inner);

Json notification(const std::string& method, Json params);
Json answer(const Json& id, Json result);
Json error_answer(const Json& id, ErrorCode code, const std::string& message);

}  // namespace errata::reports::lsp
