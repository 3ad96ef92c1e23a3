import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PATCH as SET_CLIENT } from "#app/v1/api-clients/[id]/route.ts";
import { GET as APPOINTMENTS } from "#app/v1/appointments/route.ts";
import { GET as STREAM } from "#app/v1/events/stream/route.ts";
import { GET as JOBS } from "#app/v1/jobs/route.ts";
import { GET as PATIENT } from "#app/v1/patients/[mrn]/route.ts";
import { GET as PATIENTS } from "#app/v1/patients/route.ts";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

testDatabase();
let clinic: TestAccount;
let admin: Record<string, string>;

beforeAll(async () => {
  clinic = await openClinic();
  admin = await signIn(clinic, "admin");
});

const patients = (query: string, headers: Record<string, string> = clinic.headers) =>
  call(PATIENTS, "GET", `/patients${query}`, { headers });
const mrnsOf = ({ body }: { body: { patients: { mrn: string }[] } }) => body.patients.map(({ mrn }) => mrn);

const setting = (unknown_fields: string) =>
  call(SET_CLIENT, "PATCH", `/api-clients/${clinic.apiClientId}`, {
    body: { unknown_fields },
    headers: admin,
    params: { id: clinic.apiClientId },
  });

beforeEach(() => setting("warn"));

let all: string[];
beforeAll(async () => {
  all = mrnsOf(await patients("?sort=mrn"));
});

describe("a list of values", () => {
  it.each([
    "mrns={a},{b}",
    "mrns={a}&mrns={b}",
    "mrns[]={a}&mrns[]={b}",
    "mrns%5B%5D={a},{b}",
    "mrns={a}&mrns[]={b}",
    "mrns[0]={a}&mrns[1]={b}",
    "mrns[1]={b}&mrns[0]={a}",
    "mrns%5B0%5D={a},{b}",
    "mrns[0]={a}&mrns[]={b}&mrns[2]=",
    "mrns=&mrns={a}&mrns={b}",
  ])("is the same as %s", async (query) => {
    const [a = "", b = ""] = all;
    const answer = await patients(`?sort=mrn&${query.replace("{a}", a).replace("{b}", b)}`);
    expect([answer.status, mrnsOf(answer)]).toEqual([200, [a, b]]);
    expect(answer.body).not.toHaveProperty("warnings");
  });

  it.each(["mrns=", "mrns[]=", "mrns=&mrns[]=", "mrns[0]=&mrns[1]="])(
    "without any narrows nothing, and says so: %s",
    async (query) => {
      const answer = await patients(`?${query}&limit=&cursor=&query=&sort=`);
      expect([answer.status, answer.body.warnings]).toEqual([200, ["mrns has no value and was not used"]]);
      expect(mrnsOf(answer)).toHaveLength(all.length);
      await setting("refuse");
      expect((await patients(`?${query}`)).status).toBe(200);
    },
  );

  it("is as empty with blanks alone: nobody means everybody by them", async () => {
    for (const query of ["mrns=%20", "mrns=+&mrns[]=%09"])
      expect((await patients(`?${query}`)).body.warnings).toEqual(["mrns has no value and was not used"]);
    const path = "/appointments?start_date=2026-03-02&end_date=2026-03-02&patient_name=%20";
    expect((await call(APPOINTMENTS, "GET", path, { headers: clinic.headers })).body.warnings).toContain(
      "patient_name has no value and was not used",
    );
  });

  it("is judged whole", async () => {
    const answer = await call(JOBS, "GET", "/jobs?status=queued&status[]=lost", { headers: clinic.headers });
    expect([answer.status, answer.body.errors]).toMatchObject([400, [{ field: "status" }]]);
  });

  it("is also said of one value", async () => {
    const path = "/appointments?start_date=2026-03-02&end_date=2026-03-02&patient_mrn=&status=";
    const { status, body } = await call(APPOINTMENTS, "GET", path, { headers: clinic.headers });
    expect([status, body.warnings]).toEqual([
      200,
      expect.arrayContaining(["patient_mrn has no value and was not used", "status has no value and was not used"]),
    ]);
  });

  it("is no list where one value is allowed", async () => {
    const twice = await call(APPOINTMENTS, "GET", "/appointments?patient_mrn=A&patient_mrn=B", {
      headers: clinic.headers,
    });
    expect([twice.status, twice.body.errors]).toMatchObject([400, [{ field: "patient_mrn" }]]);
  });

  it.each(["patient_mrn[]=A", "patient_mrn[0]=A", "patient_mrn%5B7%5D=A"])(
    "of one value is that value, never everybody: %s",
    async (query) => {
      const days = "start_date=2026-03-02&end_date=2026-03-02";
      const read = (asked: string) =>
        call(APPOINTMENTS, "GET", `/appointments?${days}&${asked}`, { headers: clinic.headers });
      const [plain, bracketed] = [await read("patient_mrn=A"), await read(query)];
      expect([bracketed.status, bracketed.body]).toEqual([plain.status, plain.body]);
      const twice = await read(`${query}&patient_mrn=B`);
      expect([twice.status, twice.body.errors]).toMatchObject([400, [{ field: "patient_mrn" }]]);
    },
  );
});

describe("a parameter that the route does not know", () => {
  it.each([
    ["patientMrn=A", ["patientMrn is not known here and was not used; did you mean mrns?"]],
    ["mrn=A", ["mrn is not known here and was not used; did you mean mrns?"]],
    ["MRNS=A", ["MRNS is not known here and was not used; did you mean mrns?"]],
    ["patient_mrn[]=A", ["patient_mrn[] is not known here and was not used; did you mean mrns?"]],
    ["mrns[a]=A", ["mrns[a] is not known here and was not used; did you mean mrns?"]],
    ["mrns[0][mrn]=A", ["mrns[0][mrn] is not known here and was not used; did you mean mrns?"]],
    ["filter[mrns]=A", ["filter[mrns] is not known here and was not used; did you mean mrns?"]],
    ["filter[mrns][]=A", ["filter[mrns][] is not known here and was not used; did you mean mrns?"]],
    ["mrns.0=A", ["mrns.0 is not known here and was not used; did you mean mrns?"]],
    ["mrns[=A", ["mrns[ is not known here and was not used; did you mean mrns?"]],
    [
      "limt=1&x=1&x=2",
      ["limt is not known here and was not used; did you mean limit?", "x is not known here and was not used"],
    ],
    ["=1", [" is not known here and was not used"]],
  ])("is named: %s", async (query, warnings) => {
    const answer = await patients(`?${query}`);
    expect([answer.status, answer.body.warnings]).toEqual([200, warnings]);
    expect(mrnsOf(answer)).toHaveLength(all.length);
  });

  it("is named of one record, and again in an answer that was kept", async () => {
    const one = () =>
      call(PATIENT, "GET", `/patients/${all[0]}?fields=name`, {
        headers: clinic.headers,
        params: { mrn: all[0] ?? "" },
      });
    const warnings = ["fields is not known here and was not used"];
    expect((await one()).body.warnings).toEqual(warnings);
    expect((await one()).body.warnings).toEqual(warnings);
  });

  it("is 400 for an API client that refuses unknown fields, also where the answer was kept", async () => {
    await patients("?patient_mrn=A");
    await setting("refuse");
    const answer = await patients("?patient_mrn=A");
    expect([answer.status, answer.body.errors]).toMatchObject([400, [{ field: "patient_mrn" }]]);
    for (const query of ["?mrns[]=A", "?mrns[0]=A&mrns[1]=B"]) expect((await patients(query)).status).toBe(200);
    expect((await patients("?patient_mrn=A", admin)).status).toBe(200);
  });

  it("is 400 there for the stream, too, which could not warn of it", async () => {
    const stream = async (query: string) => {
      const leave = new AbortController();
      const address = `http://127.0.0.1:3000/v1/events/stream${query}`;
      const answer = await STREAM(new Request(address, { headers: clinic.headers, signal: leave.signal }), {
        params: Promise.resolve(undefined),
      });
      leave.abort();
      await answer.body?.cancel();
      return answer.status;
    };
    expect(await stream("?types=payment.completed")).toBe(200);
    await setting("refuse");
    expect([await stream("?types=payment.completed"), await stream("")]).toEqual([400, 200]);
  });

  it("bloats no answer, whatever the number and length", async () => {
    const many = Array.from({ length: 300 }, (_, index) => `x${index}${"y".repeat(20)}=1`).join("&");
    const { body } = await patients(`?limit=1&${many}`);
    expect(body.warnings).toHaveLength(21);
    expect(body.warnings.at(-1)).toBe("280 more fields are not known here and were not used");
  });
});
