import { beforeAll, describe, expect, it } from "vitest";
import { GET as JOB } from "#app/v1/jobs/[job_id]/route.ts";
import { GET as JOBS } from "#app/v1/jobs/route.ts";
import { openApiDocument } from "#lib/api/openapi/document";
import { cursorAfter } from "#lib/changes/cursor";
import { ask } from "#lib/testing/api";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { describedRoutes } from "#lib/testing/described";
import { type FullClinic, openFullClinic } from "#lib/testing/full-clinic";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: FullClinic;

beforeAll(async () => {
  clinic = await openFullClinic(database);
}, 120_000);

interface Named {
  patient_mrn: string | null;
  patient_name?: string | null;
}

/** Fields with the raw content of requests, responses and events, which is not checked here. */
const QUOTED = new Set([
  "data",
  "detail",
  "event",
  "fields",
  "filters",
  "identifiers",
  "parameters",
  "request",
  "result",
]);

/** Returns every record of a response that may name a patient. */
function recordsIn(value: unknown): Named[] {
  if (Array.isArray(value)) return value.flatMap(recordsIn);
  if (typeof value !== "object" || value === null) return [];
  const parts = Object.entries(value).flatMap(([key, part]) => (QUOTED.has(key) ? [] : recordsIn(part)));
  return "patient_mrn" in value ? [value as Named, ...parts] : parts;
}

/** Returns the cursor after the clinic's first sync. */
async function firstCursor(): Promise<string> {
  const { linkedAccountId } = clinic.tenant;
  const [row] = await database.asOwner<{ position: string }>(
    "SELECT max(told_from) AS position FROM sync_kind WHERE linked_account_id = $1",
    [linkedAccountId],
  );
  return cursorAfter(linkedAccountId, Number(row?.position));
}

/** Required parameters of a query, and the cursor without which the feed of changes shows nothing. */
async function queryOf(path: string): Promise<string> {
  if (path === "/appointments") return "?emr_appointment_id=APT-1";
  return path === "/changes" ? `?cursor=${await firstCursor()}` : "";
}

const readAll = async () =>
  Promise.all(
    describedRoutes
      .filter(
        ({ method, path }) =>
          method === "GET" && !["/openapi.json", "/events/stream", "/documents/{id}"].includes(path),
      )
      .map(async (route) => {
        const params = clinic.paramsOf(route.path);
        const { text } = await ask(route, {
          headers: clinic.headersFor(route),
          params,
          query: await queryOf(route.path),
        });
        return { path: route.path, records: text.startsWith("{") ? recordsIn(JSON.parse(text)) : [] };
      }),
  );

describe("a record that names a patient", () => {
  it("contains the patient's name in the answer of every query", async () => {
    const read = await readAll();
    const naming = read.filter(({ records }) => records.length > 0).map(({ path }) => path);
    expect(naming).toEqual(
      expect.arrayContaining(
        [
          [
            "/appointments",
            "/appointments/{id}",
            "/audit-log",
            "/changes",
            "/changes/history",
            "/claims",
            "/documents",
            "/jobs",
            "/jobs/{job_id}",
            "/orders",
          ],
          ["/patient-notes", "/payments", "/recalls", "/recalls/{id}", "/referrals", "/referrals/{id}"],
          ["/services", "/tasks"],
        ].flat(),
      ),
    );
    const names = new Map(
      (
        await database.asOwner<{ mrn: string; name: string }>(
          "SELECT mrn, first_name || ' ' || last_name AS name FROM patient WHERE linked_account_id = $1",
          [clinic.tenant.linkedAccountId],
        )
      ).map(({ mrn, name }) => [mrn, name]),
    );
    for (const { path, records } of read) {
      for (const { patient_mrn, patient_name } of records) {
        const none = path === "/appointments" ? "" : null;
        expect(patient_name, `${path} of ${patient_mrn}`).toBe(names.get(patient_mrn ?? "") ?? none);
      }
    }
  });

  it("takes the name from its own account as of the last sync, or null", async () => {
    const { linkedAccountId } = clinic.tenant;
    const nameOf = async () => {
      const { jobs } = (await call(JOBS, "GET", "/jobs?type=payments:create", { headers: clinic.headers })).body;
      const { job_id } = jobs[0];
      const params = { job_id: String(job_id) };
      const { job } = (await call(JOB, "GET", `/jobs/${job_id}`, { headers: clinic.headers, params })).body;
      expect(job.patient_name).toBe(jobs[0].patient_name);
      return job.patient_name;
    };
    await openClinic();
    const [was] = await database.asOwner<{ first_name: string }>(
      "SELECT first_name FROM patient WHERE linked_account_id = $1 AND mrn = 'MRN-1'",
      [linkedAccountId],
    );
    const rename = (name: string) =>
      database.asOwner("UPDATE patient SET first_name = $2 WHERE linked_account_id = $1 AND mrn = 'MRN-1'", [
        linkedAccountId,
        name,
      ]);
    const before = await nameOf();
    await rename("Renée");
    expect(await nameOf()).toBe(before.replace(was?.first_name ?? "", "Renée"));
    await rename("");
    expect(await nameOf(), "a patient with one name").toBe(before.replace(`${was?.first_name} `, ""));
    await rename(was?.first_name ?? "");
    const mrn = (from: string, to: string) =>
      database.asOwner("UPDATE patient SET mrn = $3 WHERE linked_account_id = $1 AND mrn = $2", [
        linkedAccountId,
        from,
        to,
      ]);
    await mrn("MRN-1", "MRN-MOVED");
    expect(await nameOf(), "another account's patient with this MRN does not count").toBeNull();
    await mrn("MRN-MOVED", "MRN-1");
    expect(await nameOf()).toBe(before);
  });

  it("contains the name only in answers, and in events that have a record as its read shows it", () => {
    const { webhooks } = openApiDocument();
    expect(Object.keys(webhooks).length).toBeGreaterThan(20);
    const others = Object.entries(webhooks).filter(([type]) => !type.endsWith(".changed"));
    expect(JSON.stringify(others)).not.toContain("patient_name");
  });
});
