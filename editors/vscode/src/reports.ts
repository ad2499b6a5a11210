// The reports that are shown: one webview for each spec.
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import * as vscode from "vscode";
import { pageForWebview } from "./page";
import type { Page, Server } from "./server";

export class Reports implements vscode.Disposable {
  private readonly panels = new Map<string, vscode.WebviewPanel>();
  private showings = 0;

  constructor(private readonly server: Server) {}

  /** Shows the report beside the editor, at a finding if one is named. */
  async show(spec: string, finding?: string): Promise<void> {
    const page = await this.server.ask<Page>("errata.page", spec, finding);
    const html = await this.read(page, ++this.showings);
    const panel = this.panels.get(spec) ?? this.open(spec);
    panel.webview.html = html;
    panel.reveal(undefined, true);
  }

  /** The spec was checked again. The reader of its report stays where they are. */
  async refresh(spec: string): Promise<void> {
    if (!this.panels.has(spec)) return;
    const page = await this.server.ask<Page>("errata.page", spec);
    const html = await this.read(page, this.showings);
    // It may have been closed in the meantime.
    const panel = this.panels.get(spec);
    if (panel) panel.webview.html = html;
  }

  dispose(): void {
    for (const panel of this.panels.values()) panel.dispose();
  }

  private async read({ uri, anchor }: Page, number: number): Promise<string> {
    const page = await readFile(vscode.Uri.parse(uri).fsPath, "utf8");
    return pageForWebview(page, { anchor, number });
  }

  private open(spec: string): vscode.WebviewPanel {
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const options = { enableScripts: true, enableFindWidget: true, localResourceRoots: [] };
    const title = `Report: ${basename(spec)}`;
    const panel = vscode.window.createWebviewPanel("errata.report", title, place, options);
    panel.onDidDispose(() => this.panels.delete(spec));
    this.panels.set(spec, panel);
    return panel;
  }
}
