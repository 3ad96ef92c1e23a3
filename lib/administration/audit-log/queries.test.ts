import { beforeEach, describe, expect, it } from "vitest";
import { GET } from "#app/v1/audit-log/route.ts";
import { GET as getPatient } from "#app/v1/patients/[mrn]/route.ts";
import { POST as pay } from "#app/v1/payments/route.ts";
import { PATCH } from "#app/v1/users/[id]/route.ts";
import { GET as listUsers } from "#app/v1/users/route.ts";
import { flushAudit } from "#lib/security/audit/audit-log";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

testDatabase();
let clinic: TestAccount;
let admin: Record<string, string>;

beforeEach(async () => {
  clinic = await openClinic();
  admin = await signIn(clinic, "admin");
});

async function read(query = "", headers = admin) {
  await flushAudit();
  const answer = await call(GET, "GET", `/audit-log${query}`, { headers });
  return { ...answer, entries: answer.body.audit_log };
}
const look = (mrn: string, headers: Record<string, string> = clinic.headers) =>
  call(getPatient, "GET", `/patients/${mrn}`, { headers, params: { mrn } });

describe("the audit log", () => {
  it("lists the actor, action and patient of each read and change, newest first", { tags: "long" }, async () => {
    await look("MRN-1");
    const { job_id } = (await call(pay, "POST", "/payments", { headers: admin, body: aPayment })).body;
    const { entries } = await read();
    expect(entries).toMatchObject([
      {
        action: "payments:create",
        route: "POST /payments",
        status: 202,
        patient_mrn: "MRN-1",
        job_id,
        actor: { kind: "user", name: "Pat" },
      },
      {
        action: "patients:read",
        route: "GET /patients/{mrn}",
        status: 200,
        resource: "MRN-1",
        patient_mrn: "MRN-1",
        job_id: null,
        linked_account_id: clinic.tenant.linkedAccountId,
        actor: { kind: "api_client", id: clinic.apiClientId },
      },
    ]);
  });

  it("lists its own reads and refused requests", async () => {
    await call(listUsers, "GET", "/users", { headers: clinic.headers });
    await read();
    const { entries } = await read();
    expect(entries).toMatchObject([
      { action: "audit-log:read", status: 200 },
      { action: "users:read", status: 403, actor: { kind: "api_client" } },
    ]);
  });

  it("can be filtered by actor, action, record, patient, and time", async () => {
    await look("MRN-1");
    await look("MRN-2", admin);
    const found = async (query: string) =>
      (await read(query)).entries.map(
        ({ resource, action }: { resource: string; action: string }) => resource ?? action,
      );
    expect(await found("?actor=tEst&action=patients:read")).toEqual(["MRN-1"]);
    expect(await found(`?actor=${clinic.apiClientId}`)).toEqual(["MRN-1"]);
    expect(await found("?actor=%25")).toEqual([]);
    expect(await found("?resource=MRN-2")).toEqual(["MRN-2"]);
    expect(await found("?patient_mrn=MRN-1")).toEqual(["MRN-1"]);
    expect(await found("?action=patients:read")).toEqual(["MRN-2", "MRN-1"]);
    expect(await found("?action=patients:read&created_before=2020-01-01T00:00:00Z")).toEqual([]);
    expect(await found("?action=patients:read&created_after=2020-01-01T00:00:00Z")).toHaveLength(2);
    const wrong = await read("?created_after=yesterday");
    expect([wrong.status, wrong.body.message]).toEqual([400, "created_after must be an ISO 8601 date-time"]);
    const exchanged = await read("?created_after=2026-03-02T00:00:00Z&created_before=2026-03-01T00:00:00Z");
    expect([exchanged.status, exchanged.body.message]).toEqual([
      400,
      "created_before must be on or after created_after",
    ]);
  });

  it("can be filtered to changes or to reads", async () => {
    await look("MRN-1");
    await call(pay, "POST", "/payments", { headers: admin, body: aPayment });
    const found = async (kind: string) =>
      (await read(`?kind=${kind}&patient_mrn=MRN-1`)).entries.map(({ action }: { action: string }) => action);
    expect(await found("changes")).toEqual(["payments:create"]);
    // The previous request was itself a read of this patient's entries.
    expect(await found("reads")).toEqual(["audit-log:read", "patients:read"]);
    const wrong = await read("?kind=all");
    expect([wrong.status, wrong.body.message]).toEqual([400, "kind must be one of changes, reads"]);
  });

  it("contains only entries of the caller's organization", async () => {
    await look("MRN-1");
    const other = await makeLinkedAccount();
    expect((await read("", await signIn(other, "admin"))).entries).toEqual([]);
  });

  it("truncates and cleans names that callers send", async () => {
    const long = `x${"\u{1fa7a}".repeat(150)}`;
    for (const id of [long, "a\0b"]) {
      const answer = await call(PATCH, "PATCH", `/users/${encodeURIComponent(id)}`, {
        headers: clinic.headers,
        body: { name: "X" },
        params: { id },
      });
      expect(answer.status).toBe(403);
    }
    const { entries } = await read("?action=users:update");
    expect(entries.map(({ resource }: { resource: string | null }) => resource)).toEqual([
      null,
      `${long.slice(0, 199)}\ufffd`,
    ]);
  });

  it.each(["staff", "an API client"])("refuses %s", async (who) => {
    const headers = who === "staff" ? await signIn(clinic, "staff") : clinic.headers;
    const { status, body } = await read("", headers);
    expect([status, body.message]).toEqual([403, "Not allowed: this needs the permission audit-log:read"]);
  });
});
