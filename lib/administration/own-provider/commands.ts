import { eq } from "drizzle-orm";
import { z } from "zod";
import { assertAdminRemains, lockAdmins } from "#lib/administration/users/last-admin";
import { appSession, ownProvider } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { defineCommand } from "#lib/definitions/command";
import { notFound } from "#lib/kernel/domain-error";
import { newId } from "#lib/kernel/id";
import { changedFields } from "#lib/security/audit/changed-fields";
import { endGrounds } from "#lib/security/credentials/grounds";
import { seal } from "#lib/security/sealing/secret-box";
import { assertProvider } from "./discover.ts";
import { ownProviderAnswer, ownProviderInput } from "./model.ts";
import { ownProviderOf, storedProvider } from "./queries.ts";

type Row = typeof ownProvider.$inferSelect;

const RECORD = "OpenID provider";

const auditedOf = (row: Pick<Row, "issuer" | "clientId" | "externalIdClaim"> | undefined) => ({
  issuer: row?.issuer ?? null,
  client_id: row?.clientId ?? null,
  external_id_claim: row?.externalIdClaim ?? null,
});

/** Ends the sessions that the provider has opened. */
async function endItsSessions(tx: Transaction): Promise<void> {
  const ended = await tx.delete(appSession).where(eq(appSession.confined, true)).returning({ id: appSession.id });
  endGrounds(tx, ...ended.map(({ id }) => `session:${id}` as const));
}

/** PUT /organizations/provider: sets the organization's own OpenID provider, after its description was read. */
export const setOwnProvider = defineCommand({
  method: "PUT",
  path: "/organizations/provider",
  embed: "account",
  summary: "Set the organization's own OpenID provider",
  description:
    "Its people then sign in at `sign_in_url`, to this organization alone. Each is bound to the provider's issuer and subject at their first sign-in: by the invitation with which they come, or because `external_id_claim` is the `externalId` that the organization's directory gave them, never by their address. The provider's description is read first: a public https address whose issuer is the given one. Another issuer ends the sessions that the provider before has opened; 409 if no admin could sign in any more.",
  permission: "sign-in-rules:update",
  conditional: { shows: "sign-in-rules:read" },
  by: "person",
  status: 200,
  secret: true,
  input: ownProviderInput,
  done: "OpenID provider set",
  body: ownProviderAnswer,
  look: ({ principal, input }) => assertProvider(principal.organizationId, input.issuer),
  async execute({ tx, principal: { organizationId }, input, note, assertMatch }) {
    const admins = await lockAdmins(tx);
    const before = await storedProvider(tx, "update");
    assertMatch(ownProviderOf(organizationId, before), before !== undefined);
    const given = {
      issuer: input.issuer,
      clientId: input.client_id,
      clientSecret: await seal(input.client_secret),
      externalIdClaim: input.external_id_claim,
    };
    const [row] = await tx
      .insert(ownProvider)
      .values({ id: newId(), organizationId, ...given })
      .onConflictDoUpdate({ target: ownProvider.organizationId, set: given })
      .returning();
    if (!row) throw new Error("The provider was not written");
    if (before && before.issuer !== row.issuer) {
      await endItsSessions(tx);
      await assertAdminRemains(tx, admins, true);
    }
    note(changedFields(RECORD, auditedOf(before), auditedOf(row)));
    return ownProviderOf(organizationId, row);
  },
});

/** DELETE /organizations/provider: removes the organization's own OpenID provider and ends its sessions. */
export const removeOwnProvider = defineCommand({
  method: "DELETE",
  path: "/organizations/provider",
  embed: "account",
  summary: "Remove the organization's own OpenID provider",
  description:
    "Ends the sessions that it has opened. Whoever signed in by it alone needs a link for choosing a password. 404 if there is none, 409 if no admin could sign in without it.",
  permission: "sign-in-rules:update",
  conditional: { shows: "sign-in-rules:read" },
  by: "person",
  status: 200,
  input: z.object({}),
  done: "OpenID provider removed",
  body: ownProviderAnswer,
  async execute({ tx, principal: { organizationId }, note, assertMatch }) {
    const admins = await lockAdmins(tx);
    const before = await storedProvider(tx, "update");
    if (!before) throw notFound("OpenID provider");
    assertMatch(ownProviderOf(organizationId, before));
    await tx.delete(ownProvider).where(eq(ownProvider.id, before.id));
    await endItsSessions(tx);
    await assertAdminRemains(tx, admins, false);
    note(changedFields(RECORD, auditedOf(before), auditedOf(undefined)));
    return ownProviderOf(organizationId, undefined);
  },
});
