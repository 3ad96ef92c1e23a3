import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { embedOrigin, embedSession } from "#lib/db/schema";
import { defineCommand } from "#lib/definitions/command";
import { present } from "#lib/kernel/clock";
import { invalid } from "#lib/kernel/domain-error";
import { environment, isDemo } from "#lib/kernel/environment";
import { problem } from "#lib/kernel/field-error";
import { newId } from "#lib/kernel/id";
import { namedRecord } from "#lib/kernel/named-record";
import { originGround } from "#lib/security/credentials/embed-token";
import { endGrounds } from "#lib/security/credentials/grounds";
import { embedOriginInput, embedOriginModel } from "./model.ts";
import { toEmbedOrigin } from "./origin-queries.ts";

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Throws `invalid` unless the origin uses https, or is local in demo mode, because a token is sent to its pages. */
function assertSafe(origin: string): void {
  const { protocol, hostname } = new URL(origin);
  if (protocol === "https:" || (LOOPBACK.test(hostname) && isDemo(environment()))) return;
  throw invalid(problem("origin", "must be https"));
}

/**
 * POST /embed/origins: allows pages of an origin to frame the organization's embedded views. Registering it again
 * changes nothing.
 */
export const createEmbedOrigin = defineCommand({
  method: "POST",
  path: "/embed/origins",
  embed: "account",
  summary: "Register an origin whose pages may frame embedded views",
  description: "Only https; in demo mode also loopback. Registering a registered origin again returns it unchanged.",
  permission: "embed-origins:create",
  status: 201,
  input: embedOriginInput,
  done: "Origin registered",
  body: z.object({ embed_origin: embedOriginModel }),
  made: ({ embed_origin }) => embed_origin.id,
  async execute({ tx, principal: { organizationId }, input: { origin } }) {
    assertSafe(origin);
    await tx.insert(embedOrigin).values({ id: newId(), organizationId, origin }).onConflictDoNothing();
    const [row] = await tx.select().from(embedOrigin).where(eq(embedOrigin.origin, origin));
    if (!row) throw new Error("The origin was not written");
    return { embed_origin: toEmbedOrigin(row) };
  },
});

/** DELETE /embed/origins/{id}: its pages can no longer frame a view, and open views close within seconds. */
export const deleteEmbedOrigin = defineCommand({
  method: "DELETE",
  path: "/embed/origins/{id}",
  embed: "account",
  summary: "Remove an origin",
  description:
    "Its sessions are revoked: their tokens are refused and their streams end, at once in the process that answers, within 5 seconds in others. Open views close.",
  permission: "embed-origins:delete",
  status: 200,
  input: z.object({}),
  body: z.object({ message: z.string() }),
  async execute({ tx, principal: { organizationId }, params }) {
    const gone = await namedRecord(params, "Embed origin", (id) =>
      tx.delete(embedOrigin).where(eq(embedOrigin.id, id)).returning(),
    );
    await tx
      .update(embedSession)
      .set({ revokedAt: present() })
      .where(and(eq(embedSession.origin, gone.origin), isNull(embedSession.revokedAt)));
    endGrounds(tx, originGround(organizationId, gone.origin));
    return { message: "Origin removed" };
  },
});
