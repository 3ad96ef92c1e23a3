import type { Lane } from "./lane.ts";

type Data = Record<string, unknown>;

/** One of the operations whose processes are killed, with what shows that it was done once and whole. */
export interface KilledOperation {
  id: string;
  path: string;
  /** The table of the simulator that it writes to or reads from: who holds it holds the EMR at its work. */
  emrTable: string;
  /** What the EMR writes for it: the kind in its ledger, which is also its table's name. */
  writes: "payment" | "patient_note" | null;
  /** Changes the EMR behind the product's back, so that there is something to bring in. */
  change?(lane: Lane, trial: number): Promise<void>;
  body(trial: number): Data;
  /** What its events are to tell, one entry for each; the terminal one is the last. */
  expected(trial: number): string[];
}

/** What an event tells, in the words of `expected`. */
export function telling(type: string, data: Data): string {
  const { reference_number, subject, emr_claim_id, claims, summary } = data as {
    reference_number?: string;
    subject?: string;
    emr_claim_id?: string;
    claims?: { emr_claim_id: string; change: string }[];
    summary?: { locations_updated: number };
  };
  const fetched = claims?.map((claim) => `${claim.emr_claim_id} ${claim.change}`).sort();
  const about =
    reference_number ?? subject ?? emr_claim_id ?? fetched?.join(", ") ?? `${summary?.locations_updated} updated`;
  return `${type}: ${about}`;
}

/** The events that end an operation. */
export const TERMINAL = [
  "payment.created",
  "payment.failed",
  "patient_note.created",
  "patient_note.failed",
  "claim.live_fetch_completed",
  "claim.live_fetch_failed",
  "org_settings.synced",
  "org_settings.sync_failed",
];

const newClaim = (trial: number) => `CLM-NEW-${trial}`;

export const settingsSync: KilledOperation = {
  id: "org-settings:fetch",
  path: "/org-settings/fetch",
  emrTable: "provider",
  writes: null,
  async change(lane, trial) {
    await lane.rows("UPDATE sandbox.location SET name = $1 WHERE id = 'LOC-2'", [`Clinic ${trial}`]);
  },
  body: () => ({}),
  expected: () => ["org_settings.synced: 1 updated"],
};

export const OPERATIONS: KilledOperation[] = [
  {
    id: "payments:create",
    path: "/payments",
    emrTable: "payment",
    writes: "payment",
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
    id: "patient-notes:create",
    path: "/patient-notes",
    emrTable: "patient_note",
    writes: "patient_note",
    body: (trial) => ({
      patient_mrn: "MRN-2",
      subject: `Call ${trial}`,
      note: "Will come in on Thursday.",
      tags: ["Telephone Encounter"],
    }),
    expected: (trial) => [`patient_note.created: Call ${trial}`],
  },
  {
    id: "claims:fetch",
    path: "/claims/fetch",
    emrTable: "claim",
    writes: null,
    // One that is new, one that changed; CLM-2 stays as it is.
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
];
