// What the scenarios share: a workspace of small files, a client of `errata lsp` that waits for what it
// expects, and a document that is being edited. Nothing here waits for a fixed time.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import protocol from "vscode-languageserver-protocol/node.js";

// Milliseconds: for one answer, message or end of the server, and for a whole scenario.
const longest_wait = 10_000;
const longest_scenario = 60_000;

const games = path.join(path.dirname(fileURLToPath(import.meta.url)), "games");

// A scenario gets a fresh workspace and may start servers. What is left of both goes with it.
// ERRATA_SCENARIO: only scenarios with these words in their names.
export function scenario(name, run) {
    if (!name.includes(process.env.ERRATA_SCENARIO ?? "")) return;
    test(name, { timeout: longest_scenario }, async (t) => {
        const workspace = new Workspace();
        const servers = [];
        t.after(() => {
            for (const server of servers) server.kill("SIGKILL");
            workspace.remove();
        });
        const serving = (flags) => {
            servers.push(serve(workspace, flags));
            return servers.at(-1);
        };
        const start = async (options = {}) => {
            const client = new Client(workspace, serving(options.flags), options);
            await client.initialize();
            return client;
        };
        await run({ workspace, start, serving });
    });
}

export class Workspace {
    constructor() {
        this.folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "errata-editors-")));
    }
    path(name) {
        return path.join(this.folder, name);
    }
    uri(name) {
        return pathToFileURL(this.path(name)).href;
    }
    // How the workspace calls the file.
    name(uri) {
        return path.relative(this.folder, fileURLToPath(uri));
    }
    // At once: nobody reads half of it.
    write(name, text) {
        fs.mkdirSync(path.dirname(this.path(name)), { recursive: true });
        fs.writeFileSync(this.path("half-written"), text);
        fs.renameSync(this.path("half-written"), this.path(name));
    }
    read(name) {
        return fs.readFileSync(this.path(name), "utf8");
    }
    // Takes the words out and puts others in.
    replace(name, words, by) {
        const text = this.read(name);
        assert.ok(text.includes(words), `${name} has no '${words}'`);
        this.write(name, text.replace(words, by));
    }
    delete(name) {
        fs.rmSync(this.path(name));
    }
    // The files of a folder of `games`, into a folder of the workspace.
    take(game, folder = "") {
        fs.cpSync(path.join(games, game), this.path(folder), { recursive: true });
    }
    remove() {
        fs.rmSync(this.folder, { recursive: true, force: true });
    }
}

// --- a process that serves

// `within` waits for a promise while the server lives, `ended` for its exit code or the signal that ended it.
function serve(workspace, flags = []) {
    const server = spawn(process.env.ERRATA, ["lsp", ...flags], {
        env: { ...process.env, ERRATA_CACHE: "off", TMPDIR: workspace.folder },
        stdio: ["pipe", "pipe", "inherit"],
    });
    // Writing to a server that is gone is no fault of the client.
    server.stdin.on("error", () => {});
    const end = new Promise((resolve) => server.on("exit", (code, signal) => resolve(code ?? signal)));
    server.ended = () => in_time(end, "the end of the server");
    server.within = (promise, what) => {
        const broken = end.then((how) => Promise.reject(new Error(`${what}: the server has ended, ${how}`)));
        return in_time(Promise.race([promise, broken]), what);
    };
    return server;
}

// Fails if the promise is not kept in time.
async function in_time(promise, what) {
    let timer;
    const late = new Promise((_, reject) => {
        const fail = () => reject(new Error(`${what}: nothing within ${longest_wait / 1000} s`));
        timer = setTimeout(fail, longest_wait);
    });
    try {
        return await Promise.race([promise, late]);
    } finally {
        clearTimeout(timer);
    }
}

// --- a client

const able = {
    textDocument: {
        completion: { completionItem: { snippetSupport: true } },
        publishDiagnostics: { relatedInformation: true, versionSupport: true },
        rename: { prepareSupport: true },
    },
    window: { workDoneProgress: true, showDocument: { support: true } },
    workspace: { didChangeWatchedFiles: { dynamicRegistration: true } },
};

export class Client {
    // `roots`: the folders of the workspace that the editor has open.
    constructor(workspace, server, { roots = [""], capabilities = able, initializationOptions }) {
        this.workspace = workspace;
        this.server = server;
        this.beginning = {
            processId: process.pid,
            rootUri: null,
            capabilities,
            initializationOptions,
            workspaceFolders: roots.map((name) => ({ name: name || "all", uri: workspace.uri(name) })),
        };
        this.told = new Map(); // what was last published of each file, by its name in the workspace
        this.heard = []; // all else that the server says unasked: { method, params }
        this.looking = new Set();
        this.last_version = 0; // of all texts: what was told of one is never taken for the next one
        this.connection = protocol.createProtocolConnection(
            new protocol.StreamMessageReader(server.stdout),
            new protocol.StreamMessageWriter(server.stdin),
        );
        this.connection.onNotification((method, params) => this.hear(method, params));
        this.connection.onUnhandledProgress((params) => this.hear("$/progress", params));
        this.connection.onRequest((method, params) => {
            this.hear(method, params);
            return method === "window/showDocument" ? { success: true } : null;
        });
        this.connection.listen();
    }

    async initialize() {
        this.server_is = await this.ask("initialize", this.beginning);
        this.tell("initialized", {});
    }

    hear(method, params) {
        if (method === "textDocument/publishDiagnostics")
            this.told.set(this.workspace.name(params.uri), params);
        else this.heard.push({ method, params });
        for (const look of this.looking) look();
    }
    heard_of(method) {
        return this.heard.filter((one) => one.method === method).map((one) => one.params);
    }

    // The checks that were made to their end.
    checks() {
        return this.heard_of("errata/checked").filter((one) => one.isLast);
    }

    // What `found` gives as soon as it gives something.
    until(what, found) {
        let look;
        const arrival = new Promise((resolve) => {
            look = () => {
                const result = found();
                if (result) resolve(result);
            };
        });
        this.looking.add(look);
        look();
        return this.server.within(arrival, what).finally(() => this.looking.delete(look));
    }

    ask(method, ...params) {
        return this.server.within(this.connection.sendRequest(method, ...params), method);
    }
    // Nobody waits for it: of a server that has ended, the next request tells.
    tell(method, params) {
        this.connection.sendNotification(method, params).catch(() => {});
    }
    // The error with which a request is refused.
    refusal(method, params) {
        return this.ask(method, params).then(
            (result) => assert.fail(`${method} is answered: ${JSON.stringify(result)}`),
            (error) => error,
        );
    }
    execute(command, ...given) {
        return this.ask("workspace/executeCommand", { command, arguments: given });
    }
    // Another program has changed files.
    files_changed(...names) {
        const changes = names.map((name) => ({ uri: this.workspace.uri(name), type: 2 }));
        this.tell("workspace/didChangeWatchedFiles", { changes });
    }

    open(name, text = this.workspace.read(name)) {
        return new Document(this, name, text);
    }

    // The diagnostics of a file as soon as they are as expected.
    async diagnostics(name, are_expected) {
        const expected = () => {
            const told = this.told.get(name);
            return told && are_expected(told.diagnostics, told) && told.diagnostics;
        };
        try {
            return await this.until(`diagnostics of ${name}`, expected);
        } catch (error) {
            throw new Error(`${error.message}, but ${JSON.stringify(this.told.get(name), null, 1)}`);
        }
    }
    has_diagnostics(name) {
        return this.diagnostics(name, (all) => all.length > 0);
    }
    has_none(name) {
        return this.diagnostics(name, (all) => all.length === 0);
    }

    // Shuts the server down as an editor does; its exit code.
    async leave() {
        await this.ask("shutdown");
        this.tell("exit");
        return this.server.ended();
    }
}

// --- a text

// The range where the words stand first, in lines and UTF-16 units. Bars mark a part of them: "x := |y|"
// means the y, and "x|" the place behind the x.
export function range_of(text, marked) {
    const [before, inside, behind] = marked.split("|");
    const words = marked.replaceAll("|", "");
    const at = text.indexOf(words);
    assert.notEqual(at, -1, `the text has no '${words}'`);
    const begin = inside === undefined ? at : at + before.length;
    const end = inside === undefined ? at + words.length : begin + (behind === undefined ? 0 : inside.length);
    return { start: position_at(text, begin), end: position_at(text, end) };
}

export function position_at(text, offset) {
    const before = text.slice(0, offset).split("\n");
    return { line: before.length - 1, character: before.at(-1).length };
}

function offset_at(text, { line, character }) {
    const before = text.split("\n").slice(0, line);
    return before.reduce((sum, one) => sum + one.length + 1, 0) + character;
}

function with_edit(text, { range, newText }) {
    return text.slice(0, offset_at(text, range.start)) + newText + text.slice(offset_at(text, range.end));
}

export function with_edits(text, edits) {
    const start = (edit) => offset_at(text, edit.range.start);
    return [...edits].sort((a, b) => start(b) - start(a)).reduce(with_edit, text);
}

// A text as an editor has it. Each change goes to the server as a change of a range.
export class Document {
    constructor(client, name, text) {
        this.client = client;
        this.name = name;
        this.uri = client.workspace.uri(name);
        this.text = text;
        this.version = ++client.last_version;
        const languageId = name.endsWith(".rules") ? "errata" : "csv";
        client.tell("textDocument/didOpen", {
            textDocument: { uri: this.uri, languageId, version: this.version, text },
        });
    }

    next_version() {
        return (this.version = ++this.client.last_version);
    }

    // Each of them is for the text that the one before has left.
    change(...edits) {
        this.text = edits.reduce(with_edit, this.text);
        this.client.tell("textDocument/didChange", {
            textDocument: { uri: this.uri, version: this.next_version() },
            contentChanges: edits.map(({ range, newText }) => ({ range, text: newText })),
        });
    }
    replace(words, by) {
        this.change({ range: range_of(this.text, words), newText: by });
    }
    // Types the words where the bar stands, one sign after the other.
    type(place, words) {
        let at = offset_at(this.text, range_of(this.text, place).start);
        for (const sign of words) {
            const here = position_at(this.text, at);
            this.change({ range: { start: here, end: here }, newText: sign });
            at += sign.length;
        }
    }
    // Edits that the server has offered. They are all for the text as it was.
    apply(edits) {
        this.text = with_edits(this.text, edits);
        this.client.tell("textDocument/didChange", {
            textDocument: { uri: this.uri, version: this.next_version() },
            contentChanges: [{ text: this.text }],
        });
    }
    save() {
        this.client.workspace.write(this.name, this.text);
        this.client.tell("textDocument/didSave", { textDocument: { uri: this.uri } });
    }
    close() {
        this.client.tell("textDocument/didClose", { textDocument: { uri: this.uri } });
    }

    // --- what is told of it

    // The diagnostics of the text as it is now.
    diagnostics(are_expected = () => true) {
        const are = (all, told) => told.version === this.version && are_expected(all);
        return this.client.diagnostics(this.name, are);
    }
    is_clean() {
        return this.diagnostics((all) => all.length === 0);
    }
    // All is told that there is to tell of the messages so far: the server tells it of all files at once, of
    // this one too, and answers then.
    async settled() {
        this.change();
        await this.diagnostics();
        await this.client.ask("workspace/symbol", { query: "" });
    }
    // Saves it, and waits until its spec has been checked.
    async checked() {
        const before = this.client.checks().length;
        this.save();
        await this.client.until("a check", () => this.client.checks().length > before);
        await this.settled();
    }

    // --- what is asked about it

    at(place) {
        return { position: range_of(this.text, place).start };
    }
    ask(method, more = {}) {
        return this.client.ask(`textDocument/${method}`, { textDocument: { uri: this.uri }, ...more });
    }
    refusal(method, more = {}) {
        return this.client.refusal(`textDocument/${method}`, { textDocument: { uri: this.uri }, ...more });
    }
    async completion(place) {
        const { items } = await this.ask("completion", place);
        // As an editor sorts them.
        return items.sort((a, b) => (a.sortText < b.sortText ? -1 : 1));
    }
    actions(words) {
        const range = range_of(this.text, words);
        return this.ask("codeAction", { range, context: { diagnostics: [] } });
    }
    async action(words, title) {
        const all = await this.actions(words);
        const found = all.find((one) => one.title.includes(title));
        assert.ok(found, `no '${title}' among ${JSON.stringify(all.map((one) => one.title))}`);
        return found;
    }
}

// The edits of a WorkspaceEdit by the names that the workspace has for the files.
export function edits_by_name(workspace, edit) {
    const changes = Object.entries(edit.changes);
    return Object.fromEntries(changes.map(([uri, edits]) => [workspace.name(uri), edits]));
}

// Applies a WorkspaceEdit: to documents that are open, else to files.
export function apply_everywhere(workspace, edit, documents) {
    for (const [name, edits] of Object.entries(edits_by_name(workspace, edit))) {
        const open = documents.find((one) => one.name === name);
        if (open) open.apply(edits);
        else workspace.write(name, with_edits(workspace.read(name), edits));
    }
}
