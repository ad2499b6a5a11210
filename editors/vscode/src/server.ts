// The language server `errata lsp`: starts it, starts it again when a setting changes, and asks it.
import * as vscode from "vscode";
import { ExecuteCommandRequest, LanguageClient, type StaticFeature } from "vscode-languageclient/node";
import { chosenProgram, problemOf, ProgramProblem } from "./program";

/** A search has ended. */
export interface Checked {
  spec: string;
  summary: string;
}

/** Where the server wrote the page of a spec, and the place of a finding in it. */
export interface Page {
  uri: string;
  anchor: string;
}

export interface Listener {
  checked(result: Checked): void;
  /** The command of a code action: its arguments are a spec and the fingerprint of a finding. */
  pageWanted(spec: string, finding?: string): Promise<void>;
}

/** A server that can show documents also opens the page in a browser. The webview is enough. */
const showsNoDocuments: StaticFeature = {
  fillClientCapabilities: (capabilities) => delete capabilities.window?.showDocument,
  initialize: () => undefined,
  getState: () => ({ kind: "static" }),
  clear: () => undefined,
};

export class Server {
  private client: LanguageClient | undefined;
  private problem: Error = new ProgramProblem("Errata does not run.");
  private readonly log = vscode.window.createOutputChannel("Errata");
  /** Starts and stops, one after the other. */
  private turn: Promise<void> = Promise.resolve();

  constructor(private readonly listener: Listener) {}

  /** Starts the server with the settings of now. Rejects with the reason if there is none. */
  restart(): Promise<void> {
    const started = this.turn.then(() => this.stop()).then(() => this.start());
    this.turn = started.catch((problem: Error) => {
      this.problem = problem;
    });
    return started;
  }

  async ask<Answer>(command: string, ...params: unknown[]): Promise<Answer> {
    await this.turn;
    if (!this.client) throw this.problem;
    return this.client.sendRequest(ExecuteCommandRequest.type, { command, arguments: params });
  }

  async dispose(): Promise<void> {
    await this.turn;
    await this.stop();
    this.log.dispose();
  }

  private async start(): Promise<void> {
    const program = chosenProgram();
    const problem = await problemOf(program);
    if (problem) throw problem;
    const run = {
      command: program.path,
      args: ["lsp", ...program.arguments],
      options: program.folder ? { cwd: program.folder } : {},
    };
    const client = new LanguageClient("errata", "Errata", run, {
      documentSelector: [{ scheme: "file", language: "errata" }],
      initializationOptions: {
        checkOnSave: vscode.workspace.getConfiguration("errata").get("checkOnSave", true),
      },
      outputChannel: this.log,
      middleware: {
        // The client makes a command of each that the server names, so the page is intercepted here.
        executeCommand: (command, params, next) =>
          command === "errata.page" ? this.listener.pageWanted(params[0], params[1]) : next(command, params),
      },
    });
    client.registerFeature(showsNoDocuments);
    client.onNotification("errata/checked", (result: Checked) => this.listener.checked(result));
    await client.start();
    this.client = client;
  }

  private async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (client?.needsStop()) await client.stop();
  }
}
