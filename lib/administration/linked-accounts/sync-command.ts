import { eq } from "drizzle-orm";
import { z } from "zod";
import { linkedAccount } from "#lib/db/schema";
import { defineCommand } from "#lib/definitions/command";
import { clearPause } from "#lib/emr/budget/budget-row";
import { present } from "#lib/kernel/clock";
import { conflict } from "#lib/kernel/domain-error";
import { namedRecord } from "#lib/kernel/named-record";
import { enqueue } from "#lib/queue/queue";
import { syncInput } from "./sync-model.ts";

/** POST /linked-accounts/{id}/sync: queues a sync, which continues the readings in progress (decisions §12). */
export const startAccountSync = defineCommand({
  method: "POST",
  path: "/linked-accounts/{id}/sync",
  embed: "account",
  summary: "Start or resume the sync of a linked account",
  description:
    "`accept_held` names kinds that are held because the EMR returned suspiciously few records: their next complete reading removes what it lacks, unless it is shorter still. A pause that the EMR asked for ends. 409 while the account is unlinked.",
  permission: "linked-accounts:update",
  by: "person",
  status: 202,
  input: syncInput,
  done: "Sync queued",
  body: z.object({}),
  async execute({ tx, principal: { organizationId }, params, input }) {
    const account = await namedRecord(params, "Linked account", (id) =>
      tx.select().from(linkedAccount).where(eq(linkedAccount.id, id)),
    );
    if (account.unlinkedAt) throw conflict("The account is unlinked");
    await clearPause(tx, { organizationId, linkedAccountId: account.id });
    const request = { requestedAt: present().toISOString(), acceptHeld: input.accept_held };
    await enqueue(tx, "syncs", { organizationId, linkedAccountId: account.id, ...request }, { group: account.id });
    return {};
  },
});
