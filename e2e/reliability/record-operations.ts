import { setTimeout } from "node:timers/promises";
import type { KilledOperation } from "./killed-operation.ts";
import type { Lane } from "./lane.ts";

const LOOK_AGAIN_MS = 100;

/** Returns the product's id of a record that was synchronized from the EMR. */
async function idOf(lane: Lane, table: "appointment" | "referral" | "recall", ehrId: string): Promise<string> {
  const column = table === "appointment" ? "emr_appointment_id" : "ehr_id";
  const [row] = await lane.rows<{ id: string }>(
    `SELECT replace(id::text, '-', '') AS id FROM ${table} WHERE ${column} = $1`,
    [ehrId],
  );
  if (!row) throw new Error(`There is no ${table} ${ehrId}`);
  return row.id;
}

const ADDED = { payer_name: "Medicare", member_id: "1EG4", priority: 1 };

/** Returns the product's id of an insurance of the second patient, which the first call adds. */
async function insuranceOf(lane: Lane): Promise<string> {
  for (;;) {
    const [row] = await lane.rows<{ id: string; emr_insurance_id: string | null }>(
      `SELECT replace(id::text, '-', '') AS id, emr_insurance_id FROM patient_insurance WHERE payer_name = 'Medicare'`,
    );
    if (row?.emr_insurance_id) return row.id;
    if (row) await setTimeout(LOOK_AGAIN_MS);
    else
      await fetch(`${lane.address()}/v1/patients/MRN-2/insurances`, {
        method: "POST",
        headers: { ...lane.headers, "content-type": "application/json" },
        body: JSON.stringify(ADDED),
      });
  }
}

/** Adds the insurance that is changed, as `insuranceOf` does. */
const addedInsurance: KilledOperation = {
  id: "patient-insurances:create",
  path: "/patients/MRN-2/insurances",
  emrTable: "patient_insurance",
  writes: [{ kind: "patient_insurance", table: "patient_insurance" }],
  body: () => ADDED,
  expected: () => ["patient_insurance.created: Medicare"],
};

/** Inserts an item as an earlier catalog search would have stored it: orders are checked against it. */
const KNOWN_ITEM = `INSERT INTO order_catalog_item (organization_id, linked_account_id, type, item_id, name, billable)
  SELECT a.organization_id, a.id, 'lab', 'LAB-1', 'Complete Blood Count', true FROM linked_account a
  ON CONFLICT DO NOTHING`;

/** Operations that create or change one record each, and more than `sampleOperations` says; operations.ts holds the others. */
export const RECORD_OPERATIONS: KilledOperation[] = [
  {
    id: "referrals:create",
    path: "/referrals",
    emrTable: "referral",
    writes: [{ kind: "referral", table: "referral" }],
    body: (trial) => ({ patient_mrn: "MRN-1", reason: `Palpitations ${trial}`, direction: "outgoing" }),
    expected: () => ["referral.created: MRN-1"],
  },
  {
    id: "referrals:update",
    method: "PATCH",
    path: async (lane) => `/referrals/${await idOf(lane, "referral", "REF-1")}`,
    emrTable: "referral",
    writes: [{ kind: "referral_update", table: "referral" }],
    body: (trial) => ({ notes: `Called ${trial} times` }),
    expected: () => ["referral.updated: notes"],
  },
  {
    id: "recall-actions:create",
    path: async (lane) => `/recalls/${await idOf(lane, "recall", "RCL-1")}/actions`,
    emrTable: "recall",
    writes: [{ kind: "recall_action", table: "recall_action" }],
    body: (trial) => ({ action_taken: "Called patient", note: `Call ${trial}` }),
    expected: () => ["recall_action.created: Called patient"],
  },
  {
    id: "appointments:update",
    method: "PATCH",
    path: "/appointments",
    emrTable: "appointment",
    writes: [{ kind: "appointment_status", table: "appointment" }],
    body: (trial) => ({ emr_appointment_id: "APT-1", status: trial % 2 === 0 ? "ARR" : "SCH" }),
    expected: (trial) => [`appointment.updated: ${trial % 2 === 0 ? "ARR" : "SCH"}`],
  },
  {
    id: "appointments:book",
    path: "/appointments",
    emrTable: "appointment",
    writes: [{ kind: "appointment", table: "appointment" }],
    body: (trial) => ({
      patient_mrn: "MRN-1",
      provider_ehr_id: "102",
      location_id: "LOC-1",
      appointment_type: "Office Visit",
      // An hour of its own for each.
      datetime: `${new Date(Date.now() + (7 * 24 + trial) * 3_600_000).toISOString().slice(0, 13)}:00:00Z`,
    }),
    expected: () => ["appointment.created: SCH"],
  },
  {
    id: "appointments:change",
    method: "PATCH",
    path: async (lane) => `/appointments/${await idOf(lane, "appointment", "APT-2")}`,
    emrTable: "appointment",
    writes: [{ kind: "appointment_change", table: "appointment" }],
    // An hour of its own for each.
    body: (trial) => ({
      datetime: `${new Date(Date.now() + (70 * 24 + trial) * 3_600_000).toISOString().slice(0, 13)}:00:00Z`,
    }),
    expected: () => ["appointment.updated: datetime"],
  },
  {
    id: "appointments:cancel",
    path: async (lane) => `/appointments/${await idOf(lane, "appointment", "APT-1")}/cancel`,
    emrTable: "appointment",
    writes: [{ kind: "appointment_cancellation", table: "appointment" }],
    // The visit of the trial before is expected again.
    change: async (lane) => void (await lane.rows("UPDATE sandbox.appointment SET status = 'SCH' WHERE id = 'APT-1'")),
    body: (trial) => ({ reason: `Call ${trial}` }),
    expected: () => ["appointment.cancelled: CAN"],
  },
  {
    id: "documents:create",
    path: "/documents",
    emrTable: "document",
    writes: [{ kind: "document", table: "document" }],
    body: (trial) => ({
      patient_mrn: "MRN-1",
      content_base64: Buffer.from(`Result ${trial}`).toString("base64"),
      file_name: `Result ${trial}.txt`,
    }),
    expected: () => ["document.created: MRN-1"],
  },
  {
    id: "patients:create",
    path: "/patients",
    emrTable: "patient",
    writes: [{ kind: "patient", table: "patient" }],
    body: (trial) => ({
      first_name: "Noor",
      last_name: `Haddad ${trial}`,
      dob: "1991-02-03",
      gender: "female",
      phone: "212-555-0199",
      allow_duplicate: true,
    }),
    expected: () => ["patient.created: MRN-"],
  },
  {
    id: "patients:update",
    method: "PATCH",
    path: "/patients/MRN-1",
    emrTable: "patient",
    writes: [{ kind: "patient_update", table: "patient" }],
    body: (trial) => ({ preferred_language: `Language ${trial}` }),
    expected: () => ["patient.updated: preferred_language"],
  },
  {
    id: "patient-insurances:create",
    path: "/patients/MRN-1/insurances",
    emrTable: "patient_insurance",
    writes: [{ kind: "patient_insurance", table: "patient_insurance" }],
    // A patient has one of each priority: those of the trials before make way, in the EMR and here.
    change: async (lane) => {
      for (const table of ["sandbox.patient_insurance", "public.patient_insurance"])
        await lane.rows(`UPDATE ${table} SET priority = priority + 1 WHERE payer_name LIKE 'Payer %'`);
    },
    body: (trial) => ({ payer_name: `Payer ${trial}`, member_id: `M-${trial}`, priority: 1 }),
    expected: (trial) => [`patient_insurance.created: Payer ${trial}`],
  },
  {
    id: "patient-insurances:update",
    method: "PATCH",
    first: addedInsurance,
    path: async (lane) => `/patients/MRN-2/insurances/${await insuranceOf(lane)}`,
    emrTable: "patient_insurance",
    writes: [{ kind: "patient_insurance_update", table: "patient_insurance" }],
    body: (trial) => ({ group_number: `G-${trial}` }),
    expected: () => ["patient_insurance.updated: group_number"],
  },
  {
    id: "order-catalog:fetch",
    path: "/orders/catalog/fetch",
    emrTable: "order_catalog_item",
    writes: [],
    body: () => ({ type: "lab", query: "panel" }),
    expected: () => ["order_catalog.searched: LAB-2"],
  },
  {
    id: "orders:create",
    path: "/orders",
    emrTable: "patient_order",
    writes: [{ kind: "order", table: "patient_order" }],
    change: async (lane) => void (await lane.rows(KNOWN_ITEM)),
    body: (trial) => ({ patient_mrn: "MRN-2", type: "lab", item_ids: ["LAB-1"], notes: `Order ${trial}` }),
    expected: () => ["order.created: MRN-2"],
  },
];
