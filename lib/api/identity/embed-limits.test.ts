/** @module-tag long */

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { GET as getAppointments } from "#app/v1/appointments/route.ts";
import { GET as getClaims } from "#app/v1/claims/route.ts";
import { GET as getDocument } from "#app/v1/documents/[id]/route.ts";
import { GET as listDocuments } from "#app/v1/documents/route.ts";
import { POST as POST_ORIGIN } from "#app/v1/embed/origins/route.ts";
import { GET as GET_SESSION, DELETE as REVOKE } from "#app/v1/embed/sessions/[id]/route.ts";
import { POST as POST_SESSION } from "#app/v1/embed/sessions/route.ts";
import { GET as getDelivery } from "#app/v1/events/[id]/deliveries/[delivery_id]/route.ts";
import { GET as listEvents } from "#app/v1/events/route.ts";
import { GET as stream } from "#app/v1/events/stream/route.ts";
import { GET as getJob } from "#app/v1/jobs/[job_id]/route.ts";
import { GET as listJobs } from "#app/v1/jobs/route.ts";
import { GET as getStats } from "#app/v1/jobs/stats/route.ts";
import { GET as getPatient } from "#app/v1/patients/[mrn]/route.ts";
import { GET as listPatients } from "#app/v1/patients/route.ts";
import { POST as postPayment } from "#app/v1/payments/route.ts";
import { GET as getSettings } from "#app/v1/settings/route.ts";
import { EMBED_PERMISSIONS } from "#lib/administration/embedding/permissions";
import { withTenant } from "#lib/db/tenant";
import type { EmbedView } from "#lib/kernel/embed-view";
import { newId } from "#lib/kernel/id";
import { document, documentContent } from "#lib/resources/documents/table";
import { appendStreamMessage, wakeStreams } from "#lib/stream/message";
import { ask } from "#lib/testing/api";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { describedRoutes } from "#lib/testing/described";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

const ORIGIN = "https://portal.example";
const database = testDatabase();
let clinic: TestAccount;

beforeEach(async () => {
  clinic = await openClinic();
  await call(POST_ORIGIN, "POST", "/embed/origins", { headers: clinic.headers, body: { origin: ORIGIN } });
});

/** Returns the headers of a view that has every permission of a view and is limited by its parameters alone. */
async function viewOf(
  given: Record<string, unknown>,
  permissions: string[] | null = [...EMBED_PERMISSIONS],
): Promise<{ id: string; headers: Record<string, string> }> {
  const { body, status } = await call(POST_SESSION, "POST", "/embed/sessions", {
    headers: clinic.headers,
    body: { origin: ORIGIN, actor: { id: "7", name: "Robin" }, ...given, ...(permissions && { permissions }) },
  });
  expect(status, body.message).toBe(201);
  return { id: body.session_id, headers: { authorization: `Bearer ${body.token}` } };
}

const pay = async (mrn: string, headers: Record<string, string> = clinic.headers) =>
  call(postPayment, "POST", "/payments", { headers, body: { ...aPayment, patient_mrn: mrn } });
const jobBy = (headers: Record<string, string>, job_id: number) =>
  call(getJob, "GET", `/jobs/${job_id}`, { headers, params: { job_id: String(job_id) } });
const letterOf = async (mrn: string | null): Promise<string> => {
  const id = newId();
  const content = new TextEncoder().encode("Dear colleague");
  const about = { emrId: id, fileName: "letter.txt", mimeType: "text/plain", sha256: "0".repeat(64), patientMrn: mrn };
  await withTenant(clinic.tenant, async (tx) => {
    await tx.insert(document).values({ id, ...clinic.tenant, ...about, size: content.length });
    await tx.insert(documentContent).values({ documentId: id, ...clinic.tenant, content });
  });
  return id;
};
/** Says that a patient was merged into another one; null parts them again. */
const merge = (ehrId: string, into: string | null) =>
  database.asOwner("UPDATE patient SET merged_into = $1 WHERE ehr_id = $2 AND linked_account_id = $3", [
    into,
    ehrId,
    clinic.tenant.linkedAccountId,
  ]);
/** Sets the MRN of another patient in the EMR. */
const share = (mrn: string) =>
  database.asOwner("UPDATE patient SET mrn = $1 WHERE ehr_id = 'PAT-2' AND linked_account_id = $2", [
    mrn,
    clinic.tenant.linkedAccountId,
  ]);
const fileBy = async (headers: Record<string, string>, id: string): Promise<number> => {
  const request = new Request(`http://127.0.0.1:3000/v1/documents/${id}`, { headers });
  const response = await getDocument(request, { params: Promise.resolve({ id }) });
  await response.body?.cancel();
  return response.status;
};

it("do not see the path of a receiver's URL, which may contain its key", async () => {
  const body = { ...aPayment, callback_urls: ["https://one.example/hook?token=key"] };
  const { job_id } = (await call(postPayment, "POST", "/payments", { headers: clinic.headers, body })).body;
  await jobsOf(database, () => clinic).run(job_id);
  const { headers } = await viewOf({ view: "jobs" });
  const targets = async (by: Record<string, string>) => {
    const { timeline } = (await jobBy(by, job_id)).body.job;
    const { events } = (await call(listEvents, "GET", `/events?job_id=${job_id}`, { headers: by })).body;
    const delivery = events[0].deliveries[1];
    const params = { id: events[0].event.id, delivery_id: delivery.id };
    const one = (
      await call(getDelivery, "GET", `/events/${params.id}/deliveries/${delivery.id}`, { headers: by, params })
    ).body.delivery;
    const shown = timeline.flatMap(({ detail }: { detail: { target?: string } | null }) => detail?.target ?? []);
    return [...shown, delivery.target, one.target];
  };
  const all = (url: string) => ["inbox", url, url, url];
  expect(await targets(clinic.headers)).toEqual(all("https://one.example/hook?token=key"));
  expect(await targets(headers)).toEqual(all("https://one.example/hook?…"));
});

it("do not learn by a write whether there is another patient with an MRN", async () => {
  const { headers } = await viewOf({ view: "jobs", parameters: { patient_mrn: "MRN-1" } });
  const [other, none] = [await pay("MRN-2", headers), await pay("MRN-404", headers)];
  expect([none.status, none.body]).toEqual([403, other.body]);
});

describe("the permissions of a view", () => {
  const paymentOf = { operation: "payments:create", values: {} };
  const VIEWS: Record<EmbedView, Record<string, unknown>> = {
    jobs: {},
    job: {},
    appointments: {},
    providers: {},
    documents: {},
    operation: paymentOf,
    webhooks: { owner: "acme" },
    booking: { patient_mrn: "MRN-1" },
  };

  it.each(Object.keys(VIEWS) as EmbedView[])("allow %s to read its own session", async (view) => {
    const job_id = view === "job" ? (await pay("MRN-1")).body.job_id : undefined;
    const { id, headers } = await viewOf({ view, parameters: { ...VIEWS[view], ...(job_id && { job_id }) } }, null);
    const { status, body } = await call(GET_SESSION, "GET", `/embed/sessions/${id}`, { headers, params: { id } });
    expect([status, body.embed_session?.view]).toEqual([200, view]);
  });

  it.each(Object.keys(VIEWS) as EmbedView[])("allow %s to read no patient other than the view's own", async (view) => {
    const { job_id } = (await pay("MRN-2")).body;
    const parameters = { ...VIEWS[view], ...(view === "job" && { job_id }) };
    const own = view === "job" ? "MRN-2" : "MRN-1";
    const patients = async (headers: Record<string, string>) => {
      const { status, body } = await call(listPatients, "GET", "/patients", { headers });
      return [status, body.patients?.map(({ mrn }: { mrn: string }) => mrn)];
    };
    const usual = await viewOf({ view, parameters }, null);
    expect(await patients(usual.headers)).toEqual(view === "job" ? [200, [own]] : [403, undefined]);
    if (view === "job" || view === "providers" || view === "webhooks" || view === "booking") return;
    const one = await viewOf({ view, parameters: { ...parameters, patient_mrn: own } }, null);
    expect(await patients(one.headers)).toEqual([200, [own]]);
  });

  it("show the names of its records' patients", async () => {
    await pay("MRN-2");
    await letterOf("MRN-2");
    const named = { patient_mrn: "MRN-2", patient_name: "Bo Nguyen" };
    const jobs = await call(listJobs, "GET", "/jobs", { headers: (await viewOf({ view: "jobs" }, null)).headers });
    expect(jobs.body.jobs[0]).toMatchObject(named);
    const documents = await viewOf({ view: "documents" }, null);
    const found = await call(listDocuments, "GET", "/documents", { headers: documents.headers });
    expect(found.body.documents[0]).toMatchObject(named);
  });
});

describe("a view made for one patient", () => {
  it("lists only that patient's records, whatever it requests", async () => {
    const { headers } = await viewOf({ view: "documents", parameters: { patient_mrn: "MRN-1" } });
    await letterOf("MRN-1");
    await letterOf("MRN-2");
    const everyone = await call(listDocuments, "GET", "/documents", { headers: clinic.headers });
    expect(
      new Set(everyone.body.documents.map((one: { patient_mrn: string }) => one.patient_mrn)).size,
    ).toBeGreaterThan(1);
    const { body } = await call(listDocuments, "GET", "/documents", { headers });
    expect(new Set(body.documents.map((one: { patient_mrn: string }) => one.patient_mrn))).toEqual(new Set(["MRN-1"]));
    for (const [handler, path] of [
      [listDocuments, "/documents?patient_mrn=MRN-2"],
      [getClaims, "/claims?patient_mrn=MRN-2"],
      [getClaims, "/claims?patient_mrn=MRN-1&patient_mrn=MRN-2"],
      [getAppointments, "/appointments?start_date=2026-01-01&end_date=2026-01-02&patient_mrn=MRN-2"],
      [listJobs, "/jobs?patient_mrn=MRN-2"],
      [listPatients, "/patients?mrns=MRN-1,MRN-2"],
      [listPatients, "/patients?mrns=MRN-1&mrns[]=MRN-2"],
      [listPatients, "/patients?mrns[]=MRN-2"],
      [listPatients, "/patients?mrns[0]=MRN-1&mrns[1]=MRN-2"],
      [listPatients, "/patients?mrns%5B7%5D=MRN-2"],
      [listPatients, "/patients?mrns%5B%5D=MRN-1%2CMRN-2"],
      [getStats, "/jobs/stats"],
      [listEvents, "/events"],
    ] as const) {
      expect((await call(handler, "GET", path, { headers })).status, path).toBe(403);
    }
    const found = await call(listPatients, "GET", "/patients?query=a", { headers });
    expect(found.body.patients.map((one: { mrn: string }) => one.mrn)).toEqual(["MRN-1"]);
    expect((await call(getSettings, "GET", "/settings", { headers })).status).toBe(200);
  });

  it("reads only that patient's records", async () => {
    const { headers } = await viewOf({ view: "documents", parameters: { patient_mrn: "MRN-1" } });
    const patientBy = (mrn: string) => call(getPatient, "GET", `/patients/${mrn}`, { headers, params: { mrn } });
    expect([(await patientBy("MRN-1")).status, (await patientBy("MRN-2")).status]).toEqual([200, 404]);
    const [own, other] = [(await pay("MRN-1")).body.job_id, (await pay("MRN-2")).body.job_id];
    expect([(await jobBy(headers, own)).status, (await jobBy(headers, other)).status]).toEqual([200, 404]);
    const headOf = async (job_id: number) => {
      const request = new Request(`http://127.0.0.1:3000/v1/jobs/${job_id}`, { method: "HEAD", headers });
      return (await getJob(request, { params: Promise.resolve({ job_id: String(job_id) }) })).status;
    };
    expect([await headOf(own), await headOf(other)]).toEqual([200, 404]);
    expect(await fileBy(headers, await letterOf("MRN-1"))).toBe(200);
    expect(await fileBy(headers, await letterOf("MRN-2"))).toBe(404);
    expect(await fileBy(headers, await letterOf(null))).toBe(404);
  });

  it("shows no job of an EMR to which the account led before, where the MRN may be another patient's", async () => {
    const { headers } = await viewOf({ view: "jobs", parameters: { patient_mrn: "MRN-1" } });
    const { job_id } = (await pay("MRN-1")).body;
    expect((await jobBy(headers, job_id)).status).toBe(200);
    await database.asOwner("UPDATE linked_account SET origin_version = origin_version + 1 WHERE id = $1", [
      clinic.tenant.linkedAccountId,
    ]);
    expect((await jobBy(headers, job_id)).status).toBe(404);
    expect((await call(listJobs, "GET", "/jobs", { headers })).body.jobs).toEqual([]);
    expect((await jobBy(clinic.headers, job_id)).status).toBe(200);
  });

  it("shows the records of a patient who was merged with that patient, by either MRN", async () => {
    const { headers } = await viewOf({ view: "jobs", parameters: { patient_mrn: "MRN-1" } });
    const [job_id, letter] = [(await pay("MRN-2")).body.job_id, await letterOf("MRN-2")];
    const shown = async () => [
      (await jobBy(headers, job_id)).status,
      await fileBy(headers, letter),
      (await call(listJobs, "GET", "/jobs", { headers })).body.jobs.length,
      (await call(listDocuments, "GET", "/documents", { headers })).body.documents.some(
        ({ id }: { id: string }) => id === letter,
      ),
    ];
    expect(await shown()).toEqual([404, 404, 0, false]);
    await merge("PAT-2", "PAT-1");
    expect(await shown()).toEqual([200, 200, 1, true]);
    await merge("PAT-2", null);
    expect(await shown()).toEqual([404, 404, 0, false]);
  });

  it("writes only for that patient", async () => {
    const given = { operation: "payments:create", patient_mrn: "MRN-1" };
    const { headers } = await viewOf({ view: "operation", parameters: given });
    expect((await pay("MRN-1", headers)).status).toBe(202);
    expect((await pay("MRN-2", headers)).status).toBe(403);
  });

  it.each([
    ["of the patient who was merged", "MRN-2"],
    ["of the survivor", "MRN-1"],
  ])("finds and writes for the survivor by either MRN, made for the one %s", async (_which, own) => {
    const { headers } = await viewOf({ view: "jobs", parameters: { patient_mrn: own } });
    const byMrn = async (mrn: string) => [
      (await call(getPatient, "GET", `/patients/${mrn}`, { headers, params: { mrn } })).body.patient?.mrn,
      (await call(listPatients, "GET", `/patients?mrns=${mrn}`, { headers })).body.patients?.map(
        (one: { mrn: string }) => one.mrn,
      ),
      (await call(listJobs, "GET", `/jobs?patient_mrn=${mrn}`, { headers })).status,
      (await call(getClaims, "GET", `/claims?patient_mrn=${mrn}`, { headers })).status,
      (await pay(mrn, headers)).status,
    ];
    const survivor = ["MRN-1", ["MRN-1"], 200, 200, 202];
    const nobody = [undefined, undefined, 403, 403, 403];
    const other = own === "MRN-1" ? "MRN-2" : "MRN-1";
    expect(await byMrn(other)).toEqual(nobody);
    await merge("PAT-2", "PAT-1");
    expect([await byMrn(own), await byMrn(other)]).toEqual([survivor, survivor]);
    expect([await byMrn("MRN-3"), (await byMrn("%00"))[2]]).toEqual([nobody, 403]);
    await merge("PAT-2", null);
    expect(await byMrn(other)).toEqual(nobody);
  });

  it("takes no MRN of a merged patient that a third one carries as well", async () => {
    const [former, survivor] = [
      await viewOf({ view: "jobs", parameters: { patient_mrn: "MRN-2" } }),
      await viewOf({ view: "jobs", parameters: { patient_mrn: "MRN-1" } }),
    ];
    const [job_id, letter] = [(await pay("MRN-2")).body.job_id, await letterOf("MRN-2")];
    await merge("PAT-2", "PAT-1");
    await database.asOwner("UPDATE patient SET mrn = 'MRN-2' WHERE ehr_id = 'PAT-3'");
    const params = { mrn: "MRN-2" };
    const statuses = async (headers: Record<string, string>) => [
      (await call(getPatient, "GET", "/patients/MRN-2", { headers, params })).status,
      (await call(listJobs, "GET", "/jobs?patient_mrn=MRN-2", { headers })).status,
      (await jobBy(headers, job_id)).status,
      await fileBy(headers, letter),
      (await pay("MRN-2", headers)).status,
    ];
    expect(await statuses(former.headers)).toEqual([409, 409, 409, 409, 409]);
    expect(await statuses(survivor.headers)).toEqual([404, 403, 404, 404, 403]);
    expect((await call(listJobs, "GET", "/jobs", { headers: survivor.headers })).body.jobs).toEqual([]);
  });

  it("corrects only that patient's failed jobs", async () => {
    const jobs = jobsOf(database, () => clinic);
    const [own, other] = await Promise.all(["MRN-1", "MRN-2"].map(async (mrn) => (await pay(mrn)).body.job_id));
    await database.asOwner("UPDATE job SET status = 'failed', finished_at = now()");
    const given = { operation: "payments:create", patient_mrn: "MRN-1" };
    const { headers } = await viewOf({ view: "operation", parameters: given });
    const correct = (jobId: number) => pay("MRN-1", { ...headers, "x-corrects-job": String(jobId) });
    expect((await correct(other)).status).toBe(404);
    expect(await jobs.read(other)).toMatchObject({ retried_as: null });
    const { body } = await correct(own);
    expect(await jobs.read(own)).toMatchObject({ retried_as: body.job_id });
  });

  it("shows nothing while another patient of the EMR carries the MRN", async () => {
    const { headers } = await viewOf({ view: "jobs", parameters: { patient_mrn: "MRN-1" } });
    const [job_id, letter] = [(await pay("MRN-1")).body.job_id, await letterOf("MRN-1")];
    const params = { mrn: "MRN-1" };
    const statuses = async () => [
      (await call(listPatients, "GET", "/patients", { headers })).status,
      (await call(getPatient, "GET", "/patients/MRN-1", { headers, params })).status,
      (await call(listDocuments, "GET", "/documents", { headers })).status,
      (await call(getClaims, "GET", "/claims", { headers })).status,
      (await call(listJobs, "GET", "/jobs", { headers })).status,
      (await jobBy(headers, job_id)).status,
      await fileBy(headers, letter),
    ];
    expect(await statuses()).toEqual(Array(7).fill(200));
    await share("MRN-1");
    expect(await statuses()).toEqual(Array(7).fill(409));
    expect((await pay("MRN-1", headers)).status).toBe(409);
    expect((await call(getSettings, "GET", "/settings", { headers })).status).toBe(200);
    await share("MRN-2");
    expect(await statuses()).toEqual(Array(7).fill(200));
  });

  it("gets no stored response of another view's Idempotency-Key, even for the same user", async () => {
    const viewOn = (patient_mrn: string) =>
      viewOf({ view: "operation", parameters: { operation: "payments:create", patient_mrn } });
    const [one, two] = [await viewOn("MRN-1"), await viewOn("MRN-2")];
    const send = ({ headers }: { headers: Record<string, string> }) =>
      pay("MRN-1", { ...headers, "idempotency-key": "kept" });
    const first = await send(one);
    expect([first.status, (await send(two)).status]).toEqual([202, 403]);
    expect((await send(one)).body).toEqual(first.body);
    // Makes the key belong to the second view, whose own patient must still be checked.
    await database.asOwner("UPDATE idempotency_key SET actor_key = $1", [`embed:${two.id}`]);
    expect((await send(two)).status).toBe(403);
  });

  it("is refused by every route that is not limited to one patient", async () => {
    const { headers } = await viewOf({ view: "jobs", parameters: { patient_mrn: "MRN-NOBODY" } });
    const shown: string[] = [];
    // The document of the interface is public; its examples name patients.
    const reads = describedRoutes.filter(({ method, path }) => method === "GET" && path !== "/openapi.json");
    for (const route of reads) {
      const params = { id: "x", ehr_id: "x", mrn: "MRN-1", job_id: "1" };
      const { status, text } = await ask(route, { headers, params });
      if (status === 200 && /MRN-[1-9]|Nguyen|Ávila|O'Neil/.test(text)) shown.push(route.path);
    }
    expect(shown).toEqual([]);
  });
});

describe("a view made for one job", () => {
  it("sees only that job and its patient", async () => {
    const [own, other] = [(await pay("MRN-1")).body.job_id, (await pay("MRN-1")).body.job_id];
    const { headers } = await viewOf({ view: "job", parameters: { job_id: own } });
    expect([(await jobBy(headers, own)).status, (await jobBy(headers, other)).status]).toEqual([200, 404]);
    const found = await call(listPatients, "GET", "/patients?query=", { headers });
    expect(found.body.patients.map((one: { mrn: string }) => one.mrn)).toEqual(["MRN-1"]);
    expect((await pay("MRN-2", headers)).status).toBe(403);
  });

  it("cannot be made for another account's job", async () => {
    const { status, body } = await call(POST_SESSION, "POST", "/embed/sessions", {
      headers: clinic.headers,
      body: { view: "job", parameters: { job_id: 999_999 }, origin: ORIGIN, actor: { id: "7", name: "R" } },
    });
    expect([status, body.message]).toEqual([400, expect.stringContaining("job_id")]);
  });
});

describe("a view's stream", () => {
  const ends: AbortController[] = [];
  afterEach(() => {
    for (const end of ends.splice(0)) end.abort();
  });
  /** Reads until the text holds `mark`, or the stream ends. */
  async function openStream(headers: Record<string, string>) {
    const end = new AbortController();
    ends.push(end);
    const request = new Request("http://127.0.0.1:3000/v1/events/stream", { headers, signal: end.signal });
    const response = await stream(request, { params: Promise.resolve({}) });
    expect(response.status).toBe(200);
    const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    return async (mark: string | null) => {
      while (mark === null || !text.includes(mark)) {
        const { done, value } = await reader.read();
        if (done) return text;
        text += value;
      }
      return text;
    };
  }
  const happen = async (mrn: string, note: string) => {
    await withTenant(clinic.tenant, (tx) =>
      appendStreamMessage(tx, clinic.tenant, "event", {
        id: newId(),
        object: "event",
        type: "payment.created",
        created: new Date().toISOString(),
        access_token_reference_id: "reference-1",
        job_id: "7",
        data: { patient_mrn: mrn, note },
      }),
    );
    wakeStreams(clinic.tenant.linkedAccountId);
  };

  it("sends the view's patient's events in full, and of other events only that they happened", async () => {
    const { headers } = await viewOf({ view: "jobs", parameters: { patient_mrn: "MRN-1" } }, null);
    const read = await openStream(headers);
    await happen("MRN-2", "secret-of-2");
    await happen("MRN-1", "known-of-1");
    const text = await read("known-of-1");
    expect(text.match(/event: event/g)).toHaveLength(2);
    expect(text).not.toContain("secret-of-2");
  });

  it.each([
    ["of the patient who was merged", "MRN-2"],
    ["of the survivor", "MRN-1"],
  ])("sends the events of merged patients in full, made for the MRN %s", async (_which, own) => {
    await merge("PAT-2", "PAT-1");
    const { headers } = await viewOf({ view: "jobs", parameters: { patient_mrn: own } }, null);
    const read = await openStream(headers);
    await happen("MRN-3", "secret-of-3");
    await happen("MRN-1", "known-of-1");
    await happen("MRN-2", "known-of-2");
    await read("known-of-1");
    expect(await read("known-of-2")).not.toContain("secret-of-3");
    await merge("PAT-2", null);
    await happen(own === "MRN-1" ? "MRN-2" : "MRN-1", "secret-of-other");
    await happen(own, "last");
    expect(await read("last")).not.toContain("secret-of-other");
  });

  it("sends no event by a former MRN that a third patient carries as well", async () => {
    await merge("PAT-2", "PAT-1");
    const { headers } = await viewOf({ view: "jobs", parameters: { patient_mrn: "MRN-1" } }, null);
    const read = await openStream(headers);
    await happen("MRN-2", "known-of-2");
    await read("known-of-2");
    await database.asOwner("UPDATE patient SET mrn = 'MRN-2' WHERE ehr_id = 'PAT-3'");
    await happen("MRN-2", "secret-of-either");
    await happen("MRN-1", "last");
    expect(await read("last")).not.toContain("secret-of-either");
  });

  it("ends before an event of its patient once another patient carries the MRN", async () => {
    const { headers } = await viewOf({ view: "jobs", parameters: { patient_mrn: "MRN-1" } }, null);
    const read = await openStream(headers);
    await read(": connected");
    await share("MRN-1");
    await happen("MRN-1", "known-of-either");
    await expect(read("known-of-either")).rejects.toThrow("Several patients");
  });

  it("sends no content of events to a view that may not read jobs", async () => {
    const read = await openStream((await viewOf({ view: "providers" }, null)).headers);
    const all = await openStream((await viewOf({ view: "jobs" }, null)).headers);
    await happen("MRN-2", "secret-of-2");
    expect(await all("secret-of-2")).toContain("secret-of-2");
    expect(await read('"data":{}')).not.toContain("secret-of-2");
  });

  it("ends within seconds of its session's revocation", async () => {
    const { id, headers } = await viewOf({ view: "jobs" }, null);
    const read = await openStream(headers);
    await read(": connected");
    const since = Date.now();
    await call(REVOKE, "DELETE", `/embed/sessions/${id}`, { headers: clinic.headers, params: { id }, body: {} });
    await read(null);
    expect(Date.now() - since).toBeLessThan(9_000);
  }, 20_000);
});
