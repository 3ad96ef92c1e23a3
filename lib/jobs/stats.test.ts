import { beforeAll, describe, expect, it } from "vitest";
import { GET } from "#app/v1/jobs/stats/route.ts";
import { POST as POST_NOTE } from "#app/v1/patient-notes/route.ts";
import { POST as PAY } from "#app/v1/payments/route.ts";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
const jobs = jobsOf(database, () => clinic);
const note = { note: "Called", subject: "Call", patient_mrn: "MRN-2" };

const post = async (handler: typeof PAY, path: string, body: unknown) =>
  (await call(handler, "POST", path, { body, headers: clinic.headers })).body;

beforeAll(async () => {
  clinic = await openClinic();
  await jobs.run((await post(PAY, "/payments", aPayment)).job_id);
  await post(PAY, "/payments", { ...aPayment, reference_number: "RCPT-2" });
  await post(POST_NOTE, "/patient-notes", note);
});

const statsOf = async (query = "") => {
  const { status, body } = await call(GET, "GET", `/jobs/stats${query}`, { headers: clinic.headers });
  return { status, ...body };
};

describe("GET /jobs/stats", () => {
  it("counts jobs by hour, type and status, with their durations", async () => {
    const { stats } = await statsOf();
    expect(stats.map(({ type, status, count }: Record<string, unknown>) => [type, status, count])).toEqual([
      ["patient-notes:create", "queued", 1],
      ["payments:create", "completed", 1],
      ["payments:create", "queued", 1],
    ]);
    expect(stats[0]).toMatchObject({ duration_ms_median: null, duration_ms_p95: null });
    expect(stats[1].duration_ms_median).toBeGreaterThan(0);
    expect(stats[0].hour).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00Z$/);
  });

  it("counts only jobs of the requested period", async () => {
    expect((await statsOf("?created_before=2020-01-01T00:00:00Z")).stats).toEqual([]);
    expect((await statsOf("?created_after=yesterday")).status).toBe(400);
    expect((await statsOf("?created_before=0001-01-01T00:00:00Z")).stats).toEqual([]);
    const exchanged = await statsOf("?created_after=2026-03-02T00:00:00Z&created_before=2026-03-01T00:00:00Z");
    expect(exchanged.message).toBe("created_before must be on or after created_after");
  });
});
