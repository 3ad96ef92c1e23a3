import type { Bundle, FhirResource, OperationOutcome, Patient } from "fhir/r4";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { GOOD_HABITS } from "./habits.ts";
import { type MedplumServer, startMedplum } from "./medplum.ts";

const FHIR_JSON = "application/fhir+json";
const patients: Patient[] = Array.from({ length: 5 }, (_, index) => ({
  resourceType: "Patient",
  id: `P${index}`,
  identifier: [{ system: "urn:mrn", value: `M${index}` }],
  meta: { lastUpdated: `2026-03-05T10:00:00.${index}00Z` },
}));

let server: MedplumServer;
beforeAll(async () => {
  server = await startMedplum();
  await server.load(patients);
});
beforeEach(() => {
  server.habits = { ...GOOD_HABITS };
  server.admits = () => true;
});
afterAll(() => server.stop());

const ask = (path: string, init: RequestInit = {}) => fetch(new URL(path, `${server.baseUrl}/`), init);

const json = async <Answer = Bundle>(path: string, init?: RequestInit) =>
  (await (await ask(path, init)).json()) as Answer;

const send = (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  ask(path, { method, body: JSON.stringify(body), headers: { "content-type": FHIR_JSON, ...headers } });

const idsOf = ({ entry = [] }: Bundle) => entry.map(({ resource }) => resource?.id);

const linkOf = ({ link = [] }: Bundle, relation: string) => link.find((each) => each.relation === relation)?.url;

async function allIds(path: string): Promise<unknown[]> {
  const ids: unknown[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const page: Bundle = await json(next);
    ids.push(...idsOf(page));
    next = linkOf(page, "next");
  }
  return ids;
}

const newBasic = (code: string) => ({
  resourceType: "Basic",
  code: { text: code },
  identifier: [{ system: "urn:job", value: code }],
});

it("shows all resources in pages, however its links look and its pages are kept", async () => {
  const all = patients.map(({ id }) => id);
  for (const paging of ["offset", "held"] as const) {
    for (const nextLink of ["absolute", "relative"] as const) {
      server.habits = { ...server.habits, paging, nextLink };
      expect(await allIds("Patient?_count=2")).toEqual(all);
    }
  }
  server.habits = { ...server.habits, nextLink: "rooted" };
  expect(linkOf(await json("Patient?_count=2"), "next")).toMatch(/^\/fhir\/R4\//);
});

it("caps or refuses a page that is too large, and counts without entries", async () => {
  server.habits = { ...server.habits, maxPageSize: 3 };
  expect(idsOf(await json("Patient?_count=100"))).toHaveLength(3);
  server.habits = { ...server.habits, overMaxPageSize: "refused" };
  expect((await ask("Patient?_count=100")).status).toBe(400);
  expect(await json("Patient?_summary=count")).toEqual({ resourceType: "Bundle", type: "searchset", total: 5 });
});

it("refuses unknown parameters, ignores them without a trace, or finds nothing", async () => {
  expect((await ask("Patient?colour=blue")).status).toBe(400);
  server.habits = { ...server.habits, unknownParameters: "ignored" };
  const ignored = await json("Patient?colour=blue");
  expect(ignored.total).toBe(5);
  expect(linkOf(ignored, "self")).not.toContain("colour");
  expect((await ask("Patient?colour=blue", { headers: { prefer: "handling=strict" } })).status).toBe(400);
  server.habits = { ...server.habits, unknownParameters: "empty" };
  expect((await json("Patient?colour=blue")).total).toBe(0);
});

it("treats known parameters as its habits say", async () => {
  expect(idsOf(await json("Patient?identifier=urn:mrn%7CM3"))).toEqual(["P3"]);
  server.habits = { ...server.habits, parameters: { identifier: "ignored" } };
  expect((await json("Patient?identifier=urn:mrn%7CM3")).total).toBe(5);
  server.habits = { ...server.habits, parameters: { identifier: "refused" } };
  expect((await ask("Patient?identifier=urn:mrn%7CM3")).status).toBe(400);
});

it("compares the times of changes in milliseconds, or in whole seconds", async () => {
  expect(idsOf(await json("Patient?_lastUpdated=gt2026-03-05T10:00:00.200Z"))).toEqual(["P3", "P4"]);
  server.habits = { ...server.habits, wholeSeconds: true };
  expect((await json("Patient?_lastUpdated=gt2026-03-05T10:00:00.200Z")).total).toBe(0);
  expect((await json("Patient?_lastUpdated=ge2026-03-05T10:00:00Z")).total).toBe(5);
  expect((await json<Patient>("Patient/P3")).meta?.lastUpdated).toBe("2026-03-05T10:00:00.000Z");
});

it("creates once under a condition, or ignores or refuses the condition", async () => {
  const create = (code: string) =>
    send("POST", "Basic", newBasic(code), { "if-none-exist": `identifier=urn:job|${code}` });
  const held = async (code: string) => (await json(`Basic?identifier=urn:job%7C${code}`)).total;
  expect([(await create("once")).status, (await create("once")).status, await held("once")]).toEqual([201, 200, 1]);
  server.habits = { ...server.habits, ifNoneExist: "ignored" };
  expect([(await create("twice")).status, (await create("twice")).status, await held("twice")]).toEqual([201, 201, 2]);
  server.habits = { ...server.habits, ifNoneExist: "refused" };
  expect([(await create("never")).status, await held("never")]).toEqual([400, 0]);
});

it("takes a version in the forms of its habits", async () => {
  const { id, meta } = (await (await send("POST", "Basic", newBasic("version"))).json()) as FhirResource;
  const version = meta?.versionId ?? "";
  const put = async (ifMatch: string) =>
    (await send("PUT", `Basic/${id}`, { ...newBasic("version"), id }, { "if-match": ifMatch })).status;
  expect(await put('W/"old"')).toBe(412);
  server.habits = { ...server.habits, ifMatch: "refused" };
  expect(await put(`W/"${version}"`)).toBe(400);
  server.habits = { ...server.habits, ifMatch: "unquoted" };
  expect(await put(`W/"${version}"`)).toBe(412);
  expect(await put(version)).toBe(200);
  server.habits = { ...server.habits, ifMatch: "ignored" };
  expect(await put('W/"old"')).toBe(200);
});

it("undoes a transaction that fails, or only refuses the entry that fails", async () => {
  const transaction = (code: string) => ({
    resourceType: "Bundle",
    type: "transaction",
    entry: [
      { request: { method: "POST", url: "Basic" }, resource: newBasic(code) },
      { request: { method: "PUT", url: "Patient/P9" }, resource: { ...newBasic(code), id: "P9" } },
    ],
  });
  expect((await send("POST", "", transaction("atomic"))).status).toBe(400);
  expect((await json("Basic?identifier=urn:job%7Catomic")).total).toBe(0);
  server.habits = { ...server.habits, transactions: "partial" };
  expect((await send("POST", "", transaction("partial"))).status).toBe(200);
  expect((await json("Basic?identifier=urn:job%7Cpartial")).total).toBe(1);
});

it("shows a file raw, as base64, or at a presigned address", async () => {
  const created = await ask("Binary", { method: "POST", body: "A letter", headers: { "content-type": "text/plain" } });
  const { id = "" } = (await created.json()) as FhirResource;
  const raw = await ask(`Binary/${id}`, { headers: { accept: "*/*" } });
  expect([raw.headers.get("content-type"), await raw.text()]).toEqual(["text/plain", "A letter"]);
  server.habits = { ...server.habits, binary: "base64" };
  expect(await json(`Binary/${id}`, { headers: { accept: "*/*" } })).toMatchObject({ data: btoa("A letter") });
  server.habits = { ...server.habits, presigned: true };
  await server.load([
    {
      resourceType: "DocumentReference",
      id: "D1",
      status: "current",
      content: [{ attachment: { url: `Binary/${id}` } }],
    },
  ]);
  const { content } = await json<{ content: { attachment: { url: string } }[] }>("DocumentReference/D1");
  const address = content[0]?.attachment.url ?? "";
  expect(await (await fetch(address)).text()).toBe("A letter");
  expect((await fetch(address, { headers: { authorization: "Bearer token" } })).status).toBe(400);
});

it("shows a deleted resource as gone or as missing, and refuses what is not FHIR", async () => {
  const { id } = (await (await send("POST", "Basic", newBasic("gone"))).json()) as FhirResource;
  await ask(`Basic/${id}`, { method: "DELETE" });
  expect([(await ask(`Basic/${id}`)).status, (await ask("Basic/none")).status]).toEqual([410, 404]);
  server.habits = { ...server.habits, deleted: 404 };
  expect((await ask(`Basic/${id}`)).status).toBe(404);
  const refused = await send("POST", "Basic", { resourceType: "Basic" });
  expect([refused.status, ((await refused.json()) as OperationOutcome).resourceType]).toEqual([
    400,
    "OperationOutcome",
  ]);
});

it("answers only whom it admits, but states how to be admitted", async () => {
  server.admits = ({ authorization }) => authorization === "Bearer token";
  server.smartConfiguration = { token_endpoint: "http://127.0.0.1:9/token" };
  expect((await ask("Patient/P1")).status).toBe(401);
  expect((await ask("Patient/P1", { headers: { authorization: "Bearer token" } })).status).toBe(200);
  expect((await ask("metadata")).status).toBe(200);
  expect(await json(".well-known/smart-configuration")).toEqual(server.smartConfiguration);
});
