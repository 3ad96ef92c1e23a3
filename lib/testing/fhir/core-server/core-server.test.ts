import type { Bundle } from "fhir/r4";
import { afterAll, beforeAll, expect, it } from "vitest";
import { clinicResources } from "#lib/testing/fhir/clinic/clinic";
import { type CoreServer, startCoreServer } from "./core-server.ts";

let server: CoreServer;
beforeAll(async () => {
  server = await startCoreServer();
  await server.load(clinicResources(new Date("2026-03-05T18:00:00Z")));
});
afterAll(() => server.stop());

const ask = (path: string, init: RequestInit = {}) => fetch(new URL(path, `${server.baseUrl}/`), init);
const search = async (path: string) => (await (await ask(path)).json()) as Bundle;

const create = (code: string) =>
  ask("Basic", {
    method: "POST",
    body: JSON.stringify({
      resourceType: "Basic",
      code: { text: code },
      identifier: [{ system: "urn:job", value: code }],
    }),
    headers: { "content-type": "application/fhir+json", "if-none-exist": `identifier=urn:job|${code}` },
  });

it("shows the clinic in pages, as the library answers", async () => {
  const page = await search("Patient?_count=50");
  expect([page.total, page.entry?.length]).toEqual([200, 50]);
  const next = page.link?.find(({ relation }) => relation === "next")?.url ?? "";
  expect((await search(next)).entry?.[0]?.resource?.id).toBe("PAT-1051");
  expect((await search("Appointment?patient=Patient/PAT-1001")).total).toBeGreaterThan(0);
  expect((await ask("Patient/none")).status).toBe(404);
});

it("answers a create with an address alone, and creates again under a condition unless its storage knows it", async () => {
  const first = await create("one");
  expect([first.status, await first.text()]).toEqual([201, ""]);
  expect(first.headers.get("location")).toMatch(/^4_0_1\/Basic\//);
  await create("one");
  expect((await search("Basic?identifier=urn:job%7Cone")).total).toBe(2);
  server.conditionalCreate = true;
  await create("two");
  await create("two");
  expect((await search("Basic?identifier=urn:job%7Ctwo")).total).toBe(1);
});

it("ignores what it does not know, and refuses two bounds of a date", async () => {
  expect((await search("Patient?colour=blue&_summary=count")).entry).toHaveLength(10);
  expect((await ask("Appointment?date=ge2026-03-05")).status).toBe(200);
  expect((await ask("Appointment?date=ge2026-03-05&date=le2026-03-05")).status).toBe(400);
});
