// The status bar: the summary of the last check of the spec that is in front.
import * as vscode from "vscode";
import type { Checked } from "./server";

export class Summaries implements vscode.Disposable {
  private readonly bySpec = new Map<string, string>();
  private current: string | undefined;

  constructor(private readonly item: vscode.StatusBarItem) {}

  checked({ spec, summary }: Checked): void {
    this.bySpec.set(spec, summary);
    this.draw();
  }

  /** Another server knows of no check. */
  forget(): void {
    this.bySpec.clear();
    this.draw();
  }

  /** The spec in front; undefined if none is. */
  setCurrent(spec: string | undefined): void {
    this.current = spec;
    this.draw();
  }

  dispose(): void {
    this.item.dispose();
  }

  private draw(): void {
    const summary = this.current === undefined ? undefined : this.bySpec.get(this.current);
    if (summary === undefined) return this.item.hide();
    this.item.text = `$(checklist) Errata: ${summary}`;
    this.item.tooltip = `${this.current}\nShow the report`;
    this.item.show();
  }
}
