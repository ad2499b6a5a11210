#include "tests/support/report_schema.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

namespace errata::tests {

namespace {

using valijson::adapters::NlohmannJsonAdapter;

void read_schema(const std::string& name, valijson::Schema& schema) {
    std::ifstream stream(std::string(ERRATA_SOURCE_DIR) + "/reports/" + name);
    const nlohmann::json text = nlohmann::json::parse(stream);
    valijson::SchemaParser().populateSchema(NlohmannJsonAdapter(text), schema);
}

}  // namespace

std::string schema_offence(const std::string& text, const std::string& name) {
    const nlohmann::json document = nlohmann::json::parse(text, nullptr, false);
    if (document.is_discarded()) return "no JSON";
    valijson::Schema schema;
    read_schema(name, schema);
    valijson::ValidationResults results;
    if (valijson::Validator().validate(schema, NlohmannJsonAdapter(document), &results)) return "";
    std::string offences;
    for (valijson::ValidationResults::Error error; results.popError(error);) {
        for (const std::string& part : error.context) offences += part;
        offences += ": " + error.description + "\n";
    }
    return offences;
}

}  // namespace errata::tests
