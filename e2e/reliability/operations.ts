import { randomUUID } from "node:crypto";
import type { KilledOperation } from "./killed-operation.ts";
import { LIVE_FETCHES } from "./live-fetches.ts";
import { RECORD_OPERATIONS } from "./record-operations.ts";
import { sampleOperations } from "./sample-operations.ts";

const newMrn = (trial: number) => `MRN-NEW-${trial}`;
const newClaim = (trial: number) => `CLM-NEW-${trial}`;

export const settingsSync: KilledOperation = {
  id: "org-settings:fetch",
  path: "/org-settings/fetch",
  emrTable: "provider",
  writes: [],
  async change(lane, trial) {
    await lane.rows("UPDATE sandbox.location SET name = $1 WHERE id = 'LOC-2'", [`Clinic ${trial}`]);
  },
  body: () => ({}),
  expected: () => ["org_settings.synced: 1 updated"],
};

/** Several writes in a chain (interface 3.2), for a new patient each time, who is on no team yet. */
export const chain: KilledOperation = {
  id: "services:create",
  path: "/services",
  emrTable: "patient",
  writes: [
    { kind: "episode", table: "episode", step: "team" },
    { kind: "service", table: "service", step: "service" },
    { kind: "service_signature", table: "service", step: "signature" },
  ],
  inserts: "patient",
  async change(lane, trial) {
    const copy = (table: string) => `INSERT INTO ${table}
      SELECT (jsonb_populate_record(p, $1)).* FROM ${table} p WHERE mrn = 'MRN-1'`;
    const mrn = newMrn(trial);
    await lane.rows(copy("sandbox.patient"), [{ id: `PAT-NEW-${trial}`, mrn }]);
    await lane.rows(copy("patient"), [{ id: randomUUID(), ehr_id: `PAT-NEW-${trial}`, mrn }]);
  },
  body: (trial) => ({
    patient_mrn: newMrn(trial),
    team: "1",
    service_type: "101",
    form_id: "PHQ-2",
    answers: { Q1: "0", Q2: "1" },
  }),
  expected: (trial) => [`service.created: ${newMrn(trial)}`],
};

/** Operations that are particular. */
const PARTICULAR: KilledOperation[] = [
  {
    id: "payments:create",
    path: "/payments",
    emrTable: "payment",
    writes: [{ kind: "payment", table: "payment" }],
    body: (trial) => ({
      patient_mrn: "MRN-1",
      payment_method: "Credit Card",
      reference_number: `KILL-${trial}`,
      location: "LOC-1",
      amount: 45.5,
    }),
    expected: (trial) => [`payment.created: KILL-${trial}`],
  },
  {
    id: "claims:fetch",
    path: "/claims/fetch",
    emrTable: "claim",
    writes: [],
    // One claim is new and one has changed; CLM-2 stays unchanged.
    async change(lane, trial) {
      await lane.rows("UPDATE sandbox.claim SET status_description = $1 WHERE id = 'CLM-1'", [`Review ${trial}`]);
      await lane.rows(
        `INSERT INTO sandbox.claim SELECT practice_id, $1, patient_id, service_date, status, status_description,
           total_charge, balance FROM sandbox.claim WHERE id = 'CLM-2'`,
        [newClaim(trial)],
      );
    },
    body: (trial) => ({ claim_ids: ["CLM-1", "CLM-2", newClaim(trial), "CLM-NONE"] }),
    expected: (trial) => [
      "claim.updated: CLM-1",
      `claim.created: ${newClaim(trial)}`,
      `claim.live_fetch_completed: CLM-1 updated, CLM-2 unchanged, ${newClaim(trial)} created`,
    ],
  },
  settingsSync,
  chain,
  ...RECORD_OPERATIONS,
  ...LIVE_FETCHES,
];

/** Every kind of operation. */
export const OPERATIONS: KilledOperation[] = [...PARTICULAR, ...sampleOperations(PARTICULAR)];
