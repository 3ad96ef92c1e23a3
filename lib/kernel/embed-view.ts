/** The views that can be embedded (decisions §9). */
export const EMBED_VIEWS = [
  "jobs",
  "job",
  "appointments",
  "providers",
  "documents",
  "operation",
  "webhooks",
  "booking",
] as const;

export type EmbedView = (typeof EMBED_VIEWS)[number];

/** The view of an embed session: one of those, or the one that links an EMR, which has tokens of its own (additions §5). */
export type SessionView = EmbedView | "link";
