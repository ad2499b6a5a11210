// Fits the page of a report into a webview. The page allows only scripts whose hash it names. So the one that
// is added here is named, too.
import { createHash } from "node:crypto";
import { follow, type Showing } from "./follow";

export function pageForWebview(page: string, showing: Showing): string {
  const argument = JSON.stringify(showing).replaceAll("<", "\\u003c");
  const script = `(${follow.toString()})(${argument});`;
  const hash = createHash("sha256").update(script).digest("base64");
  const end = page.lastIndexOf("</body>");
  const whole = `${page.slice(0, end)}<script>${script}</script>${page.slice(end)}`;
  return whole.replace("; script-src ", (policy) => `${policy}'sha256-${hash}' `);
}
