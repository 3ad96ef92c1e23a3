import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { GET } from "#app/v1/emr-directory/route.ts";
import { refreshDirectoriesWhenDue } from "#lib/jobs/emr-directory/refresh";
import { newId } from "#lib/kernel/id";
import { call } from "#lib/testing/call";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { allowPrivateEmrs } from "#lib/testing/private-emrs";
import { testDatabase } from "#lib/testing/test-database";
import { importPublication, refreshSources } from "./import.ts";
import { publishedAt, readContent, Unreadable } from "./publication.ts";
import { listSources, NotStored, removeSource } from "./store.ts";

const database = testDatabase();
allowPrivateEmrs();

/** What the publisher's server answers by path. */
const answers = new Map<string, (request: IncomingMessage, response: ServerResponse) => unknown>();
const server = createServer((request, response) => {
  const answer = answers.get(new URL(request.url ?? "/", "http://publisher").pathname);
  if (answer) answer(request, response);
  else response.writeHead(404).end();
});
let origin: string;
let admin: Record<string, string>;
let staff: Record<string, string>;
let account: TestAccount;

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  account = await makeLinkedAccount();
  admin = await signIn(account, "admin");
  staff = await signIn(account, "staff");
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

beforeEach(async () => {
  answers.clear();
  for (const { name } of await listSources()) await removeSource(name);
});

const practice = (
  name: string,
  city = "Duluth",
  base = `https://ehr.example/${encodeURIComponent(name.toWellFormed())}`,
) => [
  { resourceType: "Endpoint", id: base, status: "active", address: base, managingOrganization: { reference: name } },
  { resourceType: "Organization", id: name, name, address: [{ city, state: "MN", postalCode: "55802" }] },
];
const bundle = (names: readonly string[], link?: string) => ({
  resourceType: "Bundle",
  ...(link && { link: [{ relation: "next", url: link }] }),
  entry: names.flatMap((name) => practice(name)).map((resource) => ({ resource })),
});
const shows = (path: string, published: unknown) =>
  answers.set(path, (_, response) =>
    response.writeHead(200, { "content-type": "application/fhir+json" }).end(JSON.stringify(published)),
  );
const read = (published: unknown) => readContent(Buffer.from(JSON.stringify(published)));
const importAll = (names: readonly string[], { name = "Vendor", ...more } = {}) =>
  importPublication({ name, url: null, ...more }, read(bundle(names)));

const find = async (query: string, headers = admin, limit = "") =>
  call(GET, "GET", `/emr-directory?query=${encodeURIComponent(query)}${limit}`, { headers });
const namesFound = async (query: string) => (await find(query)).body.emrs.map(({ name }: { name: string }) => name);
async function refreshed() {
  const outcomes = [];
  for await (const outcome of refreshSources(new AbortController().signal)) outcomes.push(outcome);
  return outcomes;
}
const stored = () => database.asOwner<{ count: number }>("SELECT count(*)::int AS count FROM emr_directory");

it("finds by the beginnings of words of the practice, its place and its publisher, those first that begin so", async () => {
  await importAll(["Lake Superior Clinic", "Superior Family Practice", "St. Mary’s Hospital", "Clínica Ñandú"]);
  expect(await namesFound("superior")).toEqual(["Superior Family Practice", "Lake Superior Clinic"]);
  expect(await namesFound("cli sup")).toEqual(["Lake Superior Clinic"]);
  expect(await namesFound("saint marys dul")).toEqual(["St. Mary’s Hospital"]);
  expect(await namesFound("CLINICA nandu")).toEqual(["Clínica Ñandú"]);
  expect(await namesFound("vendor 55802 lake")).toEqual(["Lake Superior Clinic"]);
  expect(await namesFound("nowhere")).toEqual([]);
  expect((await find("lake")).body).toEqual({
    success: true,
    has_directories: true,
    emrs: [
      {
        name: "Lake Superior Clinic",
        brand: "",
        place: "Duluth, MN 55802",
        base_url: "https://ehr.example/Lake%20Superior%20Clinic",
        published_by: "Vendor",
      },
    ],
  });
});

it("shows the first by name where nothing is typed", async () => {
  await importAll(["River Clinic", "Lake Clinic", "Hill Clinic"]);
  const { body } = await find(" ", admin, "&limit=2");
  expect(body.emrs.map(({ name }: { name: string }) => name)).toEqual(["Hill Clinic", "Lake Clinic"]);
});

it.each(["l", "l s", "-", "'", "' | 'a':*", "a & ! b", "\\", "%", "_", ":*", "(", "\u0000", "🏥", "<->"])(
  "answers %j without an error",
  async (text) => {
    await importAll(["Lake Superior Clinic"]);
    const { status, body } = await find(text);
    expect(text === "\u0000" ? [200, 400] : [200]).toContain(status);
    if (status === 200) expect(body.emrs).toEqual([]);
  },
);

it("answers admins and API clients, and says where no directory was imported", async () => {
  expect((await find("lake")).body).toEqual({ success: true, emrs: [], has_directories: false });
  expect((await find("lake", staff)).status).toBe(403);
  expect((await find("lake", account.headers)).status).toBe(200);
  expect((await find("x".repeat(201))).status).toBe(400);
});

it("stores names and addresses of any letters", async () => {
  const names = [
    "Constructor Clinic",
    "__proto__ Clinic",
    `${"x".repeat(1_500)} Clinic`,
    "Null\u0000 Clinic",
    "\ud800 Clinic",
    "診療所 Clinic",
  ];
  await importPublication({ name: "Vendor", url: null }, read(bundle(names)));
  expect(await namesFound("constructor")).toEqual(["Constructor Clinic"]);
  expect(await namesFound("診療")).toEqual(["診療所 Clinic"]);
  expect(await namesFound("xxxx")).toHaveLength(1);
  expect(await stored()).toEqual([{ count: names.length }]);
});

it("replaces what a publisher had, and leaves the others' alone", async () => {
  await importAll(["Lake Clinic", "River Clinic"]);
  await importAll(["Other Clinic"], { name: "Other" });
  await importAll(["Lake Clinic", "Hill Clinic"]);
  expect(await namesFound("clinic")).toEqual(["Hill Clinic", "Lake Clinic", "Other Clinic"]);
  expect(await stored()).toEqual([{ count: 3 }]);
  expect(await removeSource("Other")).toBe(true);
  expect(await removeSource("Other")).toBe(false);
  expect(await namesFound("clinic")).toEqual(["Hill Clinic", "Lake Clinic"]);
});

it("keeps what it has if a reading is empty or has fewer than half, unless that is accepted", async () => {
  await importAll(["A1 Clinic", "B1 Clinic", "C1 Clinic"]);
  await expect(importAll([])).rejects.toThrow(new NotStored("It has no EMR that can be linked; nothing was changed"));
  await expect(importAll(["A1 Clinic"])).rejects.toThrow(
    "It has fewer than half of the EMRs before, 1 of 3; nothing was changed",
  );
  expect(await namesFound("clinic")).toHaveLength(3);
  await importPublication({ name: "Vendor", url: null, acceptsFewer: true }, read(bundle(["A1 Clinic"])));
  expect(await namesFound("clinic")).toEqual(["A1 Clinic"]);
});

it("shows the reading before until another is whole, and removes in the end what a process that died has left", async () => {
  await importAll(["Lake Clinic"]);
  const leave = (reading: string) =>
    database.asOwner(
      `INSERT INTO emr_directory SELECT $1, 'https://dead.example', 'Dead Clinic', '', '', 'dead clinic', 'clinic dead'::tsvector`,
      [reading],
    );
  await leave(newId(Date.now() - 2 * 86_400_000));
  await leave(newId());
  expect(await namesFound("clinic")).toEqual(["Lake Clinic"]);
  await importAll(["River Clinic"]);
  expect(await namesFound("clinic")).toEqual(["River Clinic"]);
  expect(await stored()).toEqual([{ count: 2 }]);
  await database.asOwner("DELETE FROM emr_directory WHERE name = 'Dead Clinic'");
});

it("stores the last of several imports at a time whole, and nothing of the others", async () => {
  const many = (prefix: string) => Array.from({ length: 2_500 }, (_, index) => `${prefix}${index} Clinic`);
  await Promise.all(["a", "b", "c"].map((prefix) => importAll(many(prefix))));
  expect(await stored()).toEqual([{ count: 2_500 }]);
  const { body } = await find("clinic", admin, "&limit=50");
  expect(body.emrs).toHaveLength(50);
  expect(new Set(body.emrs.map(({ name }: { name: string }) => name[0])).size).toBe(1);
});

it("removes the entries of a first import that another one overtakes", async () => {
  const other = new pg.Client({ connectionString: database.ownerUrl, application_name: "crc-test" });
  await other.connect();
  try {
    const reading = newId();
    await other.query("BEGIN");
    await other.query(
      `INSERT INTO emr_directory SELECT $1, 'https://other.example', 'Other Clinic', '', '', 'other clinic', 'clinic other'::tsvector`,
      [reading],
    );
    await other.query(
      "INSERT INTO emr_directory_source (name, reading, digest, entries, read_at) VALUES ('Vendor', $1, 'other', 1, now())",
      [reading],
    );
    const overtaking = importAll(["Lake Clinic"]);
    await expect
      .poll(
        () =>
          database.asOwner(
            "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
          ),
        { timeout: 10_000 },
      )
      .toHaveLength(1);
    await other.query("COMMIT");
    await overtaking;
  } finally {
    await other.end();
  }
  expect(await namesFound("clinic")).toEqual(["Lake Clinic"]);
  expect(await stored()).toEqual([{ count: 1 }]);
});

it("reads all pages, over redirects", async () => {
  answers.set("/list", (_, response) => response.writeHead(301, { location: "/R4/Endpoint" }).end());
  answers.set("/R4/Endpoint", (request, response) =>
    response
      .writeHead(200)
      .end(
        JSON.stringify(
          request.url?.endsWith("page=2") ? bundle(["River Clinic"]) : bundle(["Lake Clinic"], "Endpoint?page=2"),
        ),
      ),
  );
  const { resources } = await publishedAt(`${origin}/list`);
  expect(resources).toHaveLength(4);
});

it.each<[string, (request: IncomingMessage, response: ServerResponse) => unknown, string]>([
  ["404", (_, response) => response.writeHead(404).end(), "The publisher answered 404"],
  ["500", (_, response) => response.writeHead(500).end(), "The publisher answered 500"],
  ["a web page", (_, response) => response.writeHead(200).end("<!doctype html>"), "It is a web page or XML, not JSON"],
  [
    "redirects without an end",
    (_, response) => response.writeHead(302, { location: "/list" }).end(),
    "It redirects more than 5 times",
  ],
  [
    "a redirect into the network",
    (_, response) => response.writeHead(302, { location: "http://169.254.169.254/latest" }).end(),
    "The publisher's address must not lead to a private, loopback, link-local or reserved address",
  ],
  [
    "a redirect to a file",
    (_, response) => response.writeHead(302, { location: "file:///etc/passwd" }).end(),
    "It leads to an address that is no URL",
  ],
  [
    "a broken answer",
    (_, response) => response.writeHead(200, { "content-length": "9999" }).write("{", () => response.destroy()),
    "The connection to the publisher broke",
  ],
])("says why %s cannot be read, and keeps what it has", async (_, answer, message) => {
  shows("/list", bundle(["Lake Clinic"]));
  const url = `${origin}/list`;
  await importPublication({ name: "Vendor", url }, await publishedAt(url));
  answers.set("/list", answer);
  await expect(publishedAt(url)).rejects.toThrow(Unreadable);
  const outcomes = await refreshed();
  expect(outcomes).toEqual([{ name: "Vendor", outcome: expect.stringContaining(message) }]);
  expect(await listSources()).toMatchObject([{ entries: 1, failure: expect.stringContaining(message) }]);
  expect(await namesFound("lake")).toEqual(["Lake Clinic"]);
  shows("/list", bundle(["Lake Clinic"]));
  expect(await refreshed()).toEqual([{ name: "Vendor", outcome: null }]);
  expect(await listSources()).toMatchObject([{ failure: null }]);
});

it("is read again once a day by one of all processes, those alone that have an address", async () => {
  let asked = 0;
  answers.set("/list", (_, response) => {
    asked++;
    response.writeHead(200).end(JSON.stringify(bundle(["Lake Clinic", `Clinic ${asked}`])));
  });
  const url = `${origin}/list`;
  await importPublication({ name: "Vendor", url }, await publishedAt(url));
  await importAll(["River Clinic"], { name: "File" });
  const { signal } = new AbortController();
  await database.asOwner("DELETE FROM periodic_task WHERE name = 'emr-directory'");
  await Promise.all([1, 2, 3].map(() => refreshDirectoriesWhenDue(signal)));
  expect(asked).toBe(2);
  expect(await namesFound("clinic")).toEqual(["Clinic 2", "Lake Clinic", "River Clinic"]);
  await database.asOwner(
    "UPDATE periodic_task SET began_at = began_at - interval '1 day' WHERE name = 'emr-directory'",
  );
  await refreshDirectoriesWhenDue(signal);
  expect(asked).toBe(3);
});
