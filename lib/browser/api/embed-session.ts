import type { EmbedSessionModel } from "#lib/administration/embedding/model";
import { call } from "./fetcher.ts";

/** Interval at which a view without the stream checks its session. */
const WATCH_MS = 4_000;

/** GET /embed/sessions/{id}: the content of the view, and the remaining validity of its token. */
export const readEmbedSession = async (id: string): Promise<EmbedSessionModel> =>
  (await call("", "GET /embed/sessions/{id}", { id })).embed_session;

/**
 * Reads the session every few seconds until the signal is aborted, so that a view without the stream learns that it was
 * revoked. The authority handles the responses; after a lost connection the next turn tries again.
 */
export function watchEmbedSession(currentId: () => string | null, signal: AbortSignal): void {
  let isAsking = false;
  const ask = async () => {
    const id = currentId();
    if (isAsking || id === null) return;
    isAsking = true;
    await readEmbedSession(id).catch(() => undefined);
    isAsking = false;
  };
  const timer = setInterval(ask, WATCH_MS);
  signal.addEventListener("abort", () => clearInterval(timer));
}
