import { ApiFailure, failureOf } from "#lib/browser/api/api-failure";
import { words } from "./words.ts";

/** Calls a route that needs no session. Returns its answer; throws an ApiFailure to display. */
export async function ask<Body>(path: string, body: Record<string, unknown>): Promise<Body> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      cache: "no-store",
    });
  } catch {
    throw new ApiFailure(0, words.unreachable);
  }
  if (!response.ok) throw await failureOf(response);
  return (await response.json().catch(() => ({}))) as Body;
}
