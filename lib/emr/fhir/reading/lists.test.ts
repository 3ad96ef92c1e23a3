import { afterEach, describe, expect, it } from "vitest";
import { LOOPBACK } from "#lib/egress/addresses";
import { emrClient } from "#lib/egress/emr-client";
import { noAuthorization } from "#lib/emr/fhir/authorization";
import { findingsOf } from "#lib/emr/fhir/findings";
import { fhirServer } from "#lib/emr/fhir/server";
import type { Quirks } from "#lib/testing/fhir/replay/quirks";
import { type ReplayServer, startReplayServer } from "#lib/testing/fhir/replay/replay-server";
import { lookupById, lookupByIdentifier } from "./lookup.ts";

let replay: ReplayServer;
afterEach(() => replay.stop());

const COUNT = 240;
const ids = Array.from({ length: COUNT }, (_, index) => `p${index}`);
const identifierOf = (id: string) => `urn:mrn|${id}`;

/** Opens a connection to a server with 240 patients. */
async function open(quirks: Partial<Quirks>, pageSize: number | null = null) {
  replay = await startReplayServer(quirks);
  await replay.load(
    ids.map((id) => ({ resourceType: "Patient", id, identifier: [{ system: "urn:mrn", value: id }] }) as const),
  );
  const { baseUrl } = replay;
  const client = emrClient({ baseUrl }, { policy: { privateBlocks: LOOPBACK } });
  return {
    server: fhirServer({ baseUrl, client, calls: null, authorization: noAuthorization }),
    connection: { base_url: baseUrl, auth: { kind: "none" as const } },
    findings: { ...findingsOf(null), page_size: pageSize },
    contradict: async () => undefined,
    timeZone: "UTC",
  };
}

const signal = () => AbortSignal.timeout(30_000);

const WAYS: [string, Partial<Quirks>, number | null, number][] = [
  ["lists of any length", {}, null, 3],
  ["pages that are cut in silence", { maxCount: 30, totals: "none" }, null, 12],
  ["pages that are cut in silence, which were seen", { maxCount: 30, totals: "none" }, 30, 8],
  ["the first values of a list alone", { lists: 7 }, null, 40],
  ["the first value of a list alone", { lists: 1 }, null, COUNT + 8],
  ["no lists, and finds nothing", { lists: "none" }, null, COUNT + 8],
  ["no lists, and refuses them", { lists: "refused" }, null, COUNT + 8],
];

describe.each(WAYS)("a server that takes %s", (_name, quirks, pageSize, most) => {
  it("finds each resource by its id", async () => {
    const lookup = lookupById(await open(quirks, pageSize), "Patient", ({ id }) => String(id));
    expect([...(await lookup(ids, signal())).keys()].toSorted()).toEqual(ids.toSorted());
    expect(replay.requests.length).toBeLessThanOrEqual(most);
  });

  it("finds each resource by its identifier", async () => {
    const lookup = lookupByIdentifier(await open(quirks, pageSize), "Patient");
    const found = await lookup(ids.map(identifierOf), signal());
    expect(ids.filter((id) => found.get(identifierOf(id)) !== id)).toEqual([]);
    expect(replay.requests.length).toBeLessThanOrEqual(most);
  });

  it("finds those that are there among others that are not", async () => {
    const mixed = ids.flatMap((id, index) => (index % 3 === 0 ? [`x${id}`, id] : [id]));
    const failures = new Map<string, string>();
    const lookup = lookupById(await open(quirks, pageSize), "Patient", ({ id }) => String(id), failures);
    expect([...(await lookup(mixed, signal())).keys()].toSorted()).toEqual(ids.toSorted());
    expect(failures.size).toBe(0);
  });
});

describe("a list", () => {
  it("of ids that are all gone is asked for once, and each of them", async () => {
    const lookup = lookupById(await open({}), "Patient", ({ id }) => String(id));
    expect((await lookup(["x1", "x2", "x3"], signal())).size).toBe(0);
    expect(replay.requests).toHaveLength(4);
  });

  it("of which one is refused costs that one alone", async () => {
    const failures = new Map<string, string>();
    const context = await open({ refusedFor: { "_id=p7": 403 }, statuses: { "Patient/p7": 403 } });
    const lookup = lookupById(context, "Patient", ({ id }) => String(id), failures);
    expect((await lookup(ids, signal())).size).toBe(COUNT - 1);
    expect([...failures.keys()]).toEqual(["p7"]);
  });
});
