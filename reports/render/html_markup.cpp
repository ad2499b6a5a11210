#include "reports/render/html_markup.h"

#include "reports/assets/embedded.h"
#include "reports/version.h"

namespace errata::reports::html {

Html prose(std::string_view sentences) {
    Html result;
    while (!sentences.empty()) {
        const std::size_t open = sentences.find('`');
        const std::size_t close = open == std::string_view::npos ? open : sentences.find('`', open + 1);
        if (close == std::string_view::npos) return result + escaped(sentences);
        result += escaped(sentences.substr(0, open)) +
                  element("code", escaped(sentences.substr(open + 1, close - open - 1)));
        sentences.remove_prefix(close + 1);
    }
    return result;
}

Html worded(std::string_view name, std::string_view kind, std::string_view words) {
    return element(name, {{"class", std::string(kind)}}, escaped(words));
}

Html each(std::string_view name, const std::vector<std::string>& words) {
    Html result;
    for (const std::string& one : words) result += element(name, escaped(one));
    return result;
}

Html row(std::string_view name, std::initializer_list<Html> cells) {
    Html result;
    for (const Html& cell : cells) result += element(name, cell);
    return element("tr", result) + Html{"\n"};
}

Html scrolling_table(std::string_view kind, const std::string& label, const Html& head, const Html& body) {
    const Html table =
        element("table", {{"class", std::string(kind)}}, element("thead", head) + element("tbody", body));
    return element("div", {{"class", "scroll"}, {"role", "region"}, {"aria-label", label}, {"tabindex", "0"}},
                   table);
}

std::string Ids::unique(const std::string& wanted) {
    std::string id = wanted;
    for (std::size_t number = 2; !given_.insert(id).second; ++number)
        id = wanted + "-" + std::to_string(number);
    return id;
}

std::string document(const std::string& title, const Html& body) {
    const std::string policy = "default-src 'none'; style-src '" + std::string(report_css_hash) +
                               "'; script-src '" + std::string(report_js_hash) +
                               "'; img-src data:; base-uri 'none'; form-action 'none'";
    const Html head =
        lone_element("meta", {{"charset", "utf-8"}}) + Html{"\n"} +
        lone_element("meta", {{"http-equiv", "Content-Security-Policy"}, {"content", policy}}) + Html{"\n"} +
        lone_element("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}}) +
        lone_element("meta", {{"name", "color-scheme"}, {"content", "light dark"}}) +
        lone_element("meta", {{"name", "generator"}, {"content", "errata " + version()}}) + Html{"\n"} +
        element("title", escaped(title)) + Html{"\n"} + element("style", Html{std::string(report_css)}) +
        Html{"\n"};
    const Html content = Html{"\n"} + body + element("script", Html{std::string(report_js)}) + Html{"\n"};
    const Html page = element("head", head) + Html{"\n"} + element("body", content) + Html{"\n"};
    return "<!doctype html>\n" + element("html", {{"lang", "en"}}, page).code + "\n";
}

}  // namespace errata::reports::html
