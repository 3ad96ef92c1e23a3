import { beforeAll, describe, expect, it } from "vitest";
import { GET as getJob } from "#app/v1/jobs/[job_id]/route.ts";
import { GET as getJobs } from "#app/v1/jobs/route.ts";
import { POST } from "#app/v1/payments/route.ts";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

testDatabase();
let clinic: TestAccount;
let other: TestAccount;
const ids: number[] = [];

beforeAll(async () => {
  [clinic, other] = [await openClinic(), await openClinic()];
  for (const patient_mrn of ["MRN-1", "MRN-2", "MRN-1", "MRN-3", "MRN-2"]) {
    const answer = await call(POST, "POST", "/payments", {
      body: { ...aPayment, patient_mrn },
      headers: clinic.headers,
    });
    ids.push(answer.body.job_id);
  }
});

const list = async (query: string, account: TestAccount = clinic) => {
  const answer = await call(getJobs, "GET", `/jobs${query}`, { headers: account.headers });
  return { ...answer, ids: answer.body.jobs?.map(({ job_id }: { job_id: number }) => job_id) };
};

describe("GET /jobs", () => {
  it("lists the newest first, and none of another account", async () => {
    expect((await list("")).ids).toEqual([...ids].reverse());
    expect((await list("", other)).ids).toEqual([]);
  });

  it("tells the jobs with warnings from the others", async () => {
    const warned = await call(POST, "POST", "/payments", {
      body: { ...aPayment, patient_mrn: "MRN-3", colour: "blue" },
      headers: other.headers,
    });
    const plain = await call(POST, "POST", "/payments", { body: aPayment, headers: other.headers });
    expect((await list("?warned=true", other)).ids).toEqual([warned.body.job_id]);
    expect((await list("?warned=false", other)).ids).toEqual([plain.body.job_id]);
  });

  it("pages by cursor without gaps or duplicates while rows are added", async () => {
    const first = await list("?limit=2");
    await call(POST, "POST", "/payments", { body: aPayment, headers: clinic.headers });
    const second = await list(`?limit=2&cursor=${first.body.next_cursor}`);
    const third = await list(`?limit=2&cursor=${second.body.next_cursor}`);
    expect([...first.ids, ...second.ids, ...third.ids]).toEqual([...ids].reverse());
    expect(third.body.next_cursor).toBeUndefined();
  });

  it.each([
    ["?patient_mrn=MRN-3", 1],
    ["?query=nguyen", 2],
    ["?query=MRN-2", 2],
    ["?query=5/17/1980", 6],
    ["?query=nguyen%205/17/1980", 2],
    ["?query=nguyen%205/18/1980", 0],
    ["?query=2/30/1984", 0],
    ["?query=-", 0],
    ["?status=completed", 0],
    ["?status=queued,running&type=payments:create", 6],
    ["?actor=test%20client", 6],
    ["?created_before=0001-01-01T00:00:00Z", 0],
  ])("filters by %s", async (query, count) => {
    expect((await list(query)).ids).toHaveLength(count);
  });

  it("finds one job by its id, and none for an unknown one or another account's", async () => {
    expect((await list(`?job_id=${ids[2]}`)).ids).toEqual([ids[2]]);
    expect((await list("?job_id=999999999999999")).ids).toEqual([]);
    expect((await list(`?job_id=${ids[2]}`, other)).ids).toEqual([]);
  });

  it.each([
    "?limit=0",
    "?limit=x",
    "?status=done",
    "?type=payments:create,payment",
    "?cursor=x",
    "?created_after=yesterday",
    "?created_after=0000-01-01T00:00:00Z",
    "?created_after=0001-01-01T00:00:00%2B14:00",
    "?created_after=2026-03-02T00:00:00Z&created_before=2026-03-01T00:00:00Z",
    "?retried=maybe",
    "?job_id=0",
    "?job_id=1a",
    "?query=a&query=b",
    "?query=%00",
  ])("refuses %s with 400", async (query) => {
    const answer = await list(query);
    expect([answer.status, answer.body.success]).toEqual([400, false]);
  });
});

it("lists the valid statuses and types for an invalid one", async () => {
  const message = async (query: string) => (await list(query)).body.message;
  expect(await message("?status=queued,done")).toBe(
    "status must be one of queued, running, completed, failed, cancelled",
  );
  expect(await message("?type=payment")).toMatch(/^type must be one of appointments:book, .*\bschedule_sync$/);
});

it("returns a job only to its own account, and treats a malformed id as unknown", async () => {
  const ask = (job_id: string, account = clinic) =>
    call(getJob, "GET", `/jobs/${job_id}`, { headers: account.headers, params: { job_id } });
  expect((await ask(String(ids[0]))).body.job).toMatchObject({
    job_id: ids[0],
    status: "queued",
    patient_mrn: "MRN-1",
  });
  const strangers = [await ask(String(ids[0]), other)];
  for (const id of ["x", "-1", "0", `0${ids[0]}`, "9".repeat(40)]) strangers.push(await ask(id));
  for (const answer of strangers) {
    expect([answer.status, answer.body]).toEqual([404, { success: false, message: "Job not found" }]);
  }
});

it("returns the request with its callback URLs, if any", async () => {
  const callback_urls = ["https://example.com/hook"];
  const requests = [];
  for (const body of [aPayment, { ...aPayment, callback_urls }]) {
    const { job_id } = (await call(POST, "POST", "/payments", { body, headers: clinic.headers })).body;
    const params = { job_id: String(job_id) };
    const answer = await call(getJob, "GET", `/jobs/${job_id}`, { headers: clinic.headers, params });
    requests.push(answer.body.job.request);
  }
  expect(requests).toEqual([aPayment, { ...aPayment, callback_urls }]);
});
