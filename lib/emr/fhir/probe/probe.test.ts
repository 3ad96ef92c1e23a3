/** @module-tag long */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type EmrClient, emrClient } from "#lib/egress/emr-client";
import { type FhirFindings, findingsOf } from "#lib/emr/fhir/findings";
import { probeServer } from "#lib/emr/fhir/probe/probe";
import { fhirServer } from "#lib/emr/fhir/server";
import { CAPABILITIES } from "#lib/emr/port/capability";
import type { Profile } from "#lib/emr/port/profile";
import { type FhirHabits, GOOD_HABITS } from "#lib/testing/fhir/habits";
import { type MedplumServer, startMedplum } from "#lib/testing/fhir/medplum";
import { type ProbeOptions, probeAt, probedRecords, wordsOf } from "#lib/testing/fhir/probed-server";
import { startReplayServer } from "#lib/testing/fhir/replay/replay-server";
import { allowPrivateEmrs } from "#lib/testing/private-emrs";

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

const probe = (options: ProbeOptions = {}) => probeAt(server.baseUrl, options);

/** Probes with a fixed header, by a client that may ask this machine elsewhere too, where nothing is public. */
function withHeader(): Promise<Profile> {
  const { baseUrl } = server;
  const elsewhere: EmrClient = (url, options) => emrClient({ baseUrl: new URL(url).origin })(url, options);
  const authorization = { headers: async () => ({ authorization: "Bearer secret" }), renew: () => false };
  const asked = fhirServer({ baseUrl, client: emrClient({ baseUrl }), calls: null, authorization, elsewhere });
  return probeServer(asked, { writeProbes: false, signal: never });
}

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
    [
      "searches by identifier of visits that have none, where unknown parameters find nothing",
      { unknownParameters: "empty", strictOnRequest: false },
      { visit_identifier_search: "works" },
    ],
    [
      "no search by identifier of visits that have none, where it finds nothing either",
      { unknownParameters: "empty", strictOnRequest: false, ...parameter("identifier:missing", "empty") },
      { visit_identifier_search: "unknown" },
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
    ["date searches", {}, { day_search: "works" }],
    ["date searches ignored", parameter("date", "ignored"), { day_search: "ignored" }],
    ["date searches refused", parameter("date", "refused"), { day_search: "refused" }],
    ["date searches that find nothing", parameter("date", "empty"), { day_search: "refused" }],
    ["identifier searches", lenient, { identifier_search: "works" }],
    ["identifier searches ignored", parameter("identifier", "ignored"), { identifier_search: "ignored" }],
    ["identifier searches refused", parameter("identifier", "refused"), { identifier_search: "refused" }],
    ["identifier searches that find nothing", parameter("identifier", "empty"), { identifier_search: "refused" }],
    ["searches of insurances", lenient, { coverage_identifier_search: "works", coverage_patient_search: "works" }],
    [
      "searches of insurances by patient ignored",
      parameter("patient", "ignored"),
      { coverage_patient_search: "ignored" },
    ],
    [
      "searches of insurances by patient refused",
      parameter("patient", "refused"),
      { coverage_patient_search: "refused" },
    ],
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
    expect(server.requests.filter((each) => !/^GET |^POST \S+\/_search$/.test(each))).toEqual([]);
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
    // EMRs of this machine may be linked here, which allows no address on it that one of them names.
    const url = "http://localhost:9/metrics";
    const content = [{ attachment: { contentType: "text/plain", url } }];
    await server.load([{ resourceType: "DocumentReference", id: "doc-0", status: "current", content }]);
    const words = wordsOf(await probe(), "The content of documents");
    await fetch(`${server.baseUrl}/DocumentReference/doc-0`, { method: "DELETE" });
    expect(words).toMatch(/gets no answer: The address that the EMR names .*, so that these documents are set aside/);
  });

  it("can conclude little from an empty server, and nothing false", async () => {
    const empty = await startMedplum({ unknownParameters: "ignored", strictOnRequest: false });
    try {
      expect(findingsOf(await probeAt(empty.baseUrl))).toMatchObject({
        unknown_parameter: "ignored",
        last_updated: "unknown",
        day_search: "unknown",
        identifier_search: "unknown",
        next_link: "unknown",
        page_size: null,
        summary_count: "works",
        binary: "unknown",
      });
      empty.habits = { ...empty.habits, strictOnRequest: true };
      const strict = findingsOf(await probeAt(empty.baseUrl));
      expect(strict).toMatchObject({ last_updated: "works", day_search: "works", identifier_search: "works" });
    } finally {
      await empty.stop();
    }
  });

  it("calls unsupported what FHIR cannot do, and names a weaker guarantee", async () => {
    const { capabilities } = await probe();
    const namesOf = (how: string) => capabilities.filter(({ support }) => support === how).map(({ name }) => name);
    const unsupported = ["claims_fetch", "order_catalog", "payments", "recall_actions", "services"];
    expect(namesOf("unsupported").sort()).toEqual(unsupported);
    const read = ["appointments_fetch", "availability_fetch", "patients_fetch"];
    expect(namesOf("works").sort()).toEqual(read);
    expect(namesOf("emulated").sort()).toEqual(
      CAPABILITIES.filter((name) => ![...unsupported, ...read].includes(name)).sort(),
    );
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
    const writes = server.requests.filter((each) => !/^GET |\/_search$/.test(each));
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

describe("probing a simple server", () => {
  it("finds what it does otherwise than Medplum, and leaves nothing", async () => {
    const core = await startReplayServer({ oneBound: true });
    try {
      await core.load(probedRecords());
      const written = () => probeAt(core.baseUrl, { writeProbes: true });
      expect(findingsOf(await written())).toMatchObject({
        next_link: "absolute",
        unknown_parameter: "ignored",
        strict_handling: "ignored",
        last_updated: "works",
        day_search: "refused",
        identifier_search: "works",
        summary_count: "ignored",
        binary: "base64",
        if_none_exist: "ignored",
        if_match: "ignored",
        patch_if_match: "refused",
        transactions: "refused",
        deleted: "404",
      });
      core.quirks = { ...core.quirks, conditionalCreate: true };
      expect(findingsOf(await written()).if_none_exist).toBe("works");
      expect(await core.held("Basic")).toEqual([]);
    } finally {
      await core.stop();
    }
  });
});
