// The messages between an embedded view and the embedding page (decisions §9). `public/embed.js` implements the same
// protocol by hand, since it may import nothing.

/** Version of the messages: a page and a frame of different versions ignore each other's messages. */
export const EMBED_PROTOCOL = 1;

/** The appearance that the page wants. Its values are checked where they are applied. */
export interface Look {
  theme?: { scheme?: string; variables?: Record<string, string> };
  /** A BCP 47 language tag. */
  locale?: string;
}

/** A message from the page to its frame. */
export type FromPage =
  | { type: "token"; session_id: string; token: string }
  | { type: "token_failed" }
  | ({ type: "look" } & Look);

/** An event in the view, as passed to the page's `onEvent`. It names no patient. */
export type ViewEvent =
  | { name: "ready"; detail: { view: string } }
  | { name: "job.accepted"; detail: { job_id: number } }
  | { name: "job.completed" | "job.failed"; detail: { job_id: number; event_type: string } }
  | { name: "linked"; detail: { public_token: string; linked_account_id: string } }
  | { name: "done" | "exit"; detail: Record<string, never> }
  | { name: "error"; detail: { code: "revoked" | "refused"; message: string } };

/** A message from the frame to its page. */
export type FromFrame =
  | { type: "hello" }
  | { type: "token_wanted" }
  | { type: "size"; height: number }
  | ({ type: "event" } & ViewEvent);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Returns a message of the page, or null for any other message that a window may receive. */
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
