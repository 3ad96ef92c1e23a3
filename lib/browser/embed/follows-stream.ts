import type { EmbedSessionModel } from "#lib/administration/embedding/model";

/** Returns whether a view is live by the stream. Its messages concern jobs, of which a view of webhooks sees none. */
export const followsStream = ({ view, permissions }: Pick<EmbedSessionModel, "view" | "permissions">): boolean =>
  view !== "webhooks" && permissions.includes("events:read");
