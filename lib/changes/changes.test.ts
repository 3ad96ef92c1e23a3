import pg from "pg";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { PATCH as updateAppointment } from "#app/v1/appointments/route.ts";
import { POST as createReferral } from "#app/v1/referrals/route.ts";
import { drawAsOf } from "#lib/db/as-of";
import { beforeCommit } from "#lib/db/door";
import { webhookEndpoint } from "#lib/db/schema";
import { type Transaction, withTenant } from "#lib/db/tenant";
import { loadPractice } from "#lib/emr/sandbox/load";
import { sandboxPool } from "#lib/emr/sandbox/pool";
import { applyRetention } from "#lib/jobs/retention/retention";
import { forgetRecords } from "#lib/jobs/sync/forget-records";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { newId } from "#lib/kernel/id";
import type { Payloads } from "#lib/queue/queues";
import { syncedLocations } from "#lib/resources/locations/sync";
import { storePage } from "#lib/resources/synced/store-page";
import { seal } from "#lib/security/sealing/secret-box";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { clinicRecords } from "#lib/testing/clinic-records";
import { clinicRequests } from "#lib/testing/clinic-requests";
import { jobsOf } from "#lib/testing/jobs";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { apply, changesAfter, changesOf, cursorOfNow, readAll } from "#lib/testing/mirror";
import { testDatabase } from "#lib/testing/test-database";
import { publishLater } from "./publish-later.ts";

const database = testDatabase();

const inEmr = ({ tenant }: TestAccount, statement: string) => sandboxPool().query(statement, [tenant.linkedAccountId]);

const ADDRESS = { addressStreet: "1 Main", addressCity: "York", addressState: "NY", addressZip: "10001" };

/** Stores a location as an EMR would show it. */
async function storeLocation(tx: Transaction, { tenant }: TestAccount, emrId: string, name: string): Promise<void> {
  const context = { emrType: "sandbox", capabilities: new Set<never>(), accepted: false };
  const page = { records: [{ emrId, name, phone: "", ...ADDRESS }], faulty: [], deleted: [] };
  await storePage(tx, tenant, syncedLocations, page, { asOf: await drawAsOf(tx), whole: false, context });
}

describe("the feed of changes", () => {
  it("begins with no entries and the cursor of now, and tells of what a reading finds", async () => {
    const account = await openClinic();
    const { status, body } = await changesOf(account);
    expect({ status, changes: body.changes }).toEqual({ status: 200, changes: [] });
    await inEmr(account, "UPDATE sandbox.appointment SET status = 'ARR' WHERE practice_id = $1 AND id = 'APT-1'");
    await syncAccount(account.tenant);
    const after = await changesOf(account, `?cursor=${body.next_cursor}`);
    expect(after.body.changes).toEqual([
      expect.objectContaining({
        kind: "appointments",
        change: "updated",
        ehr_id: "APT-1",
        patient_mrn: "MRN-1",
        updated_fields: ["status"],
        job_id: null,
        record: expect.objectContaining({ status: "ARR", patient_mrn: "MRN-1" }),
      }),
    ]);
    expect((await changesOf(account, `?cursor=${after.body.next_cursor}`)).body.changes).toEqual([]);
  });

  it("tells of no first reading, and nothing of a reading that finds everything as it was", async () => {
    const account = await openClinic();
    const { linkedAccountId } = account.tenant;
    expect(
      await database.asOwner("SELECT 1 FROM record_change WHERE linked_account_id = $1", [linkedAccountId]),
    ).toEqual([]);
    const cursor = await cursorOfNow(account);
    await syncAccount(account.tenant);
    expect(await changesAfter(account, cursor)).toEqual([]);
  });

  it("tells of records that show parts of another one", async () => {
    const account = await openClinic();
    const cursor = await cursorOfNow(account);
    const mirror = await readAll(account);
    await inEmr(account, "UPDATE sandbox.patient SET last_name = 'Öz' WHERE practice_id = $1 AND id = 'PAT-1'");
    await inEmr(account, "UPDATE sandbox.location SET name = 'Annex' WHERE practice_id = $1 AND id = 'LOC-1'");
    await inEmr(
      account,
      "UPDATE sandbox.referring_provider SET last_name = 'Ito' WHERE practice_id = $1 AND id = 'RP-1'",
    );
    await syncAccount(account.tenant);
    const changes = await changesAfter(account, cursor);
    const fields = Map.groupBy(changes, ({ kind }) => kind);
    expect(fields.get("referrals")?.map(({ updated_fields }) => updated_fields)).toContainEqual([
      "referring_provider_name",
    ]);
    expect(fields.get("recalls")?.map(({ updated_fields }) => updated_fields)).toEqual([["patient_name"]]);
    expect(fields.get("appointments")?.flatMap(({ updated_fields }) => updated_fields)).toContain("location");
    apply(mirror, changes);
    expect(Object.fromEntries(mirror)).toEqual(Object.fromEntries(await readAll(account)));
  });

  it("lets a cursor skip no entry of a transaction that commits later than another", async () => {
    const account = await openClinic();
    const cursor = await cursorOfNow(account);
    const gate = Promise.withResolvers<void>();
    const told = Promise.withResolvers<void>();
    const first = withTenant(account.tenant, async (tx) => {
      await storeLocation(tx, account, "LOC-1", "First");
      // This act runs between the entry in the feed and the commit.
      beforeCommit(tx, () => {
        told.resolve();
        return gate.promise;
      });
    });
    await told.promise;
    let isSecondDone = false;
    const second = withTenant(account.tenant, (tx) => storeLocation(tx, account, "LOC-2", "Second")).then(() => {
      isSecondDone = true;
    });
    const between = await changesOf(account, `?cursor=${cursor}&kinds=locations`);
    expect(between.body.changes).toEqual([]);
    expect(isSecondDone).toBe(false);
    gate.resolve();
    await Promise.all([first, second]);
    const { body } = await changesOf(account, `?cursor=${between.body.next_cursor}&kinds=locations`);
    expect(body.changes.map(({ record }: { record: { name: string } }) => record.name)).toEqual(["First", "Second"]);
  });

  it("tells of two transactions that change what one record shows as the last one left it", async () => {
    const account = await openClinic();
    const [cursor, mirror] = [await cursorOfNow(account), await readAll(account)];
    await Promise.all(
      [1, 2, 3, 4, 5, 6].map((n) =>
        withTenant(account.tenant, async (tx) => {
          await storeLocation(tx, account, `LOC-${1 + (n % 2)}`, `Name ${n}`);
        }),
      ),
    );
    apply(mirror, await changesAfter(account, cursor));
    expect(Object.fromEntries(mirror)).toEqual(Object.fromEntries(await readAll(account)));
  });

  it("tells nothing of what a short reading lacks, until a person accepts it", async () => {
    const account = await openClinic();
    await inEmr(
      account,
      `INSERT INTO sandbox.location SELECT practice_id, 'L-' || n, name, address_street, address_city, address_state,
         address_zip, phone FROM sandbox.location, generate_series(1, 50) AS n WHERE practice_id = $1 AND id = 'LOC-1'`,
    );
    await syncAccount(account.tenant);
    const cursor = await cursorOfNow(account);
    await inEmr(account, "DELETE FROM sandbox.location WHERE practice_id = $1 AND id LIKE 'L-%' AND id <> 'L-1'");
    await syncAccount(account.tenant);
    expect(await changesAfter(account, cursor)).toEqual([]);
    await syncAccount(account.tenant, { acceptHeld: ["locations"] });
    const changes = await changesAfter(account, cursor);
    expect(changes.map(({ change }) => change)).toEqual(Array(49).fill("deleted"));
  });

  it("stores 10,000 changes in few statements", async () => {
    const account = await openClinic();
    await inEmr(
      account,
      `INSERT INTO sandbox.patient (practice_id, id, mrn, first_name, last_name, dob, gender, phone, email, address)
       SELECT practice_id, 'B-' || n, 'B-' || n, 'Bo', 'Burst', dob, gender, phone, email, address
       FROM sandbox.patient, generate_series(1, 10000) AS n WHERE practice_id = $1 AND id = 'PAT-1'`,
    );
    await syncAccount(account.tenant);
    const cursor = await cursorOfNow(account);
    await inEmr(account, "UPDATE sandbox.patient SET email = 'b@example.com' WHERE practice_id = $1 AND id LIKE 'B-%'");
    await syncAccount(account.tenant);
    const changes = await changesAfter(account, cursor);
    expect(changes).toHaveLength(10_000);
    expect(new Set(changes.map(({ updated_fields }) => updated_fields.join()))).toEqual(new Set(["email"]));
  }, 120_000);
});

describe("a cursor", () => {
  it("of another account is refused, and one of another kind of list", async () => {
    const [account, other] = [await openClinic(), await openClinic()];
    const { status } = await changesOf(account, `?cursor=${await cursorOfNow(other)}`);
    expect(status).toBe(400);
    expect((await changesOf(account, "?cursor=abc")).status).toBe(400);
  });

  it("is gone once entries after it are removed", async () => {
    const account = await openClinic();
    const cursor = await cursorOfNow(account);
    await withTenant(account.tenant, (tx) => storeLocation(tx, account, "LOC-1", "Old"));
    const later = await cursorOfNow(account);
    await database.asOwner("UPDATE record_change SET at = now() - interval '31 days'");
    await applyRetention(new Date());
    const { status, body } = await changesOf(account, `?cursor=${cursor}`);
    expect({ status, message: body.message }).toEqual({
      status: 410,
      message:
        "The changes after this cursor are no longer kept: read the records again, with a new cursor taken before",
    });
    expect((await changesOf(account, `?cursor=${later}`)).status).toBe(200);
  });

  it("is gone once the account leads to another EMR, and from before a kind was read for the first time", async () => {
    const account = await openClinic();
    const cursor = await cursorOfNow(account);
    await withTenant(account.tenant, (tx) => forgetRecords(tx, account.tenant));
    const linked = await changesOf(account, `?cursor=${cursor}`);
    expect(linked).toMatchObject({ status: 410, body: { message: expect.stringContaining("another EMR") } });
    const meanwhile = await cursorOfNow(account);
    expect((await changesOf(account, `?cursor=${meanwhile}`)).status).toBe(200);
    await syncAccount(account.tenant);
    const first = await changesOf(account, `?cursor=${meanwhile}&kinds=patients`);
    expect(first).toMatchObject({
      status: 410,
      body: { message: expect.stringContaining("first reading of patients") },
    });
    expect((await changesOf(account, `?cursor=${await cursorOfNow(account)}`)).status).toBe(200);
  });
});

describe("events of changes", () => {
  const jobs = (account: TestAccount) => jobsOf(database, () => account);

  const endpoint = async ({ tenant }: TestAccount, eventTypes: string[]) => {
    const secret = await seal(`whsec_${Buffer.alloc(24).toString("base64")}`);
    await withTenant(tenant, (tx) =>
      tx.insert(webhookEndpoint).values({
        ...tenant,
        id: newId(),
        url: "https://hooks.example/in",
        eventTypes,
        secret,
        status: "enabled",
      }),
    );
  };

  const eventsOf = ({ tenant }: TestAccount, type: string) =>
    database.asOwner<{ data: Record<string, unknown>; job_id: string | null; targets: number }>(
      `SELECT envelope -> 'data' AS data, envelope ->> 'job_id' AS job_id,
         (SELECT count(*)::int FROM delivery d WHERE d.event_id = event.id) AS targets
       FROM event WHERE linked_account_id = $1 AND type = $2`,
      [tenant.linkedAccountId, type],
    );

  it("go where they are named alone", async () => {
    const [named, unnamed] = [await openClinic(), await openClinic()];
    await endpoint(named, ["patient.changed"]);
    await endpoint(unnamed, []);
    for (const account of [named, unnamed]) {
      await inEmr(account, "UPDATE sandbox.patient SET phone = '1' WHERE practice_id = $1 AND id = 'PAT-1'");
      await syncAccount(account.tenant);
    }
    expect(await eventsOf(unnamed, "patient.changed")).toEqual([]);
    expect(await eventsOf(named, "appointment.changed")).toEqual([]);
    expect(await eventsOf(named, "patient.changed")).toEqual([
      {
        job_id: null,
        targets: 1,
        data: expect.objectContaining({
          change: "updated",
          ehr_id: "PAT-1",
          patient_mrn: "MRN-1",
          updated_fields: ["phone"],
          record: expect.objectContaining({ phone: "1" }),
        }),
      },
    ]);
  });

  it("and the entries of a name that thousands of records show are written in few statements", {
    tags: "long",
  }, async () => {
    const account = await openClinic();
    const visitsAt = (place: string, count: number) =>
      inEmr(
        account,
        `INSERT INTO sandbox.appointment (practice_id, id, category, starts_at, duration_minutes, provider_id, location_id, patient_id, status)
         SELECT practice_id, '${place}-' || n, category, starts_at + n * interval '1 minute', 10, provider_id, '${place}', patient_id, status
         FROM sandbox.appointment, generate_series(1, ${count}) AS n WHERE practice_id = $1 AND id = 'APT-1'`,
      );
    await inEmr(account, "UPDATE sandbox.appointment SET location_id = 'LOC-1' WHERE practice_id = $1");
    await visitsAt("LOC-1", 1_000);
    await visitsAt("LOC-2", 3_000);
    await syncAccount(account.tenant);
    await endpoint(account, ["appointment.changed"]);
    const query = vi.spyOn(pg.Client.prototype, "query");
    onTestFinished(() => query.mockRestore());
    const statementsOf = async (place: string, name: string) => {
      query.mockClear();
      await withTenant(account.tenant, (tx) => storeLocation(tx, account, place, name));
      return query.mock.calls.length;
    };
    // The first time, what each connection asks once is counted, too.
    await statementsOf("LOC-1", "First");
    const [few, many] = [await statementsOf("LOC-1", "Second"), await statementsOf("LOC-2", "Third")];
    expect(many).toBeGreaterThan(few);
    expect((many - few) / 2).toBeLessThanOrEqual(15);
    // Of so many, the transaction leaves the events to the time after it.
    const left = await database.asOwner<{ data: Payloads["changes"] }>(
      "SELECT data FROM queue.entry WHERE queue = 'changes' AND data ->> 'linkedAccountId' = $1",
      [account.tenant.linkedAccountId],
    );
    for (const { data } of left) await publishLater(data);
    expect((await eventsOf(account, "appointment.changed")).length).toBeGreaterThanOrEqual(5_000);
  });

  it("are none of what a job of ours changed, which the feed names with the job", async () => {
    const account = await openClinic();
    await endpoint(account, ["appointment.changed", "referral.changed"]);
    const cursor = await cursorOfNow(account);
    const mirror = await readAll(account);
    const { headers } = account;
    const body = { emr_appointment_id: "APT-1", status: "ARR" };
    const updated = await call(updateAppointment, "PATCH", "/appointments", { headers, body });
    await jobs(account).run(Number(updated.body.job_id));
    const referred = await call(createReferral, "POST", "/referrals", {
      headers,
      body: clinicRequests["POST /referrals"],
    });
    apply(mirror, await changesAfter(account, cursor));
    expect(Object.fromEntries(mirror)).toEqual(Object.fromEntries(await readAll(account)));
    await jobs(account).run(Number(referred.body.job_id));
    await syncAccount(account.tenant);
    const changes = await changesAfter(account, cursor);
    apply(mirror, changes);
    expect(Object.fromEntries(mirror)).toEqual(Object.fromEntries(await readAll(account)));
    const named = changes.map(({ kind, change, job_id }) => [kind, change, job_id]);
    expect(named).toContainEqual(["appointments", "updated", Number(updated.body.job_id)]);
    expect(named).toContainEqual(["referrals", "created", Number(referred.body.job_id)]);
    expect(named).toContainEqual(["referrals", "updated", Number(referred.body.job_id)]);
    expect(await eventsOf(account, "appointment.changed")).toEqual([]);
  });

  it("are none of what a job has done whose end is not stored yet", async () => {
    const account = await openClinic();
    await endpoint(account, ["appointment.changed"]);
    const cursor = await cursorOfNow(account);
    const { headers } = account;
    const body = { emr_appointment_id: "APT-1", status: "ARR" };
    const { job_id } = (await call(updateAppointment, "PATCH", "/appointments", { headers, body })).body;
    await database.asOwner("UPDATE job SET status = 'running' WHERE id = $1", [job_id]);
    await inEmr(account, "UPDATE sandbox.appointment SET status = 'ARR' WHERE practice_id = $1 AND id = 'APT-1'");
    await syncAccount(account.tenant);
    expect((await changesAfter(account, cursor)).map((each) => each.job_id)).toEqual([Number(job_id)]);
    expect(await eventsOf(account, "appointment.changed")).toEqual([]);
  });

  it("are one sync.completed for a first reading, where it is named", async () => {
    const [named, unnamed] = [await makeLinkedAccount(), await openClinic()];
    await endpoint(named, ["sync.completed"]);
    await loadPractice(named.tenant.linkedAccountId, clinicRecords("sandbox"));
    await syncAccount(named.tenant);
    await syncAccount(named.tenant);
    const events = await eventsOf(named, "sync.completed");
    expect(events).toEqual([
      {
        job_id: null,
        targets: 1,
        data: {
          linked_account_id: named.tenant.linkedAccountId,
          kinds: expect.arrayContaining(["patients", "appointments", "documents"]),
          rows: expect.any(Number),
        },
      },
    ]);
    expect(await eventsOf(unnamed, "sync.completed")).toEqual([]);
  });
});
