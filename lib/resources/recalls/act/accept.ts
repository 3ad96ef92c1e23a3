import { and, eq } from "drizzle-orm";
import { insertInto } from "#lib/db/write";
import type { Accept } from "#lib/definitions/acceptance";
import { allInOrder } from "#lib/kernel/all-in-order";
import { notFoundBy } from "#lib/kernel/domain-error";
import { newId, parseId } from "#lib/kernel/id";
import { recall, recallAction } from "#lib/resources/recalls/table";
import type { createRecallAction } from "./definition.ts";

/** Throws `not_found` for an unknown recall or a malformed id (decisions §4 and §11). */
export const acceptRecallAction: Accept<typeof createRecallAction> = async ({ tx, tenant, params, input, account }) => {
  const id = parseId(params.id ?? "");
  if (id === null) throw notFoundBy("id", "Recall");
  const [{ jobId }, [found]] = await allInOrder([
    account,
    tx
      .select({ patientMrn: recall.patientMrn })
      .from(recall)
      .where(and(eq(recall.linkedAccountId, tenant.linkedAccountId), eq(recall.id, id)))
      .execute(),
  ]);
  if (!found) throw notFoundBy("id", "Recall");
  const record = insertInto(recallAction, {
    id: newId(),
    ...tenant,
    jobId,
    recallId: id,
    actionTaken: input.action_taken,
    note: input.note ?? null,
  });
  return { identifiers: { recall_id: id }, patientMrn: found.patientMrn, record };
};
