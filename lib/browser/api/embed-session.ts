import type { EmbedSessionModel } from "#lib/administration/embedding/model";
import { call } from "./fetcher.ts";

/** How often a view that follows no stream asks whether it may go on. */
const WATCH_MS = 4_000;

/** GET /embed/sessions/{id}: what the view is to show, and how long its token has left. */
export const readEmbedSession = async (id: string): Promise<EmbedSessionModel> =>
  (await call<{ embed_session: EmbedSessionModel }>("", `/embed/sessions/${id}`)).embed_session;

/**
 * Asks for the session every few seconds until the signal is aborted: a view without the stream, by which the others hear
 * that they were revoked, hears of it by that. What comes of the answers is the authority's matter; a lost connection is
 * tried again at the next turn.
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
