import { newId } from "#lib/kernel/id";
import { clinicRecords } from "#lib/testing/clinic-records";
import { connectorContract } from "#lib/testing/emr-contract/contract";
import { portWrites } from "#lib/testing/emr-contract/port-writes";
import type { ContractSubject } from "#lib/testing/emr-contract/subject";
import { emrPayment } from "#lib/testing/emr-writes";
import { testDatabase } from "#lib/testing/test-database";
import { changeBehavior } from "./behavior.ts";
import { capabilitiesOfKind } from "./capabilities.ts";
import { sandboxConnection } from "./connection.ts";
import { SANDBOX_KINDS, type SandboxKind } from "./kind.ts";
import { listWrites } from "./ledger.ts";
import { loadPractice } from "./load.ts";

testDatabase();

/** Of the practice of `clinicRecords`. */
const RECORDS = {
  patientEhrId: "PAT-1",
  providerEhrId: "101",
  locationEmrId: "LOC-1",
  emrAppointmentId: "APT-1",
  status: "ARR",
  visitType: { id: "VT-1", name: "Office Visit" },
};

/** Creates a practice without latency whose lists come in pages of two records. */
async function makeSubject(kind: SandboxKind): Promise<ContractSubject> {
  const practiceId = newId();
  const capabilities = capabilitiesOfKind(kind);
  await loadPractice(practiceId, clinicRecords(kind));
  await changeBehavior(practiceId, { latency_ms: 0, page_records: 2 });
  return {
    open: (calls) => sandboxConnection(practiceId, { capabilities, refusesOverlaps: true }, calls),
    holds: { patients: 2, appointments: 5, claims: 3, referrals: 2, documents: 3, recalls: 2, providers: 2 },
    writes: portWrites(RECORDS, capabilities),
    refused: (emr, options) => emr.createPayment({ ...emrPayment, locationEmrId: "LOC-9" }, options),
    done: async (keys) => (await listWrites(practiceId, keys)).length,
    outage: async (on) => void (await changeBehavior(practiceId, { outage: on, empty_after_outage_s: 0 })),
    cutAnswers: async (on) => void (await changeBehavior(practiceId, { cut_after_commit_rate: on ? 1 : 0 })),
    limit: async (calls) => void (await changeBehavior(practiceId, { rate_limit_per_minute: calls })),
  };
}

for (const { emrType } of SANDBOX_KINDS) connectorContract(emrType, () => makeSubject(emrType));
