/** @module-tag long */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { emrClient } from "#lib/egress/emr-client";
import { noAuthorization } from "#lib/emr/fhir/authorization";
import { findingsOf } from "#lib/emr/fhir/findings";
import { fhirServer } from "#lib/emr/fhir/server";
import { type AlteredFront, type FrontAnswer, startAlteredFront } from "#lib/testing/fhir/altered-front";
import { GOOD_HABITS } from "#lib/testing/fhir/habits";
import { type MedplumServer, startMedplum } from "#lib/testing/fhir/medplum";
import { type ProbeOptions, probeAt, probedRecords, wordsOf } from "#lib/testing/fhir/probed-server";
import { allowPrivateEmrs } from "#lib/testing/private-emrs";
import { probeServer } from "./probe.ts";

const never = new AbortController().signal;
let server: MedplumServer;

allowPrivateEmrs();
beforeAll(async () => {
  server = await startMedplum();
  await server.load(probedRecords());
});
afterAll(() => server.stop());
beforeEach(() => {
  server.habits = { ...GOOD_HABITS };
  server.requests.length = 0;
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

  const NO_MATCHES = json(200, { resourceType: "Bundle", type: "searchset" });

  /** Answers the requests that an expression matches, such as `GET /Patient?…`, differently. */
  function instead(pattern: RegExp, answer: FrontAnswer | "cut" | "hang"): void {
    front.alter = async ({ method, url }, forward) =>
      pattern.test(`${method} ${url.replace("/fhir/R4", "")}`) ? answer : forward();
  }
  const ask = (options: ProbeOptions = {}) => probeAt(front.baseUrl, options);

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

  it.each([
    ["repeats", "unknown"],
    ["leaves out", "ignored"],
  ] as const)("judges an empty answer by the self link: it %s the unknown parameter", async (how, wanted) => {
    front.alter = async ({ url }) => {
      const self = how === "repeats" ? url : url.replace(/\?.*/, "");
      return json(200, { resourceType: "Bundle", type: "searchset", link: [{ relation: "self", url: self }] });
    };
    const profile = await ask();
    expect(findingsOf(profile)).toMatchObject({ unknown_parameter: wanted, strict_handling: wanted });
    expect(wordsOf(profile, "A search parameter that does not exist")).toContain(
      how === "repeats" ? "could not be told" : "the self link leaves it out",
    );
  });

  it("takes no search for answered that states a failure within its answer", async () => {
    const resource = { resourceType: "OperationOutcome", issue: [{ severity: "fatal", code: "processing" }] };
    instead(/^GET \/Task\?/, json(200, { resourceType: "Bundle", entry: [{ resource, search: { mode: "outcome" } }] }));
    const profile = await ask();
    expect(findingsOf(profile).readable).not.toContain("Task");
    expect(wordsOf(profile, "Search of Task")).toBe("answers, but states that its search failed");
  });

  it.each([
    [0, "soon"],
    [1_000, "soon"],
    [60_000, "later"],
  ] as const)("finds a new record that is listed after %d ms: %s", async (ms, wanted) => {
    let listedFrom = 0;
    front.alter = async ({ method, url }, forward) => {
      if (method === "POST") listedFrom = Date.now() + ms;
      const isHidden = method === "GET" && url.includes("/Basic?") && Date.now() < listedFrom;
      return isHidden ? json(200, { resourceType: "Bundle", type: "searchset" }) : forward();
    };
    const profile = await ask({ writeProbes: true });
    expect(findingsOf(profile).new_record_search).toBe(wanted);
    expect(await server.held("Basic")).toEqual([]);
    expect(profile.capabilities.find(({ name }) => name === "tasks")).toMatchObject(
      wanted === "later"
        ? { support: "emulated", reason: expect.stringMatching(/a new record within seconds.*a person decides/) }
        : { support: "works" },
    );
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
        day_search: "works",
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
    expect(findingsOf(profile)).toMatchObject({ last_updated: "unknown", day_search: "works" });
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
    expect(await probeAt("http://127.0.0.1:9/fhir")).toMatchObject({
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
    expect(silent).toMatchObject({ day_search: "works", identifier_search: "works" });
    expect((silent.readable ?? []).toSorted()).toEqual((findingsOf(before).readable ?? []).toSorted());
    expect(findingsOf(await ask()).day_search).toBe("unknown");
    instead(/^GET \/(ServiceRequest|Appointment)\b/, refusal(403));
    expect(findingsOf(await ask({ before })).readable).not.toContain("Appointment");
  });

  it("finds searches by moments where those by dates find nothing, or are refused", async () => {
    const byDate = /[?&](?:date|start)=ge\d{4}-\d\d-\d\d(?:&|$)/;
    for (const answer of [refusal(400), NO_MATCHES]) {
      instead(byDate, answer);
      const profile = await ask();
      expect(findingsOf(profile)).toMatchObject({ day_search: "works", day_search_by: "moment" });
      expect(wordsOf(profile, "Searches of the schedule by day")).toMatch(/^work by moments, not by dates: /);
    }
    instead(/[?&](?:date|start)=ge/, refusal(400));
    expect(findingsOf(await ask()).day_search).toBe("refused");
  });

  it("says once what it found of a deleted record, by its own one if it wrote", async () => {
    front.alter = (_request, forward) => forward();
    const profile = await ask({ writeProbes: true });
    const names = profile.behaviour.map(({ probe }) => probe);
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
    expect(wordsOf(profile, "A deleted record")).toMatch(/410/);
  });

  it("says of a deleted record that can still be read what it is", async () => {
    front.alter = async ({ method }, forward) => (method === "DELETE" ? { status: 204, body: "" } : forward());
    const profile = await ask({ writeProbes: true });
    expect(wordsOf(profile, "A deleted record")).toBe("can still be read, as if it were there");
    for (const { id } of await server.held("Basic")) await fetch(`${server.baseUrl}/Basic/${id}`, { method: "DELETE" });
  });

  it("says nothing false of a transaction whose parts it cannot find, or that was done whole", async () => {
    const words = async () => wordsOf(await ask({ writeProbes: true }), "A transaction of which one part fails");
    instead(/^GET \/Basic\?identifier/, NO_MATCHES);
    expect(await words()).toBe("could not be told: the server does not find what a transaction has just written");
    for (const { id } of await server.held("Basic")) await fetch(`${server.baseUrl}/Basic/${id}`, { method: "DELETE" });
    front.alter = async ({ method, body }, forward) => {
      const answer = await forward();
      if (method !== "POST" || !Buffer.from(body).includes('"transaction"') || answer.status < 400) return answer;
      const entry = ["201 Created", "200"].map((status) => ({ response: { status } }));
      return json(200, { resourceType: "Bundle", type: "transaction-response", entry });
    };
    expect(await words()).toBe("could not be told: the server did all of it");
  });

  it("writes nothing more if a Basic resource cannot be created", async () => {
    instead(/^POST /, refusal(405));
    const profile = await ask({ writeProbes: true });
    expect(wordsOf(profile, "Written to the server")).toBe("nothing");
    expect(findingsOf(profile)).toMatchObject({ if_none_exist: "unknown", transactions: "unknown" });
  });
});
