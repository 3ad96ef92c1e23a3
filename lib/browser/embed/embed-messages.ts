// What an embedded view and the page around it tell each other (decisions §9). `public/embed.js` speaks the same by hand,
// since it may depend on nothing.

/** Of the messages' form: a page and a frame of different versions leave each other's messages alone. */
export const EMBED_PROTOCOL = 1;

/** How the page wants the view to look. What stands in it is checked where it is applied. */
export interface Look {
  theme?: { scheme?: string; variables?: Record<string, string> };
  /** BCP 47. */
  locale?: string;
}

/** What the page tells its frame. */
export type FromPage =
  | { type: "token"; session_id: string; token: string }
  | { type: "token_failed" }
  | ({ type: "look" } & Look);

/** What happened in the view, as the page's `onEvent` is told it. It names no patient. */
export type ViewEvent =
  | { name: "ready"; detail: { view: string } }
  | { name: "job.accepted"; detail: { job_id: number } }
  | { name: "job.completed" | "job.failed"; detail: { job_id: number; event_type: string } }
  | { name: "error"; detail: { code: "revoked" | "refused"; message: string } };

/** What the frame tells its page. */
export type FromFrame =
  | { type: "hello" }
  | { type: "token_wanted" }
  | { type: "size"; height: number }
  | ({ type: "event" } & ViewEvent);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** A message of the page's, or null for anything else that a window may be sent. */
export function readFromPage(data: unknown): FromPage | null {
  if (!isObject(data) || data.crc !== EMBED_PROTOCOL) return null;
  const { type, session_id, token, theme, locale } = data;
  if (type === "token_failed") return { type };
  if (type === "token") {
    return typeof token === "string" && typeof session_id === "string" ? { type, token, session_id } : null;
  }
  if (type !== "look") return null;
  return {
    type,
    ...(isObject(theme) && { theme: theme as NonNullable<Look["theme"]> }),
    ...(typeof locale === "string" && { locale }),
  };
}
