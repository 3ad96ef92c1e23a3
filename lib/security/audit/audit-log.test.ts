import { expect, it } from "vitest";
import { GET as getPatients } from "#app/v1/patients/route.ts";
import { newId } from "#lib/kernel/id";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { type AuditEntry, auditRead, flushAudit, noteAudit } from "./audit-log.ts";

const database = testDatabase();

const look = ({ headers }: TestAccount) => call(getPatients, "GET", "/patients", { headers });

const entryOf = ({ tenant }: TestAccount, changed: Partial<AuditEntry> = {}): AuditEntry => ({
  organizationId: tenant.organizationId,
  linkedAccountId: tenant.linkedAccountId,
  actor: { kind: "api_client", id: newId(), name: "Reader" },
  action: "patients:read",
  route: "GET /patients",
  status: 200,
  jobId: null,
  resource: null,
  patientMrn: "MRN-1",
  address: "198.51.100.7",
  at: new Date(),
  ...changed,
});

/** Returns the entries of an organization with the id of the transaction that wrote each. */
const logOf = ({ tenant }: TestAccount) =>
  database.asOwner<{ transaction: string; resource: string | null }>(
    "SELECT xmin::text AS transaction, resource FROM audit_log WHERE organization_id = $1 ORDER BY id",
    [tenant.organizationId],
  );

/** Runs `work` while nothing can be written to the log. */
async function withoutLog<Result>(work: () => Promise<Result>): Promise<Result> {
  await database.asOwner("ALTER TABLE audit_log RENAME TO audit_log_away");
  try {
    return await work();
  } finally {
    await database.asOwner("ALTER TABLE audit_log_away RENAME TO audit_log");
  }
}

it("contains a read before its response is sent", async () => {
  const clinic = await openClinic();
  expect((await look(clinic)).status).toBe(200);
  expect(await logOf(clinic)).toHaveLength(1);
});

it("lets no response be sent whose entry cannot be written", async () => {
  const clinic = await openClinic();
  const answer = await withoutLog(() => look(clinic));
  expect([answer.status, answer.body.success]).toEqual([500, false]);
  expect(answer.body).not.toHaveProperty("patients");
  expect((await look(clinic)).status).toBe(200);
  expect(await logOf(clinic)).toHaveLength(1);
});

it("is written in groups: entries that arrive during a write are in the next", async () => {
  const [clinic, other] = [await openClinic(), await openClinic()];
  const first = auditRead(entryOf(clinic));
  await Promise.resolve();
  await Promise.all([
    first,
    ...Array.from({ length: 40 }, () => auditRead(entryOf(clinic))),
    auditRead(entryOf(other)),
  ]);
  const entries = await logOf(clinic);
  expect(entries).toHaveLength(41);
  expect(new Set(entries.map(({ transaction }) => transaction)).size).toBeLessThanOrEqual(2);
  expect(await logOf(other)).toHaveLength(1);
});

it("rejects only the entry of a group that cannot be stored", async () => {
  const clinic = await openClinic();
  const given = ["1", "broken\0", "3"].map((resource) => auditRead(entryOf(clinic, { resource })));
  const ends = await Promise.allSettled(given);
  expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect((await logOf(clinic)).map(({ resource }) => resource)).toEqual(["1", "3"]);
});

it("keeps a refusal's entry until it can be written", async () => {
  const clinic = await openClinic();
  await withoutLog(async () => {
    noteAudit(entryOf(clinic, { status: 403 }));
    await flushAudit();
  });
  noteAudit(entryOf(clinic, { status: 403 }));
  await flushAudit();
  expect(await logOf(clinic)).toHaveLength(2);
});
