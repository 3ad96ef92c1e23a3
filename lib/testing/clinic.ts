import { changeBehavior } from "#lib/emr/sandbox/behavior";
import type { SandboxKind } from "#lib/emr/sandbox/kind";
import { loadPractice } from "#lib/emr/sandbox/load";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { clinicRecords } from "./clinic-records.ts";
import { makeAccountBeside, makeLinkedAccount, type TestAccount } from "./linked-account.ts";

interface Given {
  kind?: SandboxKind;
  eventTypes?: string[];
  /** An account of the same organization. */
  beside?: TestAccount;
}

/** Creates a linked account with a synchronized small practice in the sandbox EMR, without latency. */
export async function openClinic({ beside, ...given }: Given = {}): Promise<TestAccount> {
  const kind = given.kind ?? "sandbox";
  const made = { ...given, emrType: kind };
  const account = await (beside ? makeAccountBeside(beside, made) : makeLinkedAccount(made));
  await loadPractice(account.tenant.linkedAccountId, clinicRecords(kind));
  await changeBehavior(account.tenant.linkedAccountId, { latency_ms: 0 });
  await syncAccount(account.tenant);
  return account;
}

/** A payment that the practice of `openClinic` accepts. */
export const aPayment = {
  patient_mrn: "MRN-1",
  payment_method: "credit card",
  reference_number: "RCPT-1",
  location: "LOC-1",
  amount: 45.5,
};
