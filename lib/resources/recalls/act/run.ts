import { and, eq } from "drizzle-orm";
import { nextAsOf } from "#lib/db/as-of";
import { changeRecords } from "#lib/db/record-versions";
import type { Transaction } from "#lib/db/tenant";
import { endId } from "#lib/definitions/passed-on-end";
import type { OperationRunner } from "#lib/definitions/runner";
import { EmrError, type EmrRecallAction } from "#lib/emr/port/port";
import { present } from "#lib/kernel/clock";
import type { AccountTenant } from "#lib/kernel/principal";
import { recall, recallAction } from "#lib/resources/recalls/table";
import { accountSettings } from "#lib/resources/settings/account-settings";
import type { createRecallAction } from "./definition.ts";

interface Result {
  emrRecallActionId: string;
  closed: boolean;
}

interface Done {
  tenant: AccountTenant;
  recallId: string;
  actionTaken: string;
  note: string | null;
}

/** Completes the action record created at acceptance. Returns its id. */
async function completeAction(
  tx: Transaction,
  linkedAccountId: string,
  jobId: number,
  result: Result,
): Promise<string> {
  const [action] = await tx
    .update(recallAction)
    .set(result)
    .where(and(eq(recallAction.linkedAccountId, linkedAccountId), eq(recallAction.jobId, jobId)))
    .returning({ id: recallAction.id });
  if (!action) throw new Error("A recall action's job has no record");
  return action.id;
}

/** Adds the action to the recall's list and closes the recall, unless an earlier sync has already done so. */
async function addToRecall(
  tx: Transaction,
  { tenant, recallId, actionTaken, note }: Done,
  { emrRecallActionId, closed }: Result,
): Promise<void> {
  const mine = and(eq(recall.linkedAccountId, tenant.linkedAccountId), eq(recall.id, recallId));
  const [found] = await tx
    .select({ actions: recall.actions, status: recall.status })
    .from(recall)
    .where(mine)
    .for("update");
  if (!found) return;
  const known = found.actions.some(({ id }) => id === emrRecallActionId);
  const action = { id: emrRecallActionId, actionTaken, note, at: present().toISOString() };
  const change = tx
    .update(recall)
    .set({
      actions: known ? found.actions : [...found.actions, action],
      status: closed ? "closed" : found.status,
      asOf: nextAsOf,
    })
    .where(mine)
    .returning({ id: recall.id });
  await changeRecords(tx, tenant, recall, change);
}

/** Returns whether an action closes a recall, by the settings of the last sync. */
async function isClosing(tx: Transaction, linkedAccountId: string, actionTaken: string): Promise<boolean> {
  const settings = await accountSettings(tx, linkedAccountId);
  const wanted = actionTaken.trim().toLowerCase();
  return settings?.recall_closing_actions.some(({ name }) => name.toLowerCase() === wanted) ?? false;
}

/**
 * Adds the action in the EMR, which decides whether it closes the recall, then to the stored records (interface 4.11).
 */
export const runRecallAction: OperationRunner<typeof createRecallAction, EmrRecallAction, Result> = {
  async prepare({ tx, tenant, identifiers, input }) {
    const [found] = await tx
      .select({ recallEhrId: recall.ehrId })
      .from(recall)
      .where(and(eq(recall.linkedAccountId, tenant.linkedAccountId), eq(recall.id, identifiers.recall_id)));
    if (!found)
      throw new EmrError("validation", "The recall is no longer among the synced recalls", {
        code: "record_not_found",
      });
    return { ...found, actionTaken: input.action_taken, note: input.note ?? null };
  },

  run: (action, { emr, idempotencyKey, signal }) => emr.addRecallAction(action, { idempotencyKey, signal }),

  async complete({ tx, tenant, jobId, identifiers, input, patientMrn, result }) {
    const { linkedAccountId } = tenant;
    const { recall_id } = identifiers;
    const { action_taken, note = null } = input;
    const recall_action_id = await completeAction(tx, linkedAccountId, jobId, result);
    await addToRecall(tx, { tenant, recallId: recall_id, actionTaken: action_taken, note }, result);
    const { closed } = result;
    return { data: { recall_id, recall_action_id, action_taken, closed, patient_mrn: patientMrn ?? "" } };
  },

  async fromEvent({ tx, tenant, input }, end) {
    const emrRecallActionId = endId(end, "recall_action_id", "job_id");
    const { closed } = end.data;
    if (typeof closed === "boolean") return { emrRecallActionId, closed };
    return { emrRecallActionId, closed: await isClosing(tx, tenant.linkedAccountId, input.action_taken) };
  },

  held: {
    result: async ({ tx, tenant, input }, emrRecallActionId) => ({
      emrRecallActionId,
      closed: await isClosing(tx, tenant.linkedAccountId, input.action_taken),
    }),
  },
};
