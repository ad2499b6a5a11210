// Prints a line for each scenario, and why it failed. neovim.lua prints such lines, too; `run` counts them.
export default async function* report(events) {
    for await (const { type, data } of events) {
        if (type === "test:stdout" || type === "test:stderr") yield data.message;
        const is_result = type === "test:pass" || type === "test:fail";
        const error = data.details?.error;
        // A file fails with its scenarios; it is told of if it fails by itself.
        const is_file = data.name?.endsWith(".test.mjs");
        if (!is_result || (is_file && (type === "test:pass" || error?.failureType === "subtestsFailed")))
            continue;
        const seconds = (data.details.duration_ms / 1000).toFixed(2).padStart(6);
        yield `${type === "test:pass" ? "ok    " : "FAILED"} ${seconds} s  node: ${data.name}\n`;
        if (type === "test:fail") yield `${told(error)}\n`;
    }
}

function told(error) {
    const why = error.cause ?? error;
    const text = String(why.stack ?? why);
    // Of the places the one in the scenario.
    const lines = text.split("\n").filter((line) => !/^ +at /.test(line) || /\.test\.mjs/.test(line));
    return lines.map((line) => `        ${line}`).join("\n");
}
