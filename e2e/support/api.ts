import type { DemoFile } from "#lib/launcher/demo-file";
import { apiHeaders } from "./credentials.ts";

/** Returns the answer of a GET below /v1, as the first organization's API client for its first account. */
export async function readApi<Body>(demo: DemoFile, path: string): Promise<Body> {
  const answer = await fetch(`${demo.base_url}${path}`, { headers: apiHeaders(demo) });
  if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}`);
  return (await answer.json()) as Body;
}
