// An editor that is none: so much of the module `vscode` that the extension and its client run in Node. It
// notes what they ask for. What no test looks at is a thing that can be called, made and asked for anything.
import Module, { createRequire } from "node:module";

function anything() {
  const members = new Map();
  const thing = new Proxy(class {}, {
    get: (target, name) => {
      if (name === "prototype") return target.prototype;
      if (name === "then" || typeof name === "symbol") return undefined;
      if (!members.has(name)) members.set(name, anything());
      return members.get(name);
    },
    apply: () => anything(),
    // A class of the client that extends it keeps its own members.
    construct: (target, _, made) => (made === thing ? anything() : Reflect.construct(target, [], made)),
  });
  return thing;
}

const withAnythingElse = (known) => {
  const rest = anything();
  return new Proxy(known, { get: (target, name) => (name in target ? target[name] : rest[name]) });
};

class Uri {
  constructor(path) {
    this.scheme = "file";
    this.fsPath = path;
  }
  static file = (path) => new Uri(path);
  static parse = (text) => new Uri(decodeURIComponent(new URL(text).pathname));
  toString = () => `file://${this.fsPath}`;
}

/** `answers`: by the words of a button or message, what the designer answers. */
export function makeEditor({ settings = {}, file, answer }) {
  const noted = { commands: new Map(), executed: [], messages: [], panels: [], terminals: [] };
  const changes = [];
  noted.changeSettings = () => changes.forEach((tell) => tell({ affectsConfiguration: () => true }));
  const editor = file && {
    document: { languageId: "errata", uri: Uri.file(file), isDirty: false },
    selection: { active: { line: 3, character: 4 } },
  };
  noted.statusItem = { hide: () => delete noted.shown, show: () => (noted.shown = noted.statusItem.text) };

  const tell = async (message, ...buttons) => {
    noted.messages.push({ message, buttons });
    return answer;
  };
  const disposable = (dispose) => ({ dispose });
  const registerCommand = (name, run) => {
    if (noted.commands.has(name)) throw new Error(`command '${name}' already exists`);
    noted.commands.set(name, run);
    return disposable(() => noted.commands.delete(name));
  };
  const createWebviewPanel = (type, title, place, options) => {
    const panel = { type, title, options, webview: { html: "" }, reveals: 0 };
    panel.reveal = () => ++panel.reveals;
    panel.onDidDispose = (gone) => (panel.dispose = gone);
    noted.panels.push(panel);
    return panel;
  };
  const createTerminal = (options) => {
    const terminal = { options, lines: [], show: () => undefined };
    terminal.sendText = (line) => terminal.lines.push(line);
    noted.terminals.push(terminal);
    return terminal;
  };
  const event = () => disposable(() => undefined);
  const getConfiguration = (section) => ({
    get: (name, otherwise) => settings[section ? `${section}.${name}` : name] ?? otherwise,
  });

  noted.vscode = withAnythingElse({
    version: "1.82.0",
    Uri,
    ViewColumn: { Beside: -2 },
    StatusBarAlignment: { Left: 1 },
    commands: withAnythingElse({
      registerCommand,
      executeCommand: async (...command) => noted.executed.push(command),
    }),
    window: withAnythingElse({
      activeTextEditor: editor,
      visibleTextEditors: editor ? [editor] : [],
      showErrorMessage: tell,
      showWarningMessage: tell,
      createStatusBarItem: () => noted.statusItem,
      createWebviewPanel,
      createTerminal,
      onDidChangeActiveTextEditor: event,
    }),
    workspace: withAnythingElse({
      textDocuments: [],
      notebookDocuments: [],
      workspaceFolders: undefined,
      getConfiguration,
      onDidChangeConfiguration: (listener) => {
        changes.push(listener);
        return disposable(() => undefined);
      },
    }),
  });
  return noted;
}

/** The extension as it is shipped, inside this editor. */
export function loadExtension(vscode) {
  const load = Module._load;
  Module._load = (name, ...more) => (name === "vscode" ? vscode : load(name, ...more));
  try {
    const require = createRequire(import.meta.url);
    const path = require.resolve("../../dist/extension.js");
    delete require.cache[path];
    return require(path);
  } finally {
    Module._load = load;
  }
}
