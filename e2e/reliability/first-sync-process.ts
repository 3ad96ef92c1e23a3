import { appendFileSync } from "node:fs";
import { SYNC_KINDS } from "#lib/emr/port/sync";
import { syncOver } from "#lib/jobs/sync/sync-account";
import type { AccountTenant } from "#lib/kernel/principal";
import { closeSingletons } from "#lib/kernel/singleton";
import { fakeEmr } from "#lib/testing/fake-emr";
import { fakeAppointment, fakePatient } from "#lib/testing/fake-records";

/** Parameters of the process: its first argument, as JSON. */
export interface FirstSync {
  tenant: AccountTenant;
  requestedAt: string;
  patients: number;
  appointments: number;
  pageRows: number;
  /** File to which each page is appended before it is answered. */
  reads: string;
}

/** Result of the process: the JSON that it writes to its standard output at the end. */
export interface FirstSyncEnd {
  /** Peak of the resident set, in bytes. */
  peakBytes: number;
  seconds: number;
}

const given = JSON.parse(process.argv[2] ?? "") as FirstSync;
const emr = fakeEmr();
const shown = ["patients", "appointments"];
for (const kind of SYNC_KINDS.filter((each) => !shown.includes(each)))
  emr.support[kind] = { read: "unsupported", ids: false, reason: null };
emr.pageSize = given.pageRows;
emr.records.patients = { size: given.patients, at: (index) => fakePatient(index) };
emr.records.appointments = { size: given.appointments, at: (index) => fakeAppointment(index) };
emr.before = ({ kind, cursor }) => appendFileSync(given.reads, `${kind} from ${cursor ?? 0}\n`);

const since = performance.now();
await syncOver(given.tenant, emr.connection, {
  emrType: "sandbox",
  linkVersion: 0,
  requestedAt: new Date(given.requestedAt),
  acceptHeld: [],
});
const seconds = (performance.now() - since) / 1000;
await closeSingletons();
const end: FirstSyncEnd = { peakBytes: process.resourceUsage().maxRSS * 1024, seconds };
process.stdout.write(JSON.stringify(end));
