import { eq } from "drizzle-orm";
import { changeAccount, replacementFor } from "#lib/administration/linked-accounts/change-account";
import { foundIn, lookInto } from "#lib/administration/linked-accounts/looked";
import { type AuditDetail, linkedAccount, linkToken } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";
import { defineCommand } from "#lib/definitions/command";
import { originOf } from "#lib/emr/origin";
import { conflict, notFound } from "#lib/kernel/api-error";
import type { Principal } from "#lib/kernel/principal";
import { consentToRepair, consentToWrite, newWrites } from "./consent.ts";
import { assertOpen, givePublicToken, ownLink } from "./link.ts";
import { linkedModel, repairInput } from "./model.ts";

/** Returns the path that names the account which a view's own token repairs. Throws 404. */
async function accountPath({ organizationId, embed }: Principal): Promise<{ id: string }> {
  const [link] = await readTenant({ organizationId, linkedAccountId: null }, (tx) =>
    tx
      .select()
      .from(linkToken)
      .where(eq(linkToken.id, embed?.sessionId ?? "")),
  );
  if (!link?.repairs) throw notFound("Link token");
  return { id: link.linkedAccountId };
}

/**
 * POST /link-tokens/{id}/repair: gives an account that a partner's client linked new credentials of the same EMR, once, and ends the
 * token's use. Jobs that wait for them go on.
 */
export const repairByToken = defineCommand({
  method: "POST",
  path: "/link-tokens/{id}/repair",
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
        : replacementFor(principal, await accountPath(principal), { connection, stays: true }),
    ),
  async execute(context) {
    const { tx, principal, params, input, looked } = context;
    const { link, client } = await ownLink(tx, params, principal.embed?.sessionId);
    assertOpen(link, { repairs: true, writes: input.writes });
    const [before] = await tx
      .select()
      .from(linkedAccount)
      .where(eq(linkedAccount.id, link.linkedAccountId))
      .for("update");
    if (!before || before.unlinkedAt) throw conflict("This account has ended, and is not repaired any more");
    const writes = newWrites(input.writes, before);
    let detail: AuditDetail = {};
    const change = {
      ...context,
      params: { id: link.linkedAccountId },
      note: (noted: AuditDetail) => {
        detail = noted;
      },
    };
    await changeAccount(change, writes.length > 0 ? { switch_on: writes } : {}, foundIn(looked));
    const asking = { askedBy: client.name };
    const agreedTo = [...consentToRepair(asking), ...writes.map((id) => consentToWrite(id, asking))];
    context.note({ ...detail, agreed_to: agreedTo });
    const connectedTo = originOf(before.connection);
    return givePublicToken(tx, link, { agreedTo, agreedWrites: writes, connectedTo });
  },
});
