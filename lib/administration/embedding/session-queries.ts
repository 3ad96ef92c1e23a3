import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { findLinkedAccount } from "#lib/administration/linked-accounts/queries";
import { embedSession } from "#lib/db/schema";
import { defineQuery, noQuery } from "#lib/definitions/query";
import { presentMs } from "#lib/kernel/clock";
import { notFound } from "#lib/kernel/domain-error";
import { parseId } from "#lib/kernel/id";
import { embedSessionModel } from "./model.ts";

/** GET /embed/sessions/{id}: a session's view and permissions. A view's token can read only its own session. */
export const getEmbedSession = defineQuery({
  path: "/embed/sessions/{id}",
  embed: "offered",
  summary: "Get the view and the permissions of an embed session",
  description: "The session's own token and the API clients of its linked account may read it.",
  permission: "embed-sessions:read",
  patientData: false,
  query: noQuery,
  body: z.object({ embed_session: embedSessionModel }),
  async read({ tx, linkedAccountId, embed, params }) {
    const id = parseId(params.id ?? "");
    if (!id || (embed && embed.sessionId !== id)) throw notFound("Embed session");
    const [row] = await tx
      .select()
      .from(embedSession)
      .where(and(eq(embedSession.id, id), eq(embedSession.linkedAccountId, linkedAccountId)));
    if (!row || row.view === "link") throw notFound("Embed session");
    const left = row.revokedAt ? 0 : Math.floor((row.expiresAt.getTime() - presentMs()) / 1_000);
    return {
      embed_session: {
        id: row.id,
        view: row.view,
        parameters: row.parameters,
        permissions: row.permissions,
        origin: row.origin,
        actor: { id: row.actorId, name: row.actorName },
        theme: row.theme,
        expires_at: row.expiresAt.toISOString(),
        expires_in: Math.max(0, left),
        linked_account: await findLinkedAccount(tx, linkedAccountId),
      },
    };
  },
});
