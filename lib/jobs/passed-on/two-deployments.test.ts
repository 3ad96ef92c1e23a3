import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as cancelVisit } from "#app/v1/appointments/[id]/cancel/route.ts";
import { PATCH as moveVisit } from "#app/v1/appointments/[id]/route.ts";
import { POST as fetchVisits } from "#app/v1/appointments/fetch/route.ts";
import { GET as listAppointments } from "#app/v1/appointments/route.ts";
import { GET as readDocument } from "#app/v1/documents/[id]/route.ts";
import { POST as fileDocument, GET as listDocuments } from "#app/v1/documents/route.ts";
import { GET as readSync } from "#app/v1/linked-accounts/[id]/sync/route.ts";
import { POST as searchCatalog } from "#app/v1/orders/catalog/fetch/route.ts";
import { POST as fetchPatients } from "#app/v1/patients/fetch/route.ts";
import { POST as createPayment } from "#app/v1/payments/route.ts";
import { PATCH as updateReferral } from "#app/v1/referrals/[id]/route.ts";
import { GET as listReferrals } from "#app/v1/referrals/route.ts";
import { connectorOf } from "#lib/emr/connect";
import { runReading } from "#lib/jobs/freshness/run-reading";
import { startDispatchers, type Work } from "#lib/jobs/runner/runner";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { addDays, todayIn } from "#lib/kernel/dates";
import { forgetSingleton } from "#lib/kernel/singleton";
import { seal } from "#lib/security/sealing/secret-box";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { MULTIPART_TYPE, multipartOf } from "#lib/testing/files";
import { jobsOf } from "#lib/testing/jobs";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { type ProductServer, startProductServer } from "#lib/testing/product-server";
import { testDatabase } from "#lib/testing/test-database";

process.env.SEED = "demo";
const database = testDatabase();
let product: ProductServer;
let work: Work;
/** The deployment with the EMR, and the one that is linked to it. */
let behind: TestAccount;
let front: TestAccount;
const never = new AbortController().signal;
const jobs = jobsOf(database, () => front);

beforeAll(async () => {
  forgetSingleton("environment");
  product = await startProductServer();
  process.env.INTERNAL_URL = new URL(product.baseUrl).origin;
  forgetSingleton("environment");
  behind = await openClinic();
  front = await makeLinkedAccount({ emrType: "records_api" });
  const connection = { base_url: product.baseUrl, client_id: behind.headers.client_id };
  const { client_secret, access_token } = behind.headers;
  const secrets = { client_secret, access_token, webhook_secret: behind.webhookSecret };
  const profile = await connectorOf("records_api").probe?.(
    { ...connection, ...secrets },
    { writeProbes: false, signal: never },
  );
  await database.asOwner("UPDATE linked_account SET connection = $2, credentials = $3, profile = $4 WHERE id = $1", [
    front.tenant.linkedAccountId,
    connection,
    await seal(JSON.stringify(secrets)),
    profile,
  ]);
  await syncAccount(front.tenant);
  work = await startDispatchers();
});
afterAll(async () => {
  await work.stop();
  await product.stop();
  delete process.env.INTERNAL_URL;
  forgetSingleton("environment");
});

/** Returns the job of the front once it has ended. */
async function ended(jobId: number) {
  for (;;) {
    const job = await jobs.read(jobId);
    if (["completed", "failed", "cancelled"].includes(job.status)) return job;
    if (job.standing.needs_person) throw new Error(job.waiting_reason);
  }
}

const headers = () => front.headers;

describe("a deployment in front of another one", () => {
  it("shows its schedule", async () => {
    const day = todayIn("America/New_York");
    const query = `/appointments?start_date=${day}&end_date=${day}&category=appointment,schedule_slot,schedule_block`;
    const read = async (account: TestAccount) =>
      (await call(listAppointments, "GET", query, { headers: account.headers })).body.appointments as Record<
        string,
        unknown
      >[];
    const [theirs, ours] = [await read(behind), await read(front)];
    const shown = (rows: Record<string, unknown>[]) =>
      rows.map(({ id: _id, practice_id: _practice, object_metadata: _metadata, ...row }) => row);
    expect(theirs.length).toBeGreaterThan(0);
    expect(shown(ours)).toEqual(shown(theirs));
  });

  it("posts a payment there, whose EMR holds it once, and shows the id of that EMR", async () => {
    const answer = await call(createPayment, "POST", "/payments", { headers: headers(), body: aPayment });
    expect(answer.status).toBe(202);
    const job = await ended(answer.body.job_id);
    const written = await database.asOwner<{ id: string }>("SELECT id FROM sandbox.payment WHERE practice_id = $1", [
      behind.tenant.linkedAccountId,
    ]);
    expect(job).toMatchObject({ status: "completed", result: { emr_transaction_id: written[0]?.id } });
    expect(written).toHaveLength(1);
  });

  it("updates a referral by the id that it has there, and takes the failure of one that the EMR refuses", async () => {
    const { referrals } = (await call(listReferrals, "GET", "/referrals", { headers: headers() })).body;
    const params = { id: referrals[0].id };
    const update = async (body: unknown) => {
      const path = `/referrals/${params.id}`;
      const answer = await call(updateReferral, "PATCH", path, { headers: headers(), body, params });
      expect(answer.status).toBe(202);
      return ended(answer.body.job_id);
    };
    expect(await update({ priority: "stat" })).toMatchObject({
      status: "completed",
      result: { referral_id: params.id, updated_fields: ["priority"] },
    });
    expect(await update({ status: "No such label" })).toMatchObject({
      status: "failed",
      failure_reason: expect.stringContaining("No such label"),
      // Its event has no reasons: they are read from its job.
      reasons: [{ code: "value_not_found", description: expect.stringContaining("No such label") }],
    });
  });

  /** Returns a coming visit of the front, by its ids there. */
  async function aVisit() {
    const [found] = await database.asOwner<{ id: string; emr_id: string }>(
      `SELECT replace(id::text, '-', '') AS id, emr_appointment_id AS emr_id FROM appointment
       WHERE linked_account_id = $1 AND category = 'appointment' ORDER BY starts_at DESC, id LIMIT 1`,
      [front.tenant.linkedAccountId],
    );
    if (!found) throw new Error("The front shows no visit");
    return found;
  }

  /** Returns the visit as the EMR behind the other deployment holds it. */
  const heldBehind = async (emrId: string) =>
    (
      await database.asOwner<{ starts_at: Date; status: string; note: string }>(
        "SELECT starts_at, status, note FROM sandbox.appointment WHERE practice_id = $1 AND id = $2",
        [behind.tenant.linkedAccountId, emrId],
      )
    )[0];

  const shownHere = async (id: string) =>
    (
      await database.asOwner<{ starts_at: Date; status: string; note: string }>(
        "SELECT starts_at, status, note FROM appointment WHERE linked_account_id = $1 AND id = $2",
        [front.tenant.linkedAccountId, id],
      )
    )[0];

  it("moves a visit there, and shows its new time at once", async () => {
    const { id, emr_id } = await aVisit();
    const body = { datetime: `${addDays(todayIn("UTC"), 200)}T15:00:00Z`, note: "Bring the diary" };
    const answer = await call(moveVisit, "PATCH", `/appointments/${id}`, { headers: headers(), body, params: { id } });
    expect(answer.status).toBe(202);
    const job = await ended(answer.body.job_id);
    expect(job).toMatchObject({ status: "completed", result: { appointment_id: id, emr_appointment_id: emr_id } });
    const moved = { starts_at: new Date(body.datetime), note: body.note };
    expect(await heldBehind(emr_id)).toMatchObject(moved);
    expect(await shownHere(id)).toMatchObject(moved);
  });

  it("reads its visits of today between the syncs as it shows them, without an operation there", async () => {
    const [visit] = await database.asOwner<{ id: string }>(
      `SELECT emr_appointment_id AS id FROM appointment JOIN linked_account account ON account.id = linked_account_id
       WHERE linked_account_id = $1 AND category = 'appointment'
         AND (starts_at AT TIME ZONE account.timezone)::date = (now() AT TIME ZONE account.timezone)::date
       ORDER BY starts_at, emr_appointment_id LIMIT 1`,
      [front.tenant.linkedAccountId],
    );
    const operations = () =>
      database.asOwner("SELECT id FROM job WHERE linked_account_id = $1", [behind.tenant.linkedAccountId]);
    const before = (await operations()).length;
    await database.asOwner("UPDATE sandbox.appointment SET reason = 'Fever' WHERE practice_id = $1 AND id = $2", [
      behind.tenant.linkedAccountId,
      visit?.id,
    ]);
    await runReading({ ...behind.tenant, scope: "today" });
    await runReading({ ...front.tenant, scope: "today" });
    const [shown] = await database.asOwner<{ reason: string }>(
      "SELECT reason FROM appointment WHERE linked_account_id = $1 AND emr_appointment_id = $2",
      [front.tenant.linkedAccountId, visit?.id],
    );
    expect(shown).toEqual({ reason: "Fever" });
    expect((await operations()).length).toBe(before);
    const { every_seconds } = (
      await call(readSync, "GET", `/linked-accounts/${front.tenant.linkedAccountId}/sync`, {
        headers: headers(),
        params: { id: front.tenant.linkedAccountId },
      })
    ).body.kinds.find(({ kind }: { kind: string }) => kind === "appointments");
    expect(every_seconds).toBe(300);
  });

  it("has visits fetched there live, and reads what they are then", async () => {
    const { id, emr_id } = await aVisit();
    const day = todayIn("America/New_York", (await shownHere(id))?.starts_at);
    await database.asOwner(
      "UPDATE sandbox.appointment SET note = 'Changed at the desk' WHERE practice_id = $1 AND id = $2",
      [behind.tenant.linkedAccountId, emr_id],
    );
    const body = { start_date: day, end_date: day };
    const answer = await call(fetchVisits, "POST", "/appointments/fetch", { headers: headers(), body });
    expect(answer.status).toBe(202);
    expect(await ended(answer.body.job_id)).toMatchObject({
      status: "completed",
      result: { appointment_ids: [id], deleted_appointment_ids: [] },
    });
    expect((await shownHere(id))?.note).toBe("Changed at the desk");
  });

  it("cancels a visit there once, and tells of a second time that it was cancelled before", async () => {
    const { id, emr_id } = await aVisit();
    const cancel = async () => {
      const body = { reason: "Patient called" };
      const path = `/appointments/${id}/cancel`;
      const answer = await call(cancelVisit, "POST", path, { headers: headers(), body, params: { id } });
      expect(answer.status).toBe(202);
      return ended(answer.body.job_id);
    };
    const first = await cancel();
    expect(first).toMatchObject({ status: "completed", result: { already_cancelled: false } });
    const held = await heldBehind(emr_id);
    expect(first.result.status).toBe(held?.status);
    expect((await shownHere(id))?.status).toBe(held?.status);
    expect(await cancel()).toMatchObject({ status: "completed", result: { already_cancelled: true } });
  });

  it("takes the reasons of a move that the EMR behind refuses", async () => {
    const { id, emr_id } = await aVisit();
    // Gone in the EMR, and neither deployment has read that.
    await database.asOwner("DELETE FROM sandbox.appointment WHERE practice_id = $1 AND id = $2", [
      behind.tenant.linkedAccountId,
      emr_id,
    ]);
    const body = { note: "Fasting" };
    const answer = await call(moveVisit, "PATCH", `/appointments/${id}`, { headers: headers(), body, params: { id } });
    expect(await ended(answer.body.job_id)).toMatchObject({
      status: "failed",
      reasons: [{ code: "record_not_found" }],
    });
  });

  const documentsBehind = (emrIdOrName: string) =>
    database.asOwner<{ id: string; file_name: string; content: Buffer; referral_id: string | null }>(
      "SELECT id, file_name, content, referral_id FROM sandbox.document WHERE practice_id = $1 AND file_name = $2",
      [behind.tenant.linkedAccountId, emrIdOrName],
    );

  const filing = (parts: Parameters<typeof multipartOf>[0][]) => {
    const given = new Request("http://localhost/v1/documents", {
      method: "POST",
      headers: { ...headers(), "content-type": MULTIPART_TYPE },
      body: new Uint8Array(multipartOf(...parts)),
    });
    return fileDocument(given, { params: Promise.resolve({}) });
  };

  const aReferral = async () => {
    const { referrals } = (await call(listReferrals, "GET", "/referrals?patient_mrn=MRN-1", { headers: headers() }))
      .body;
    return String(referrals[0].id);
  };

  it("files a document there, unaltered, which is the same one after a sync", async () => {
    const content = Buffer.from("0123456789abcde\n".repeat(100_000));
    const referral_id = await aReferral();
    const answer = await filing([
      { name: "patient_mrn", content: "MRN-1" },
      { name: "referral_id", content: referral_id },
      { name: "category", content: "Hämatologie" },
      { name: "file", fileName: "Lab, 3 März.txt", type: "text/plain", content },
    ]);
    const accepted = await answer.json();
    expect([answer.status, accepted.message]).toEqual([202, expect.any(String)]);
    expect(await ended(accepted.job_id)).toMatchObject({
      status: "completed",
      result: { document_id: accepted.document_id, referral_id, size: content.byteLength },
    });
    const [held, ...others] = await documentsBehind("Lab, 3 März.txt");
    expect(others).toEqual([]);
    expect(held?.referral_id).toMatch(/^REF-/);
    expect(held?.content.equals(content)).toBe(true);
    await syncAccount(front.tenant);
    const listed = await call(listDocuments, "GET", "/documents?query=Lab, 3 März", { headers: headers() });
    expect(listed.body.documents).toMatchObject([
      { id: accepted.document_id, referral_id, category: "Hämatologie", mime_type: "text/plain" },
    ]);
  });

  it("a document that the EMR behind refuses is gone here too, with the reasons", async () => {
    const referral_id = await aReferral();
    await database.asOwner(
      `UPDATE sandbox.referral SET patient_id = 'PAT-2' WHERE practice_id = $1 AND id IN (
         SELECT behind.ehr_id FROM referral AS here JOIN referral AS behind ON replace(behind.id::text, '-', '') = here.ehr_id
         WHERE here.id = $2::uuid)`,
      [behind.tenant.linkedAccountId, referral_id],
    );
    const answer = await filing([
      { name: "patient_mrn", content: "MRN-1" },
      { name: "referral_id", content: referral_id },
      { name: "file", fileName: "Refused.txt", type: "text/plain", content: "Fasting 98" },
    ]);
    const accepted = await answer.json();
    expect(answer.status).toBe(202);
    expect(await ended(accepted.job_id)).toMatchObject({ status: "failed", reasons: [{ code: "record_not_found" }] });
    const params = { id: accepted.document_id };
    const read = await call(readDocument, "GET", `/documents/${params.id}`, { headers: headers(), params });
    expect(read.status).toBe(404);
    expect(await documentsBehind("Refused.txt")).toEqual([]);
  });

  it("has patients fetched there live, and keeps one whom nobody can be asked for", async () => {
    await database.asOwner(
      "UPDATE sandbox.patient SET email = 'new@example.com' WHERE practice_id = $1 AND mrn = 'MRN-1'",
      [behind.tenant.linkedAccountId],
    );
    const fetch = async (body: unknown) => {
      const answer = await call(fetchPatients, "POST", "/patients/fetch", { headers: headers(), body });
      expect(answer.status).toBe(202);
      return ended(answer.body.job_id);
    };
    const emailOf = async (mrn: string) =>
      (
        await database.asOwner<{ email: string }>(
          "SELECT email FROM patient WHERE linked_account_id = $1 AND mrn = $2",
          [front.tenant.linkedAccountId, mrn],
        )
      )[0]?.email;
    expect(await fetch({ name: "ávi an" })).toMatchObject({
      status: "completed",
      patient_mrn: "MRN-1",
      result: { patient_mrns: ["MRN-1"], found: 1, updated: 1, has_more: false },
    });
    expect(await emailOf("MRN-1")).toBe("new@example.com");
    await database.asOwner("UPDATE sandbox.patient SET mrn = 'MRN-33' WHERE practice_id = $1 AND mrn = 'MRN-3'", [
      behind.tenant.linkedAccountId,
    ]);
    expect(await fetch({ mrn: "MRN-3" })).toMatchObject({
      status: "completed",
      result: { found: 0, deleted: 0 },
      warnings: [expect.stringContaining("the others stay as they were read last")],
    });
    expect(await fetch({ mrn: "MRN-33" })).toMatchObject({ result: { found: 1, updated: 1 }, warnings: [] });
  });

  it("searches the catalog of the EMR behind it", async () => {
    const body = { type: "lab" };
    const answer = await call(searchCatalog, "POST", "/orders/catalog/fetch", { headers: headers(), body });
    const job = await ended(Number(answer.body.job_id));
    expect(job.status).toBe("completed");
    expect(job.result.items.length).toBeGreaterThan(0);
  });

  it("answers with the refusal of the EMR behind it, and stores nothing", async () => {
    // The patient is gone there, and not yet here.
    await database.asOwner("DELETE FROM patient WHERE linked_account_id = $1 AND mrn = 'MRN-2'", [
      behind.tenant.linkedAccountId,
    ]);
    const before = await database.asOwner("SELECT id FROM payment WHERE linked_account_id = $1", [
      front.tenant.linkedAccountId,
    ]);
    const body = { ...aPayment, patient_mrn: "MRN-2" };
    const answer = await call(createPayment, "POST", "/payments", { headers: headers(), body });
    expect(answer.status).toBe(404);
    const after = await database.asOwner("SELECT id FROM payment WHERE linked_account_id = $1", [
      front.tenant.linkedAccountId,
    ]);
    expect(after).toEqual(before);
  });
});
