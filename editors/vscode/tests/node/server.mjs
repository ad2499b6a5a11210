#!/usr/bin/env node
// A program that serves an editor as `errata lsp` does. It knows one spec, which is checked at once.
import { writeFileSync } from "node:fs";

if (process.argv.includes("--wrong")) {
  process.stderr.write("errata: --wrong was not expected\nand more\n");
  process.exit(2);
}

const folder = process.env.ERRATA_TEST_FOLDER;
const page = `<!doctype html><html><head><meta http-equiv="Content-Security-Policy"
content="default-src &#39;none&#39;; script-src &#39;sha256-abc=&#39;">
</head><body><article id="12ab"></article><script>1</script></body></html>`;

const send = (message) => {
  const text = JSON.stringify({ jsonrpc: "2.0", ...message });
  process.stdout.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
};

const commands = {
  "errata.check": () => {
    send({ method: "errata/checked", params: { spec: "/game/duel.rules", summary: "1 problem" } });
    return null;
  },
  "errata.spec": ([, place]) => ({ spec: "/game/duel.rules", setup: place?.line === 3 ? 2 : null }),
  "errata.page": ([, finding]) => {
    writeFileSync(`${folder}/page.html`, page);
    return { uri: `file://${folder}/page.html`, anchor: finding ?? "" };
  },
};

const requests = {
  initialize: ({ capabilities, initializationOptions }) => {
    writeFileSync(`${folder}/initialize.json`, JSON.stringify({ capabilities, initializationOptions }));
    return { capabilities: { executeCommandProvider: { commands: Object.keys(commands) } } };
  },
  "workspace/executeCommand": ({ command, arguments: given }) => commands[command](given),
  shutdown: () => null,
};

function receive({ id, method, params }) {
  if (method === "exit") process.exit(0);
  if (id !== undefined) send({ id, result: requests[method]?.(params) ?? null });
}

let waiting = Buffer.alloc(0);
process.stdin.on("data", (data) => {
  waiting = Buffer.concat([waiting, data]);
  for (;;) {
    const head = waiting.indexOf("\r\n\r\n");
    if (head < 0) return;
    const end = head + 4 + Number(/\d+/.exec(waiting.toString("latin1", 0, head))[0]);
    if (waiting.length < end) return;
    const message = JSON.parse(waiting.toString("utf8", head + 4, end));
    waiting = waiting.subarray(end);
    receive(message);
  }
});
