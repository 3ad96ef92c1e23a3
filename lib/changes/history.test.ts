import { describe, expect, it } from "vitest";
import { PATCH as updateAppointment } from "#app/v1/appointments/route.ts";
import { GET as listPastChanges } from "#app/v1/changes/history/route.ts";
import { withTenant } from "#lib/db/tenant";
import { sandboxPool } from "#lib/emr/sandbox/pool";
import { forgetRecords } from "#lib/jobs/sync/forget-records";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import type { AnyBody } from "#lib/testing/any-body";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();

const inEmr = ({ tenant }: TestAccount, statement: string) => sandboxPool().query(statement, [tenant.linkedAccountId]);

const historyOf = ({ headers }: TestAccount, query: string) =>
  call(listPastChanges, "GET", `/changes/history${query}`, { headers });

const changesOf = async (account: TestAccount, query: string): Promise<AnyBody[]> =>
  (await historyOf(account, query)).body.changes;

/** Returns the id here of a visit. */
async function visitId({ tenant }: TestAccount, emrId: string): Promise<string> {
  const [row] = await database.asOwner<{ id: string }>(
    "SELECT replace(id::text, '-', '') AS id FROM appointment WHERE linked_account_id = $1 AND emr_appointment_id = $2",
    [tenant.linkedAccountId, emrId],
  );
  return row?.id ?? "";
}

describe("what has changed of a record", () => {
  it("is told newest first, with what was there before and whose it was", async () => {
    const account = await openClinic();
    await inEmr(account, "UPDATE sandbox.appointment SET reason = 'Fever' WHERE practice_id = $1 AND id = 'APT-1'");
    await syncAccount(account.tenant);
    await inEmr(
      account,
      "UPDATE sandbox.appointment SET reason = 'Back pain', note = 'Late' WHERE practice_id = $1 AND id = 'APT-1'",
    );
    await syncAccount(account.tenant);
    const body = { emr_appointment_id: "APT-1", status: "ARR" };
    const { job_id } = (await call(updateAppointment, "PATCH", "/appointments", { headers: account.headers, body }))
      .body;
    await jobsOf(database, () => account).run(Number(job_id));
    const changes = await changesOf(account, `?record_id=${await visitId(account, "APT-1")}`);
    expect(changes.map(({ made_by, job_id: job, differences }) => ({ made_by, job, differences }))).toEqual([
      {
        made_by: "job",
        job: Number(job_id),
        differences: [{ field: "status", before: "SCH", after: "ARR" }],
      },
      {
        made_by: "emr",
        job: null,
        differences: [
          { field: "reason", before: "Fever", after: "Back pain" },
          { field: "note", before: expect.any(String), after: "Late" },
        ],
      },
      {
        made_by: "emr",
        job: null,
        differences: [{ field: "reason", before: expect.any(String), after: "Fever" }],
      },
    ]);
  });

  it("goes on page after page, and is of one patient and the records that name them", async () => {
    const account = await openClinic();
    await inEmr(account, "UPDATE sandbox.patient SET phone = '1' WHERE practice_id = $1 AND id IN ('PAT-1', 'PAT-2')");
    await syncAccount(account.tenant);
    const first = await historyOf(account, "?patient_mrn=MRN-1&limit=1");
    const rest = await historyOf(account, `?patient_mrn=MRN-1&cursor=${first.body.next_cursor}`);
    const both: AnyBody[] = [...first.body.changes, ...rest.body.changes];
    expect(both.map(({ kind, differences }) => [kind, differences[0].field])).toEqual([
      ["appointments", "patient_phone"],
      ["patients", "phone"],
    ]);
    expect(new Set(both.map(({ patient_mrn }) => patient_mrn))).toEqual(new Set(["MRN-1"]));
  });

  it("says all that a removed record showed", async () => {
    const account = await openClinic();
    const id = await visitId(account, "APT-1");
    await inEmr(account, "DELETE FROM sandbox.appointment WHERE practice_id = $1 AND id = 'APT-1'");
    await syncAccount(account.tenant);
    const [gone] = await changesOf(account, `?record_id=${id}`);
    expect(gone).toMatchObject({ change: "deleted", record: null, updated_fields: [], made_by: "emr" });
    expect(gone?.differences).toContainEqual({ field: "patient_name", before: expect.any(String), after: null });
    expect(gone?.differences.map(({ field }: { field: string }) => field)).toContain("datetime");
  });

  it("is nothing for another account, nor for an id that is none, nor once the account leads to another EMR", async () => {
    const [account, other] = [await openClinic(), await openClinic()];
    await inEmr(account, "UPDATE sandbox.appointment SET reason = 'Fever' WHERE practice_id = $1 AND id = 'APT-1'");
    await syncAccount(account.tenant);
    const id = await visitId(account, "APT-1");
    expect(await changesOf(account, `?record_id=${id}`)).toHaveLength(1);
    expect(await changesOf(other, `?record_id=${id}`)).toEqual([]);
    expect(await changesOf(other, "")).toEqual([]);
    expect(await changesOf(account, "?record_id=APT-1")).toEqual([]);
    await withTenant(account.tenant, (tx) => forgetRecords(tx, account.tenant));
    expect(await changesOf(account, `?record_id=${id}`)).toEqual([]);
  });
});
