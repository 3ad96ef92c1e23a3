import { insertInto } from "#lib/db/write";
import type { Accept } from "#lib/definitions/acceptance";
import { allInOrder } from "#lib/kernel/all-in-order";
import { newId } from "#lib/kernel/id";
import { patientOrder } from "#lib/resources/orders/table";
import { requirePatient } from "#lib/resources/patients/known-patient";
import { requireProvider } from "#lib/resources/providers/known-provider";
import type { createOrder } from "./definition.ts";
import { requireItems } from "./known-items.ts";

/** Throws `not_found` for an unknown patient or provider and `invalid` for an unknown item (decisions §4). */
export const acceptOrder: Accept<typeof createOrder> = async ({ tx, tenant, input, account }) => {
  const { linkedAccountId } = tenant;
  const { patient_mrn, type, provider, priority = "routine", notes = null } = input;
  const itemIds = [...new Set(input.item_ids)];
  const [{ jobId }] = await allInOrder([account, requirePatient(tx, linkedAccountId, patient_mrn)]);
  if (provider !== undefined) await requireProvider(tx, linkedAccountId, provider);
  await requireItems(tx, linkedAccountId, type, input.item_ids);
  const id = newId();
  const row = { id, ...tenant, jobId, patientMrn: patient_mrn, type, itemIds, provider, priority, notes };
  return { identifiers: { order_id: id }, patientMrn: patient_mrn, record: insertInto(patientOrder, row) };
};
