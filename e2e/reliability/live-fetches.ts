import type { KilledOperation } from "./killed-operation.ts";

const DAY_MS = 86_400_000;

/** The present day at the clinic, whatever its zone, and those beside it. */
const DAYS = {
  start_date: new Date(Date.now() - DAY_MS).toISOString().slice(0, 10),
  end_date: new Date(Date.now() + DAY_MS).toISOString().slice(0, 10),
};

/** Operations that read some records anew: each finds the one that has changed in the EMR since, and stores it once. */
export const LIVE_FETCHES: KilledOperation[] = [
  {
    id: "appointments:fetch",
    path: "/appointments/fetch",
    emrTable: "appointment",
    writes: [],
    change: async (lane, trial) =>
      void (await lane.rows("UPDATE sandbox.appointment SET reason = $1 WHERE id = 'APT-1'", [`Cough, call ${trial}`])),
    body: () => DAYS,
    expected: () => ["appointment.live_fetch_completed: 1 updated"],
  },
  {
    id: "availability:fetch",
    path: "/availability/fetch",
    emrTable: "appointment",
    writes: [],
    change: async (lane) =>
      void (await lane.rows(
        "UPDATE sandbox.appointment SET starts_at = starts_at + interval '1 minute' WHERE id = 'APT-3'",
      )),
    body: () => DAYS,
    expected: () => ["availability.live_fetch_completed: 1 updated"],
  },
  {
    id: "patients:fetch",
    path: "/patients/fetch",
    emrTable: "patient",
    writes: [],
    change: async (lane, trial) =>
      void (await lane.rows("UPDATE sandbox.patient SET phone = $1 WHERE mrn = 'MRN-1'", [`212-555-${1_000 + trial}`])),
    body: () => ({ mrn: "MRN-1" }),
    expected: () => ["patient.live_fetch_completed: 1 updated"],
  },
];
