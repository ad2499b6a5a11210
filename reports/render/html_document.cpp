#include "reports/render/html_document.h"

#include "reports/assets/embedded.h"

namespace errata::reports::html {

std::string document(const std::string& title, const Html& body) {
    const std::string policy = "default-src 'none'; style-src '" + std::string(report_css_hash) +
                               "'; script-src '" + std::string(report_js_hash) +
                               "'; img-src data:; base-uri 'none'; form-action 'none'";
    const Html head =
        lone_element("meta", {{"charset", "utf-8"}}) + Html{"\n"} +
        lone_element("meta", {{"http-equiv", "Content-Security-Policy"}, {"content", policy}}) + Html{"\n"} +
        lone_element("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}}) +
        lone_element("meta", {{"name", "color-scheme"}, {"content", "light dark"}}) +
        lone_element("meta", {{"name", "generator"}, {"content", "errata " ERRATA_VERSION}}) + Html{"\n"} +
        element("title", escaped(title)) + Html{"\n"} + element("style", Html{std::string(report_css)}) +
        Html{"\n"};
    const Html content = Html{"\n"} + body + element("script", Html{std::string(report_js)}) + Html{"\n"};
    const Html page = element("head", head) + Html{"\n"} + element("body", content) + Html{"\n"};
    return "<!doctype html>\n" + element("html", {{"lang", "en"}}, page).code + "\n";
}

}  // namespace errata::reports::html
