import type { DemoFile } from "#lib/launcher/demo-file";
import { apiHeaders } from "./credentials.ts";

/** What GET answers below /v1, asked as the first organization's integrator for its first account. */
export async function readApi<Body>(demo: DemoFile, path: string): Promise<Body> {
  const answer = await fetch(`${demo.base_url}${path}`, { headers: apiHeaders(demo) });
  if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}`);
  return (await answer.json()) as Body;
}
