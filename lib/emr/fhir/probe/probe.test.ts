import type { FhirResource } from "fhir/r4";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { emrClient } from "#lib/egress/emr-client";
import { connectorOf } from "#lib/emr/connect";
import { noAuthorization } from "#lib/emr/fhir/authorization";
import { type FhirFindings, findingsOf } from "#lib/emr/fhir/findings";
import { fhirServer } from "#lib/emr/fhir/server";
import type { Profile } from "#lib/emr/port/profile";
import { forgetSingleton } from "#lib/kernel/singleton";
import { type AlteredFront, type FrontAnswer, startAlteredFront } from "#lib/testing/fhir/altered-front";
import { startCoreServer } from "#lib/testing/fhir/core-server/core-server";
import { type FhirHabits, GOOD_HABITS } from "#lib/testing/fhir/habits";
import { type MedplumServer, startMedplum } from "#lib/testing/fhir/medplum";
import { probeServer } from "./probe.ts";

const never = new AbortController().signal;
const MRN = "https://clinic.example/mrn";
let server: MedplumServer;
let demo: string | undefined;

const at = (index: number) => new Date(Date.UTC(2026, 2, 2, 9, 0, 0, 123 + index)).toISOString();
const meta = (index: number) => ({ versionId: "1", lastUpdated: at(index) });
const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** A few records of each type that the connector reads. */
const records = (): FhirResource[] => [
  ...range(30).map(
    (index): FhirResource => ({
      resourceType: "Patient",
      id: `pat-${index}`,
      meta: meta(index),
      identifier: [{ system: MRN, value: `MRN-${index}` }],
      name: [{ family: "Nuñez", given: ["Ada"] }],
    }),
  ),
  ...range(12).map(
    (index): FhirResource => ({
      resourceType: "Appointment",
      id: `app-${index}`,
      meta: meta(index),
      status: "booked",
      start: `2026-03-${String(2 + index).padStart(2, "0")}T09:00:00-05:00`,
      end: `2026-03-${String(2 + index).padStart(2, "0")}T09:30:00-05:00`,
      participant: [{ actor: { reference: `Patient/pat-${index}` }, status: "accepted" }],
    }),
  ),
  {
    resourceType: "ServiceRequest",
    id: "ref-1",
    meta: meta(1),
    status: "active",
    intent: "order",
    subject: { reference: "Patient/pat-1" },
  },
  {
    resourceType: "Binary",
    id: "bin-1",
    meta: meta(1),
    contentType: "application/pdf",
    data: Buffer.from("%PDF-1.7").toString("base64"),
  },
  {
    resourceType: "DocumentReference",
    id: "doc-1",
    meta: meta(1),
    status: "current",
    content: [{ attachment: { contentType: "application/pdf", url: "Binary/bin-1" } }],
  },
];

beforeAll(async () => {
  demo = process.env.DEMO;
  process.env.DEMO = "on";
  for (const name of ["environment", "policy:EMR_PRIVATE_TARGETS"]) forgetSingleton(name);
  server = await startMedplum();
  await server.load(records());
});
afterAll(async () => {
  if (demo === undefined) delete process.env.DEMO;
  else process.env.DEMO = demo;
  for (const name of ["environment", "policy:EMR_PRIVATE_TARGETS"]) forgetSingleton(name);
  await server.stop();
});
beforeEach(() => {
  server.habits = { ...GOOD_HABITS };
  server.requests.length = 0;
});

interface Options {
  writeProbes?: boolean;
  before?: Profile | null;
}

async function probe({ writeProbes = false, before = null }: Options = {}, baseUrl = server.baseUrl): Promise<Profile> {
  const connection = { base_url: baseUrl, auth: { kind: "none" } };
  const profile = await connectorOf("fhir").probe?.(connection, { writeProbes, before, signal: never });
  if (!profile) throw new Error("The connector has no probe");
  return profile;
}

/** Probes with a fixed header. */
async function withHeader(): Promise<Profile> {
  const auth = { kind: "header", header_name: "authorization", header_value: "Bearer secret" };
  const connection = connectorOf("fhir").connection?.parse({ base_url: server.baseUrl, auth });
  const profile = await connectorOf("fhir").probe?.(connection, { writeProbes: false, signal: never });
  if (!profile) throw new Error("The connector has no probe");
  return profile;
}

const wordsOf = ({ behaviour }: Profile, name: string): string | undefined =>
  behaviour.find((each) => each.probe === name)?.found;

/** Probes a server with some habits, by reads alone. */
const found = async (habits: Partial<FhirHabits>): Promise<FhirFindings> => {
  server.habits = { ...GOOD_HABITS, ...habits };
  return findingsOf(await probe());
};

const parameter = (name: string, treatment: "ignored" | "refused" | "empty") => ({ parameters: { [name]: treatment } });
const lenient = { unknownParameters: "ignored", strictOnRequest: false } as const;

describe("probing a FHIR server by reads", () => {
  it.each<[string, Partial<FhirHabits>, Partial<FhirFindings>]>([
    ["a good server", {}, { next_link: "absolute", page_size: null, version_ids: true, binary: "raw", missing: "404" }],
    ["types that can be searched", {}, { readable: expect.arrayContaining(["Patient", "Task"]) as never }],
    ["links relative to the base", { nextLink: "relative" }, { next_link: "relative" }],
    ["links from the root", { nextLink: "rooted" }, { next_link: "relative" }],
    ["links with a token", { paging: "held", nextLink: "relative" }, { next_link: "relative" }],
    ["no totals", { totals: false }, { next_link: "absolute" }],
    ["pages that are cut", { maxPageSize: 7 }, { page_size: 7 }],
    ["large pages that are refused", { maxPageSize: 60, overMaxPageSize: "refused" }, { page_size: 50 }],
    ["unknown parameters refused", {}, { unknown_parameter: "refused", strict_handling: "refused" }],
    [
      "unknown parameters refused if asked to",
      { unknownParameters: "ignored" },
      { unknown_parameter: "ignored", strict_handling: "refused" },
    ],
    ["unknown parameters ignored", lenient, { unknown_parameter: "ignored", strict_handling: "ignored" }],
    [
      "unknown parameters answered with nothing",
      { unknownParameters: "empty", strictOnRequest: false },
      { unknown_parameter: "empty", strict_handling: "empty", last_updated: "works", identifier_search: "works" },
    ],
    ["_lastUpdated to the millisecond", {}, { last_updated: "works", last_updated_resolution_ms: 1 }],
    [
      "_lastUpdated to the second",
      { wholeSeconds: true },
      { last_updated: "works", last_updated_resolution_ms: 1_000 },
    ],
    ["_lastUpdated ignored", parameter("_lastUpdated", "ignored"), { last_updated: "ignored" }],
    ["_lastUpdated refused", parameter("_lastUpdated", "refused"), { last_updated: "refused" }],
    ["_lastUpdated that finds nothing", parameter("_lastUpdated", "empty"), { last_updated: "refused" }],
    [
      "_lastUpdated without a search by id",
      parameter("_id", "refused"),
      { last_updated: "works", last_updated_resolution_ms: 60_000 },
    ],
    ["date searches", {}, { date_search: "works" }],
    ["date searches ignored", parameter("date", "ignored"), { date_search: "ignored" }],
    ["date searches refused", parameter("date", "refused"), { date_search: "refused" }],
    ["date searches that find nothing", parameter("date", "empty"), { date_search: "refused" }],
    ["identifier searches", lenient, { identifier_search: "works" }],
    ["identifier searches ignored", parameter("identifier", "ignored"), { identifier_search: "ignored" }],
    ["identifier searches refused", parameter("identifier", "refused"), { identifier_search: "refused" }],
    ["identifier searches that find nothing", parameter("identifier", "empty"), { identifier_search: "refused" }],
    ["counts", {}, { summary_count: "works" }],
    ["counts ignored", parameter("_summary", "ignored"), { summary_count: "ignored" }],
    ["counts refused", parameter("_summary", "refused"), { summary_count: "refused" }],
    ["no version ids", { versionIds: false }, { version_ids: false }],
    ["a Binary as base64", { binary: "base64" }, { binary: "base64" }],
    ["files of its own", {}, { attachments: ["server"] }],
    ["presigned files", { presigned: true }, { attachments: ["elsewhere"], binary: "unknown" }],
  ])("finds %s", async (_title, habits, wanted) => {
    expect(await found(habits)).toMatchObject(wanted);
  });

  it("sends reads alone, few of them, and reports their number", async () => {
    const profile = await probe();
    expect(server.requests.filter((each) => !each.startsWith("GET "))).toEqual([]);
    expect(server.requests.length).toBeLessThanOrEqual(45);
    expect(wordsOf(profile, "Calls of this test")).toBe(`${server.requests.length}, of which each had 8 seconds`);
    expect(profile).toMatchObject({ reachable: true, server: "Medplum" });
    for (const name of ["if_match", "patch_if_match", "if_none_exist", "transactions"] as const)
      expect(findingsOf(profile)[name]).toBe("unknown");
  });

  it("asks for an attachment on another origin without credentials, and says what it answers", async () => {
    server.habits = { ...GOOD_HABITS, presigned: true };
    const words = async () => wordsOf(await withHeader(), "The content of documents");
    // The storage refuses further credentials.
    expect(await words()).toBe("at another address, asked without credentials, which answers");
    server.admits = ({ authorization }) => authorization === "Bearer secret";
    expect(await words()).toBe("at another address, asked without credentials, which answers");
    server.admits = () => true;
  });

  it("dials no attachment on an address that the policy forbids", async () => {
    const url = "http://169.254.169.254/latest/meta-data";
    const content = [{ attachment: { contentType: "text/plain", url } }];
    await server.load([{ resourceType: "DocumentReference", id: "doc-0", status: "current", content }]);
    const words = wordsOf(await probe(), "The content of documents");
    await fetch(`${server.baseUrl}/DocumentReference/doc-0`, { method: "DELETE" });
    expect(words).toMatch(/gets no answer: The EMR's address .*, so that these documents are set aside/);
  });

  it("can conclude little from an empty server, and nothing false", async () => {
    const empty = await startMedplum({ unknownParameters: "ignored", strictOnRequest: false });
    try {
      expect(findingsOf(await probe({}, empty.baseUrl))).toMatchObject({
        unknown_parameter: "ignored",
        last_updated: "unknown",
        date_search: "unknown",
        identifier_search: "unknown",
        next_link: "unknown",
        page_size: null,
        summary_count: "works",
        binary: "unknown",
      });
      empty.habits = { ...empty.habits, strictOnRequest: true };
      const strict = findingsOf(await probe({}, empty.baseUrl));
      expect(strict).toMatchObject({ last_updated: "works", date_search: "works", identifier_search: "works" });
    } finally {
      await empty.stop();
    }
  });

  it("calls unsupported what FHIR cannot do, and names a weaker guarantee", async () => {
    const { capabilities } = await probe();
    const support = Object.fromEntries(capabilities.map(({ name, support: how }) => [name, how]));
    expect(support).toEqual({
      payments: "unsupported",
      services: "unsupported",
      claims_fetch: "unsupported",
      recall_actions: "unsupported",
      order_catalog: "unsupported",
      patient_notes: "emulated",
      orders: "emulated",
      messages: "emulated",
      tasks: "emulated",
      referrals: "emulated",
      appointments: "emulated",
    });
    const reasonOf = (name: string) => capabilities.find((each) => each.name === name)?.reason;
    expect(reasonOf("payments")).toMatch(/no posting to a ledger/);
    expect(reasonOf("messages")).toMatch(/looked for before and after, a weaker guarantee/);
    expect(reasonOf("appointments")).toMatch(/If-Match/);
    server.habits = { ...GOOD_HABITS, ...parameter("identifier", "refused") };
    const weaker = (await probe()).capabilities.find(({ name }) => name === "messages");
    expect(weaker).toMatchObject({ support: "emulated", reason: expect.stringMatching(/a person decides/) });
  });
});

describe("probing a FHIR server by writes", () => {
  const written = async (habits: Partial<FhirHabits>) => {
    server.habits = { ...GOOD_HABITS, ...habits };
    return probe({ writeProbes: true });
  };

  it.each<[string, Partial<FhirHabits>, Partial<FhirFindings>]>([
    [
      "a server that keeps all conditions",
      {},
      { if_none_exist: "works", if_match: "weak", patch_if_match: "works", transactions: "atomic", deleted: "410" },
    ],
    ["If-None-Exist ignored", { ifNoneExist: "ignored" }, { if_none_exist: "ignored", if_match: "weak" }],
    ["If-None-Exist refused", { ifNoneExist: "refused" }, { if_none_exist: "refused", if_match: "weak" }],
    ["If-Match ignored", { ifMatch: "ignored" }, { if_match: "ignored", patch_if_match: "ignored" }],
    ["If-Match refused", { ifMatch: "refused" }, { if_match: "refused", patch_if_match: "refused" }],
    ["If-Match quoted", { ifMatch: "strong" }, { if_match: "strong", patch_if_match: "works" }],
    ["If-Match unquoted", { ifMatch: "unquoted" }, { if_match: "unquoted", patch_if_match: "works" }],
    ["no versions", { versionIds: false }, { if_match: "unknown", patch_if_match: "unknown" }],
    ["transactions that leave a part", { transactions: "partial" }, { transactions: "partial" }],
    ["no transactions", { transactions: "refused" }, { transactions: "refused" }],
    ["deleted as 404", { deleted: 404 }, { deleted: "404" }],
  ])("finds %s, and leaves nothing", async (_title, habits, wanted) => {
    const profile = await written(habits);
    expect(findingsOf(profile)).toMatchObject(wanted);
    expect(await server.held("Basic")).toEqual([]);
    const created = wordsOf(profile, "Written to the server");
    expect(created).toMatch(/^Basic\//);
    expect(wordsOf(profile, "Removed again")).toBe(created);
    expect(wordsOf(profile, "Could not be removed")).toBeUndefined();
  });

  it("writes on Basic resources alone", async () => {
    await written({});
    const writes = server.requests.filter((each) => !each.startsWith("GET "));
    expect(writes.length).toBeGreaterThan(5);
    for (const each of writes) expect(each).toMatch(/^(POST|PUT|PATCH|DELETE) \/(Basic(\/[\w-]+)?)?$/);
    expect(server.requests.length).toBeLessThanOrEqual(70);
  });

  it("makes writes work without a weaker guarantee", async () => {
    const { capabilities } = await written({});
    for (const name of ["messages", "referrals", "appointments"])
      expect(capabilities.find((each) => each.name === name)).toMatchObject({ support: "works" });
  });

  it("keeps its findings at a later test that only reads, but for one that a call has contradicted", async () => {
    const before = await written({});
    const after = await probe({ before });
    expect(findingsOf(after)).toMatchObject({ if_none_exist: "works", if_match: "weak", transactions: "atomic" });
    const contradicted = await probe({ before: { ...before, contradicted: ["if_none_exist"] } });
    expect(findingsOf(contradicted)).toMatchObject({ if_none_exist: "unknown", if_match: "weak" });
  });
});

describe("probing a server with further habits", () => {
  let front: AlteredFront;
  beforeAll(async () => {
    front = await startAlteredFront(server);
  });
  afterAll(() => front.stop());

  const json = (status: number, body: object): FrontAnswer => ({
    status,
    headers: { "content-type": "application/fhir+json" },
    body: JSON.stringify(body),
  });
  const refusal = (status: number, text = "No") =>
    json(status, { resourceType: "OperationOutcome", issue: [{ severity: "error", code: "x", diagnostics: text }] });

  /** Answers the requests that an expression matches, such as `GET /Patient?…`, differently. */
  function instead(pattern: RegExp, answer: FrontAnswer | "cut" | "hang"): void {
    front.alter = async ({ method, url }, forward) =>
      pattern.test(`${method} ${url.replace("/fhir/R4", "")}`) ? answer : forward();
  }
  const ask = (options: Options = {}) => probe(options, front.baseUrl);

  it("finds links that lead to another origin, and follows none", async () => {
    front.alter = async (_request, forward) => {
      const { status, headers, body } = await forward();
      const text = body.toString().replaceAll(/("relation":"next","url":")http:\/\/[^/]+/g, "$1http://10.1.2.3");
      return { status, ...(headers && { headers }), body: text };
    };
    const profile = await ask();
    expect(findingsOf(profile).next_link).toBe("elsewhere");
    expect(wordsOf(profile, "The next page of a search")).toMatch(/another address, which is not followed/);
  });

  it("finds that _count is ignored", async () => {
    front.alter = async (request, forward) => {
      const url = request.url.replace(/_count=\d+/, "_count=8");
      if (url === request.url || request.method !== "GET") return forward();
      const answer = await fetch(new URL(url, server.origin));
      return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) };
    };
    expect(findingsOf(await ask()).page_size).toBe(8);
  });

  it.each([
    ["minute", 60_000],
    ["day", 86_400_000],
  ])("finds _lastUpdated to the %s", async (_name, unit) => {
    front.alter = async (request, forward) => {
      const [, since] = /_lastUpdated=ge([^&]+)/.exec(request.url) ?? [];
      if (since === undefined) return forward();
      const floor = new Date(Math.floor(Date.parse(decodeURIComponent(since)) / unit) * unit).toISOString();
      const url = request.url.replace(since, floor);
      const answer = await fetch(new URL(url, server.origin));
      return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) };
    };
    expect(findingsOf(await ask())).toMatchObject({ last_updated: "works", last_updated_resolution_ms: unit });
  });

  it("finds a Binary whose own type is refused", async () => {
    front.alter = async ({ url, headers }, forward) =>
      url.includes("Binary") && !headers.accept?.includes("json") ? refusal(406) : forward();
    expect(findingsOf(await ask()).binary).toBe("base64");
  });

  it.each([
    [410, "410"],
    [400, "other"],
    [503, "unknown"],
  ] as const)("finds the answer %d to a record that is not there", async (status, wanted) => {
    instead(/^GET \/Patient\/[\da-f-]{36}$/, refusal(status));
    expect(findingsOf(await ask()).missing).toBe(wanted);
  });

  it.each(["404", "410"] as const)("reads a deleted record that the history names: %s", async (status) => {
    const entry = [{ request: { method: "DELETE", url: "Patient/gone" }, response: { status: "204" } }];
    front.alter = async ({ url }, forward) => {
      if (url.includes("/Patient/_history")) return json(200, { resourceType: "Bundle", type: "history", entry });
      return url.endsWith("/Patient/gone") ? refusal(Number(status)) : forward();
    };
    expect(findingsOf(await ask()).deleted).toBe(status);
  });

  it("finds content in the record itself", async () => {
    const content = [{ attachment: { contentType: "text/plain", data: "aGVsbG8=" } }];
    const resource = { resourceType: "DocumentReference", id: "d1", status: "current", content };
    instead(/^GET \/DocumentReference\?_count/, json(200, { resourceType: "Bundle", entry: [{ resource }] }));
    expect(findingsOf(await ask())).toMatchObject({ attachments: ["inline"], binary: "unknown" });
  });

  it("calls a type that cannot be searched by its name, and what needs it unsupported", async () => {
    instead(/^GET \/ServiceRequest\?/, refusal(403, "Not allowed"));
    const profile = await ask();
    expect(findingsOf(profile).readable).not.toContain("ServiceRequest");
    expect(profile.capabilities.find(({ name }) => name === "referrals")).toEqual({
      name: "referrals",
      support: "unsupported",
      reason: expect.stringMatching(/^A search of ServiceRequest is not possible: it answers 403: .*Not allowed$/),
    });
    expect(profile.capabilities.find(({ name }) => name === "messages")).toMatchObject({ support: "emulated" });
  });

  it.each(["cut", refusal(429), refusal(500), { status: 302, headers: { location: "/" }, body: "" }] as const)(
    "concludes nothing from an answer that does not come or is a passing refusal (%#), and makes the other probes",
    async (answer) => {
      instead(/_lastUpdated|_summary/, answer);
      expect(findingsOf(await ask())).toMatchObject({
        last_updated: "unknown",
        summary_count: "unknown",
        date_search: "works",
        identifier_search: "works",
      });
    },
  );

  /** Probes the front within a deadline of each call, or until a signal. */
  const askWithin = (options: { writeProbes?: boolean; signal?: AbortSignal; callMs?: number }) => {
    const { baseUrl } = front;
    const tested = fhirServer({
      baseUrl,
      client: emrClient({ baseUrl }),
      calls: null,
      authorization: noAuthorization,
    });
    return probeServer(tested, { writeProbes: false, signal: never, ...options });
  };

  it("is not stopped by a call that hangs", async () => {
    instead(/_lastUpdated/, "hang");
    const profile = await askWithin({ callMs: 2_000 });
    expect(findingsOf(profile)).toMatchObject({ last_updated: "unknown", date_search: "works" });
    expect(wordsOf(profile, "Searches by _lastUpdated")).toMatch(/gets no answer: The EMR did not answer in time/);
  });

  it("returns what it found when its time is over", async () => {
    const ending = new AbortController();
    front.alter = async ({ url }, forward) => {
      if (url.includes("/Task")) setImmediate(() => ending.abort());
      return /\/(Patient|Appointment)\?_count=5$/.test(url) ? forward() : "hang";
    };
    const profile = await askWithin({ signal: ending.signal });
    expect(profile.reachable).toBe(true);
    expect(findingsOf(profile)).toMatchObject({ last_updated: "unknown", summary_count: "unknown" });
    expect(wordsOf(profile, "“_summary=count”")).toBe("was not tried: the time for the test was over");
  });

  it("removes what it wrote although its time is over", async () => {
    const ending = new AbortController();
    front.alter = async ({ method }, forward) => {
      const answer = await forward();
      if (method === "PUT") ending.abort();
      return answer;
    };
    const profile = await askWithin({ writeProbes: true, signal: ending.signal });
    expect(findingsOf(profile)).toMatchObject({ if_none_exist: "works", if_match: "unknown" });
    expect(wordsOf(profile, "Removed again")).toMatch(/^Basic\//);
    expect(await server.held("Basic")).toEqual([]);
  });

  it("finds a server that cannot be reached, one that is no FHIR server, and one that refuses the credentials", async () => {
    expect(await probe({}, "http://127.0.0.1:9/fhir")).toMatchObject({
      reachable: false,
      behaviour: [{ probe: "Reachable", found: expect.stringMatching(/^gets no answer: No connection/) }],
    });
    front.alter = async () => ({ status: 200, headers: { "content-type": "text/html" }, body: "<p>Welcome</p>" });
    const page = await ask();
    expect(page.reachable).toBe(false);
    expect(page.capabilities.every(({ support }) => support === "unsupported")).toBe(true);
    front.alter = async () => refusal(401, "Unknown client");
    expect(await ask()).toMatchObject({
      reachable: true,
      behaviour: [
        { probe: "Credentials", found: expect.stringMatching(/^are refused: Patient answers 401: .*Unknown client$/) },
      ],
    });
  });

  it("finds a conditional create that is refused because the record is there", async () => {
    let creates = 0;
    front.alter = async ({ method, headers }, forward) =>
      method === "POST" && headers["if-none-exist"] && ++creates > 1 ? refusal(412) : forward();
    expect(findingsOf(await ask({ writeProbes: true })).if_none_exist).toBe("refused");
    expect(await server.held("Basic")).toEqual([]);
  });

  it("says what it could not remove, and where to look for what may be left", async () => {
    instead(/^DELETE /, refusal(403));
    const profile = await ask({ writeProbes: true });
    const left = (await server.held("Basic")).map(({ id }) => `Basic/${id}`);
    expect(left.length).toBeGreaterThan(0);
    expect(wordsOf(profile, "Could not be removed")?.split(", ").sort()).toEqual(left.sort());
    for (const address of left) await fetch(`${server.baseUrl}/${address}`, { method: "DELETE" });
    instead(/^GET \/Basic\?/, refusal(403));
    expect(wordsOf(await ask({ writeProbes: true }), "May be left")).toMatch(/urn:clinical-records-console:probe/);
    expect(await server.held("Basic")).toEqual([]);
  });

  it("removes what a create without an answer has written", async () => {
    front.alter = async ({ method, url }, forward) => {
      if (method !== "POST" || !url.endsWith("/Basic")) return forward();
      await forward();
      return "cut";
    };
    const profile = await ask({ writeProbes: true });
    expect(findingsOf(profile)).toMatchObject({ if_none_exist: "unknown", if_match: "unknown" });
    expect(await server.held("Basic")).toEqual([]);
    expect(wordsOf(profile, "Removed again")).toMatch(/^Basic\//);
  });

  it("keeps what an earlier test found if a type gets no answer now, and drops what is refused", async () => {
    front.alter = (_request, forward) => forward();
    const before = await ask();
    instead(/^GET \/(ServiceRequest|Appointment)\b/, refusal(503));
    const silent = findingsOf(await ask({ before }));
    expect(silent).toMatchObject({ date_search: "works", identifier_search: "works" });
    expect(silent.readable.toSorted()).toEqual(findingsOf(before).readable.toSorted());
    expect(findingsOf(await ask()).date_search).toBe("unknown");
    instead(/^GET \/(ServiceRequest|Appointment)\b/, refusal(403));
    expect(findingsOf(await ask({ before })).readable).not.toContain("Appointment");
  });

  it("writes nothing more if a Basic resource cannot be created", async () => {
    instead(/^POST /, refusal(405));
    const profile = await ask({ writeProbes: true });
    expect(wordsOf(profile, "Written to the server")).toBe("nothing");
    expect(findingsOf(profile)).toMatchObject({ if_none_exist: "unknown", transactions: "unknown" });
  });
});

describe("probing node-fhir-server-core", () => {
  it("finds what it does otherwise than Medplum, and leaves nothing", async () => {
    const core = await startCoreServer();
    try {
      await core.load(records());
      const written = () => probe({ writeProbes: true }, core.baseUrl);
      expect(findingsOf(await written())).toMatchObject({
        next_link: "absolute",
        unknown_parameter: "ignored",
        strict_handling: "ignored",
        last_updated: "works",
        date_search: "refused",
        identifier_search: "works",
        summary_count: "ignored",
        binary: "base64",
        if_none_exist: "ignored",
        if_match: "ignored",
        patch_if_match: "refused",
        transactions: "refused",
        deleted: "404",
      });
      core.conditionalCreate = true;
      expect(findingsOf(await written()).if_none_exist).toBe("works");
      expect(await core.held("Basic")).toEqual([]);
    } finally {
      await core.stop();
    }
  });
});
