// How a server begins and ends, and what it makes of messages that are none.
import assert from "node:assert/strict";
import protocol from "vscode-languageserver-protocol/node.js";
import { scenario } from "./support.mjs";

const { CancellationTokenSource, ErrorCodes, LSPErrorCodes, StreamMessageReader } = protocol;

// A client that writes bytes: `say` as they are, `send` as a message. It reads as the real one does.
class Bytes {
    constructor(server) {
        this.server = server;
        this.answers = new Map(); // by id
        this.waiting = new Map();
        new StreamMessageReader(server.stdout).listen((message) => {
            this.answers.set(message.id, message);
            this.waiting.get(message.id)?.(message);
        });
    }
    say(bytes) {
        this.server.stdin.write(bytes);
    }
    send(message) {
        this.say(framed({ jsonrpc: "2.0", ...message }));
    }
    // The answer to a request that was sent, or will be.
    answer(id) {
        const arrival = new Promise((resolve) => {
            if (this.answers.has(id)) resolve(this.answers.get(id));
            else this.waiting.set(id, resolve);
        });
        return this.server.within(arrival, `the answer to ${id}`);
    }
    ask(id, method, params) {
        this.send({ id, method, params });
        return this.answer(id);
    }
    initialize() {
        return this.ask("first", "initialize", { processId: null, rootUri: null, capabilities: {} });
    }
    // The server answers still.
    async is_alive(id = "last") {
        const { result } = await this.ask(id, "workspace/symbol", { query: "" });
        assert.deepEqual(result, []);
    }
}

function framed(message) {
    const text = typeof message === "string" ? message : JSON.stringify(message);
    return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

const nested = (depth) => "[".repeat(depth) + "]".repeat(depth);

// --- beginning and end

scenario("life: a server says what it can", async ({ start }) => {
    const client = await start();
    const { capabilities, serverInfo } = client.server_is;
    assert.equal(serverInfo.name, "errata");
    assert.equal(capabilities.positionEncoding ?? "utf-16", "utf-16");
    assert.equal(capabilities.textDocumentSync.change, 2);
    for (const name of ["hover", "definition", "references", "documentSymbol", "foldingRange", "codeAction"])
        assert.ok(capabilities[`${name}Provider`], name);
    assert.ok(capabilities.renameProvider.prepareProvider);
    assert.ok(capabilities.completionProvider.triggerCharacters.includes("."));
});

scenario("life: shutdown and exit end it well", async ({ start }) => {
    const client = await start();
    assert.equal(await client.ask("shutdown"), null);
    assert.equal((await client.refusal("workspace/symbol", { query: "" })).code, ErrorCodes.InvalidRequest);
    client.tell("exit");
    assert.equal(await client.server.ended(), 0);
});

scenario("life: exit without shutdown ends it with 1", async ({ start, serving }) => {
    const client = await start();
    client.tell("exit");
    assert.equal(await client.server.ended(), 1);
    // Also before anything else.
    const bytes = new Bytes(serving());
    bytes.send({ method: "exit" });
    assert.equal(await bytes.server.ended(), 1);
});

scenario("life: the end of the client is its end", async ({ workspace, start }) => {
    workspace.take("lighthouse");
    const client = await start();
    client.open("lighthouse.rules");
    client.server.stdin.end();
    assert.equal(typeof (await client.server.ended()), "number");
});

scenario("life: the end of the client in the middle of a message is its end", async ({ serving }) => {
    const bytes = new Bytes(serving());
    await bytes.initialize();
    bytes.say("Content-Length: 500\r\n\r\n{");
    bytes.server.stdin.end();
    assert.equal(typeof (await bytes.server.ended()), "number");
});

scenario("life: nothing goes before initialize, and that comes once", async ({ serving }) => {
    const bytes = new Bytes(serving());
    const early = await bytes.ask(1, "workspace/symbol", { query: "" });
    assert.equal(early.error.code, ErrorCodes.ServerNotInitialized);
    bytes.send({ method: "textDocument/didOpen", params: {} });
    assert.ok((await bytes.initialize()).result);
    assert.ok((await bytes.ask(2, "initialize", { capabilities: {} })).error);
    await bytes.is_alive();
});

// --- messages that are none

scenario("messages: an unknown method is refused or passed over", async ({ serving }) => {
    const bytes = new Bytes(serving());
    await bytes.initialize();
    assert.equal((await bytes.ask(1, "textDocument/dance", {})).error.code, ErrorCodes.MethodNotFound);
    assert.equal((await bytes.ask(2, "$/dance", {})).error.code, ErrorCodes.MethodNotFound);
    bytes.send({ method: "textDocument/didDance", params: {} });
    bytes.send({ method: "$/didDance" });
    await bytes.is_alive();
});

scenario("messages: what is no JSON, or no message, is answered", async ({ serving }) => {
    const bytes = new Bytes(serving());
    await bytes.initialize();
    bytes.say(framed("{ no json"));
    assert.equal((await bytes.answer(null)).error.code, ErrorCodes.ParseError);
    for (const text of ["[]", "3", "null", '"text"', '{"id":7}', "{}", nested(1000)]) bytes.say(framed(text));
    assert.equal((await bytes.answer(7)).error.code, ErrorCodes.InvalidRequest);
    bytes.say("Content-Length: 2\r\n\r\n");
    bytes.say(Buffer.from([0xff, 0xfe]));
    await bytes.is_alive();
});

scenario("messages: ids may be numbers or words", async ({ serving }) => {
    const bytes = new Bytes(serving());
    await bytes.initialize();
    for (const id of [0, -3, "é", "a b"]) await bytes.is_alive(id);
});

scenario("messages: headers may be written in other ways", async ({ serving }) => {
    const bytes = new Bytes(serving());
    await bytes.initialize();
    const message = framed({ jsonrpc: "2.0", id: 1, method: "workspace/symbol", params: { query: "" } });
    bytes.say(message.replace("Content-Length", "content-length"));
    assert.ok((await bytes.answer(1)).result);
    const type = "Content-Type: application/vscode-jsonrpc; charset=utf-8";
    bytes.say(message.replace("\r\n\r\n", `\r\n${type}\r\n\r\n`).replace('"id":1', '"id":2'));
    assert.ok((await bytes.answer(2)).result);
    // In pieces.
    for (const sign of message.replace('"id":1', '"id":3')) bytes.say(sign);
    assert.ok((await bytes.answer(3)).result);
});

const odd = [5, "text", null, [], [1, 2], {}, { textDocument: 3 }, { textDocument: { uri: 7 } }];
const methods = [
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/documentSymbol",
    "workspace/symbol",
    "textDocument/foldingRange",
    "textDocument/formatting",
    "textDocument/codeAction",
    "workspace/executeCommand",
];
const notifications = [
    "initialized",
    "textDocument/didOpen",
    "textDocument/didChange",
    "textDocument/didSave",
    "textDocument/didClose",
    "workspace/didChangeWatchedFiles",
    "workspace/didChangeConfiguration",
    "workspace/didChangeWorkspaceFolders",
];

scenario("messages: params of wrong types are refused or passed over", async ({ workspace, serving }) => {
    workspace.take("market");
    const uri = workspace.uri("market.rules");
    const bytes = new Bytes(serving());
    await bytes.initialize();
    const text = workspace.read("market.rules");
    const opened = { uri, languageId: "errata", version: 1, text };
    bytes.send({ method: "textDocument/didOpen", params: { textDocument: opened } });
    const here = { uri };
    const far = { line: 2 ** 40, character: -1 };
    const positions = [3, "place", null, [1], {}, far, { line: "one" }];
    const about_a_file = [
        ...positions.map((position) => ({ textDocument: here, position })),
        { textDocument: here, range: 3, context: null },
        { textDocument: here, range: { start: far, end: [] } },
        { textDocument: here, contentChanges: [3, null, { range: {} }] },
        { textDocument: here, position: far, newName: 3 },
    ];
    const all = [...odd, ...about_a_file];
    for (const method of notifications) for (const params of all) bytes.send({ method, params });
    for (const method of methods) {
        for (const [i, params] of all.entries()) {
            const answer = await bytes.ask(`${method} ${i}`, method, params);
            assert.ok("result" in answer !== "error" in answer, JSON.stringify(answer));
        }
    }
    await bytes.ask("symbols", "workspace/symbol", { query: "" });
});

scenario("messages: cancelling what is no request is passed over", async ({ serving }) => {
    const bytes = new Bytes(serving());
    await bytes.initialize();
    for (const [i, params] of [undefined, { id: {} }, { id: null }, ...odd].entries()) {
        bytes.send({ method: "$/cancelRequest", params });
        await bytes.is_alive(`after ${i}: ${JSON.stringify(params)}`);
    }
});

scenario("messages: an id of many brackets is no id", async ({ serving }) => {
    const bytes = new Bytes(serving());
    await bytes.initialize();
    bytes.say(framed(`{"jsonrpc":"2.0","method":"workspace/symbol","id":${nested(200_000)}}`));
    await bytes.is_alive();
});

scenario("messages: a header without a length is passed over", async ({ serving }) => {
    const bytes = new Bytes(serving());
    await bytes.initialize();
    bytes.say("Content-Type: text/plain\r\n\r\n");
    bytes.say("no header at all\r\n\r\n");
    bytes.say("\r\n\r\n\r\n");
    await bytes.is_alive();
});

// What the lengths of messages may become. Behind such a message the server may lose one more, but not all.
const wrong_lengths = {
    "is none": ["many", "-7", "99999999999999999999", ""],
    "is too short": [9],
    "is too long": [90],
};
for (const [what, lengths] of Object.entries(wrong_lengths)) {
    scenario(`messages: behind a length that ${what} the server answers again`, async ({ serving }) => {
        const bytes = new Bytes(serving());
        await bytes.initialize();
        const message = (id) =>
            framed({ jsonrpc: "2.0", id, method: "workspace/symbol", params: { query: "" } });
        for (const length of lengths) {
            bytes.say(message("wrong").replace(/\d+/, length));
            for (let i = 1; i <= 4; ++i) bytes.say(message(`${length} ${i}`));
            await bytes.answer(`${length} 4`);
        }
    });
}

// --- cancelling

scenario("cancel: a request is answered or told to be cancelled", async ({ workspace, start }) => {
    workspace.take("lighthouse");
    const client = await start();
    const game = client.open("lighthouse.rules");
    const place = { textDocument: { uri: game.uri }, ...game.at("{ r|ing() }") };
    const asked = [];
    for (let i = 0; i < 50; ++i) {
        const source = new CancellationTokenSource();
        asked.push(client.ask("textDocument/completion", place, source.token));
        source.cancel();
    }
    for (const one of await Promise.allSettled(asked)) {
        if (one.status === "fulfilled") assert.ok(one.value.items.length > 0);
        else assert.equal(one.reason.code, LSPErrorCodes.RequestCancelled);
    }
    // Those that were not cancelled are answered.
    assert.ok((await client.ask("textDocument/completion", place)).items.length > 0);
});

scenario("cancel: what waits behind others is not done", async ({ serving }) => {
    const bytes = new Bytes(serving());
    await bytes.initialize();
    // Both arrive at once.
    const ask = framed({ jsonrpc: "2.0", id: 1, method: "workspace/symbol", params: { query: "" } });
    const cancel = framed({ jsonrpc: "2.0", method: "$/cancelRequest", params: { id: 1 } });
    bytes.say(ask + cancel);
    const answer = await bytes.answer(1);
    assert.ok(answer.result ?? answer.error.code === LSPErrorCodes.RequestCancelled);
    // An id that nobody asked with yet, or that was answered long ago.
    bytes.send({ method: "$/cancelRequest", params: { id: 1 } });
    bytes.send({ method: "$/cancelRequest", params: { id: "none" } });
    await bytes.is_alive();
});

scenario("cancel: one of many, the others are answered in their order", async ({ workspace, start }) => {
    workspace.take("market");
    const client = await start();
    const game = client.open("market.rules");
    const source = new CancellationTokenSource();
    const order = [];
    const asked = [1, 2, 3, 4].map((i) => {
        const params = { textDocument: { uri: game.uri } };
        const one = client.ask("textDocument/documentSymbol", params, ...(i === 3 ? [source.token] : []));
        return one.then(() => order.push(i)).catch(() => {});
    });
    source.cancel();
    await Promise.all(asked);
    assert.deepEqual(
        order.filter((i) => i !== 3),
        [1, 2, 4],
    );
});
