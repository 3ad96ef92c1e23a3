import { eq } from "drizzle-orm";
import type { z } from "zod";
import { changeAccount, type Replacement, replacementFor } from "#lib/administration/linked-accounts/change-account";
import { foundIn, type Looked, lookInto } from "#lib/administration/linked-accounts/looked";
import { standInOf } from "#lib/administration/linked-accounts/made-organization";
import { asOrganization } from "#lib/db/as-organization";
import { type AuditDetail, type apiClient, linkedAccount, linkToken } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";
import { type CommandContext, defineCommand } from "#lib/definitions/command";
import { originOf } from "#lib/emr/origin";
import { conflict, notFound } from "#lib/kernel/domain-error";
import type { Principal } from "#lib/kernel/principal";
import { writeAudit } from "#lib/security/audit/audit-log";
import { organizationEntry } from "#lib/security/audit/organization-entry";
import { consentToRepair, consentToWrite, newWrites } from "./consent.ts";
import { assertOpen, givePublicToken, ownLink } from "./link.ts";
import { whereLinking } from "./links-into.ts";
import { linkedModel, repairInput } from "./model.ts";

const PATH = "/link-tokens/{id}/repair";
const ROUTE = `POST ${PATH}`;

type Link = typeof linkToken.$inferSelect;

/** Returns the path that names the account which a view's own token repairs, in the organization that has it. Throws `not_found`. */
async function accountPath({ organizationId, embed }: Principal): Promise<{ id: string }> {
  const [link] = await readTenant({ organizationId, linkedAccountId: null }, (tx) =>
    tx
      .select()
      .from(linkToken)
      .where(eq(linkToken.id, embed?.sessionId ?? "")),
  );
  if (!link?.repairs) throw notFound("Link token");
  const { targetOrganizationId: place } = link;
  const isEnded =
    place !== null &&
    !(await readTenant({ organizationId: place, linkedAccountId: null }, (tx) => standInOf(tx, link.apiClientId)));
  if (isEnded) throw notFound("Linked account");
  return { id: link.linkedAccountId };
}

/**
 * Replaces the credentials of a link's account and switches on the writes that were agreed to, in the account's organization, which
 * must be the transaction's tenant. Returns what the customer agreed to. Throws `conflict` for an account that has ended.
 */
async function mend(
  context: CommandContext<z.infer<typeof repairInput>, Looked<Replacement | null>>,
  { linkedAccountId: id }: Link,
  client: typeof apiClient.$inferSelect,
) {
  const { tx, input, looked } = context;
  const [before] = await tx.select().from(linkedAccount).where(eq(linkedAccount.id, id)).for("update");
  if (!before || before.unlinkedAt) throw conflict("This account has ended, and is not repaired any more");
  const writes = newWrites(input.writes, before);
  let detail: AuditDetail = {};
  const change = {
    ...context,
    principal: whereLinking(context.principal),
    params: { id },
    note: (noted: AuditDetail) => {
      detail = noted;
    },
  };
  await changeAccount(change, writes.length > 0 ? { switch_on: writes } : {}, foundIn(looked));
  const asking = { askedBy: client.name };
  const agreedTo = [...consentToRepair(asking), ...writes.map((write) => consentToWrite(write, asking))];
  return {
    detail: { ...detail, agreed_to: agreedTo },
    agreed: { agreedTo, agreedWrites: writes, connectedTo: originOf(before.connection) },
  };
}

/**
 * POST /link-tokens/{id}/repair: gives an account that a partner's client linked new credentials of the same EMR, once, and ends the
 * token's use. Jobs that wait for them go on.
 */
export const repairByToken = defineCommand({
  method: "POST",
  path: PATH,
  embed: "linking",
  summary: "Repair an account by a link token",
  description:
    "Sent by the view. The connection is tried first, and must lead to the same EMR and practice as before. Jobs that wait for new credentials go on at once. The `public_token` is for the partner's back end, as after a link.",
  permission: "linked-accounts:link",
  by: "link",
  status: 200,
  secret: true,
  input: repairInput,
  done: "EMR repaired",
  body: linkedModel,
  look: ({ principal, input: { connection } }) =>
    lookInto(async () =>
      connection === undefined
        ? null
        : replacementFor(whereLinking(principal), await accountPath(principal), { connection, stays: true }),
    ),
  async execute(context) {
    const { tx, principal, params, input } = context;
    const { link, client } = await ownLink(tx, params, principal.embed?.sessionId);
    assertOpen(link, { repairs: true, writes: input.writes });
    const { targetOrganizationId: place } = link;
    const mended =
      place === null
        ? await mend(context, link, client)
        : await asOrganization(tx, place, async () => {
            if (!(await standInOf(tx, client.id))) throw notFound("Linked account");
            const there = await mend(context, link, client);
            const entry = {
              organizationId: place,
              actor: principal.actor,
              action: "linked-accounts:link",
              route: ROUTE,
            };
            const { linkedAccountId: resource } = link;
            await writeAudit(tx, organizationEntry({ ...entry, resource, detail: there.detail, address: null }));
            return there;
          });
    context.note(mended.detail);
    return givePublicToken(tx, link, mended.agreed);
  },
});
