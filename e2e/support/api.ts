import type { DemoFile } from "#lib/launcher/demo-file";
import { apiHeaders } from "./credentials.ts";

/** Returns the answer of a GET below /v1, as the first organization's API client for its first account. */
export async function readApi<Body>(demo: DemoFile, path: string): Promise<Body> {
  const answer = await fetch(`${demo.base_url}${path}`, { headers: apiHeaders(demo) });
  if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}`);
  return (await answer.json()) as Body;
}

/** Sends a change below /v1 as the same client. */
export async function changeApi(demo: DemoFile, method: "POST" | "PATCH", path: string, body: object): Promise<void> {
  const headers = { ...apiHeaders(demo), "content-type": "application/json" };
  const answer = await fetch(`${demo.base_url}${path}`, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
}
