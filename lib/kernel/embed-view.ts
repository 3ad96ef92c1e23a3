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
