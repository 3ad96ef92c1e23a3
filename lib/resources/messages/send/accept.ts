import { insertInto } from "#lib/db/write";
import type { Accept } from "#lib/definitions/acceptance";
import { allInOrder } from "#lib/kernel/all-in-order";
import { newId } from "#lib/kernel/id";
import { message } from "#lib/resources/messages/table";
import { providerByNumber } from "#lib/resources/providers/known-provider";
import type { sendMessage } from "./definition.ts";

/** Throws `not_found` for an unknown provider (decisions §4). */
export const acceptMessage: Accept<typeof sendMessage> = async ({ tx, tenant, input, account }) => {
  const [{ jobId }, provider] = await allInOrder([
    account,
    providerByNumber(tx, tenant.linkedAccountId, input.provider),
  ]);
  const id = newId();
  const record = insertInto(message, { id, ...tenant, jobId, ...input, provider });
  return { identifiers: { message_id: id }, patientMrn: null, record };
};
