import { eq } from "drizzle-orm";
import type { z } from "zod";
import { bringIn, carryOut, takeAuthorization } from "#lib/administration/emr-authorizations/used";
import { linkAccount } from "#lib/administration/linked-accounts/commands";
import { connectTo } from "#lib/administration/linked-accounts/connection";
import { takeProbe } from "#lib/administration/linked-accounts/kept-probe";
import { foundIn, lookInto } from "#lib/administration/linked-accounts/looked";
import { standInOf } from "#lib/administration/linked-accounts/made-organization";
import { organizationName } from "#lib/administration/linked-accounts/named-account";
import { asOrganization } from "#lib/db/as-organization";
import { apiClient, linkToken } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { defineCommand } from "#lib/definitions/command";
import { CONNECTIONS } from "#lib/emr/connections";
import { originOf } from "#lib/emr/origin";
import { present } from "#lib/kernel/clock";
import { conflict, invalid, notFound } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { parseId } from "#lib/kernel/id";
import { writeAudit } from "#lib/security/audit/audit-log";
import { organizationEntry } from "#lib/security/audit/organization-entry";
import { newToken } from "#lib/security/credentials/new-credentials";
import { hashToken } from "#lib/security/credentials/token-hash";
import { consentTo, consentToWrite } from "./consent.ts";
import { leaveReceipt } from "./left-receipt.ts";
import { assertKeysThere, whereLinking } from "./links-into.ts";
import { linkedModel, linkInput } from "./model.ts";
import { refuseSecond } from "./second-account.ts";
import { makeOrganization } from "./target.ts";

const PUBLIC_MS = 15 * 60_000;

type Link = typeof linkToken.$inferSelect;

/** Returns the link of a view's own token, locked, with the client that asks. Throws `not_found`. */
export async function ownLink(tx: Transaction, params: Record<string, string>, sessionId: string | undefined) {
  const id = parseId(params.id ?? "");
  if (!id || id !== sessionId) throw notFound("Link token");
  const [link] = await tx.select().from(linkToken).where(eq(linkToken.id, id)).for("update");
  if (!link) throw notFound("Link token");
  const [client] = await tx.select().from(apiClient).where(eq(apiClient.id, link.apiClientId));
  if (!client) throw new Error("The API client of a link is missing");
  return { link, client };
}

/** Throws `conflict` for a token that was used, or is for the other of a link and a repair, and `invalid` for a write that it does not ask for. */
export function assertOpen({ linkedAt, repairs, writes }: Link, asked: { repairs: boolean; writes: string[] }): void {
  if (linkedAt) throw conflict("This link was used: its EMR is linked");
  if (repairs !== asked.repairs) {
    throw conflict(repairs ? "This link repairs an account, and links no other" : "This link repairs no account");
  }
  const beyond = asked.writes.filter((id) => !writes.includes(id));
  if (beyond.length > 0) {
    throw invalid(problem("writes", `must be operations that this link asks for, not ${beyond.join(", ")}`));
  }
}

/** Throws `conflict` for a token that was used, and `invalid` for an EMR or a write that it does not allow. */
function assertAllowed(link: Link, asked: z.infer<typeof linkInput>): void {
  assertOpen(link, { repairs: false, writes: asked.writes });
  const { emrTypes } = link;
  if (emrTypes && !emrTypes.includes(asked.emr_type)) {
    throw invalid(problem("emr_type", `must be one of ${emrTypes.join(", ")} for this link`));
  }
}

/** Ends the use of a link's token in the caller's transaction. Returns the public token of its account. */
export async function givePublicToken(
  tx: Transaction,
  { id, linkedAccountId }: Link,
  agreed: Pick<Link, "agreedTo" | "agreedWrites" | "connectedTo">,
): Promise<z.infer<typeof linkedModel>> {
  const publicToken = newToken("public");
  const now = present();
  const publicExpiresAt = new Date(now.getTime() + PUBLIC_MS);
  const [finished] = await tx
    .update(linkToken)
    .set({ linkedAt: now, publicHash: hashToken(publicToken), publicExpiresAt, ...agreed })
    .where(eq(linkToken.id, id))
    .returning();
  if (finished) await leaveReceipt(tx, finished);
  return {
    public_token: publicToken,
    expires_at: publicExpiresAt.toISOString(),
    linked_account_id: linkedAccountId,
  };
}

/** POST /link-tokens/{id}/account: links the EMR, once, with the writes that were agreed to, and ends the token's use. */
export const linkByToken = defineCommand({
  method: "POST",
  path: "/link-tokens/{id}/account",
  embed: "linking",
  summary: "Link an EMR by a link token",
  description:
    "Sent by the view. As POST /linked-accounts, but the access token is given to the partner's back end alone, for the `public_token`.",
  permission: "linked-accounts:link",
  by: "link",
  status: 201,
  secret: true,
  input: linkInput,
  done: "EMR linked",
  body: linkedModel,
  made: ({ linked_account_id }) => linked_account_id,
  look: ({ principal, input: { emr_type, connection, write_probes, probe_id } }) =>
    lookInto(async () => {
      const given = CONNECTIONS[emr_type]?.parse(connection) ?? null;
      assertKeysThere(principal, given);
      return connectTo(whereLinking(principal), emr_type, given, {
        writeProbes: write_probes,
        probeId: probe_id,
        accountId: null,
      });
    }),
  async execute({ tx, principal, params, input, looked, note }) {
    const { organizationId } = principal;
    const { link, client } = await ownLink(tx, params, principal.embed?.sessionId);
    assertAllowed(link, input);
    const probed = foundIn(looked);
    await refuseSecond(tx, link, probed.connection);
    const writes = [...new Set(input.writes)];
    const named = { id: link.linkedAccountId, accessTokenReferenceId: link.userId, writes, linkedBy: client.id };
    const address = originOf(probed.connection);
    const there = whereLinking(principal);
    const isNew = link.adminEmail !== null;
    // Nothing can be begun in an organization that is made with the link: what was, was in the client's own.
    const carried = isNew ? await carryOut(tx, principal, probed.connection) : null;
    if (isNew && input.probe_id !== undefined) await takeProbe(tx, principal, input.probe_id, link.linkedAccountId);
    const take = async (organizationOf: string, linkedAccountId: string) => {
      if (isNew) return bringIn(tx, carried, { organizationId: organizationOf, linkedAccountId });
      if (input.probe_id !== undefined) await takeProbe(tx, there, input.probe_id, linkedAccountId);
      return takeAuthorization(tx, there, probed.connection, linkedAccountId);
    };
    const finish = async (owner: string, into: string) => {
      const { made } = await linkAccount(tx, into, input, probed, named);
      const authorized = await take(into, made.id);
      const asking = { askedBy: client.name, owner, adminEmail: link.adminEmail };
      const agreedTo = [...consentTo(asking), ...writes.map((id) => consentToWrite(id, asking))];
      const detail = {
        ...(writes.length > 0 && { switched_on: writes }),
        ...(address !== null && { connected_to: address }),
        agreed_to: agreedTo,
        ...authorized,
      };
      return { made, agreedTo, detail };
    };
    const { targetOrganizationId: target } = link;
    const { agreedTo, detail } =
      target === null
        ? await finish(await organizationName(tx, organizationId), organizationId)
        : await asOrganization(tx, target, async () => {
            if (isNew) await makeOrganization(tx, link, client);
            else if (!(await standInOf(tx, client.id))) throw notFound("Organization");
            const finished = await finish(await organizationName(tx, target), target);
            await writeAudit(
              tx,
              organizationEntry({
                organizationId: target,
                actor: principal.actor,
                action: "linked-accounts:link",
                route: "POST /link-tokens/{id}/account",
                status: 201,
                resource: finished.made.id,
                detail: finished.detail,
                address: null,
              }),
            );
            return finished;
          });
    note(detail);
    return givePublicToken(tx, link, { agreedTo, agreedWrites: writes, connectedTo: address });
  },
});
