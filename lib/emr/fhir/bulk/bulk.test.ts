import assert from "node:assert/strict";
import type { IncomingHttpHeaders } from "node:http";
import type { Patient } from "fhir/r4";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterEach, describe, expect, it } from "vitest";
import { LOOPBACK } from "#lib/egress/addresses";
import { emrClient } from "#lib/egress/emr-client";
import { publicStream } from "#lib/egress/public-client";
import { authorizationOf } from "#lib/emr/fhir/auth/authorization-of";
import type { SignAssertion } from "#lib/emr/port/assertion";
import { type ExportingServer, startExportingServer } from "#lib/testing/fhir/bulk/exporting-server";
import type { BulkQuirks } from "#lib/testing/fhir/bulk/quirks";
import { ALL, loadFrom } from "#lib/testing/fhir/bulk/read-export";
import { startOAuthServer } from "#lib/testing/fhir/oauth-server";

const patients = (count: number): Patient[] =>
  Array.from({ length: count }, (_, number) => ({
    resourceType: "Patient",
    id: `p${number}`,
    name: [{ family: "Nuñez", given: [`Ada ${number}`] }],
  }));

const idsOf = (count: number) => patients(count).map(({ id }) => id);

let server: ExportingServer;
afterEach(() => server.stop());

const start = async (bulk: Partial<BulkQuirks> = {}, count = 25) => {
  server = await startExportingServer({ resources: patients(count), bulk });
};

const SOON = { "retry-after": "0" };

describe("asking for an export", () => {
  it("waits for it by its status address, reads it and removes it", async () => {
    await start({ before: [202, 202].map((status) => ({ status, headers: SOON })) });
    const { load, prepare, readAll } = loadFrom(server.baseUrl);
    const { state } = await prepare();
    expect(await readAll("Patient")).toMatchObject({ ids: idsOf(25), faulty: [], doubt: null, pages: 3 });
    await load.end(state, AbortSignal.timeout(1_000));
    expect(server.bulk.exports()).toBe(0);
    const [kickOff, ...further] = server.bulk.requests;
    const query = new URL(kickOff?.slice(4) ?? "", "http://x").searchParams;
    expect(query.get("_outputFormat")).toBe("application/fhir+ndjson");
    expect(query.get("_type")?.split(",")).toContain("Patient");
    expect(further).toEqual(["GET /status", "GET /status", "GET /status", "GET /file/Patient-0", "DELETE /status"]);
  });

  it("says how far it is, and is not asked again before the time that the server names", async () => {
    await start({ before: [{ status: 202, headers: { "retry-after": "7", "x-progress": "about 40%" } }] });
    const { load } = loadFrom(server.baseUrl);
    const signal = AbortSignal.timeout(10_000);
    const begun = await load.prepare(null, ALL, signal);
    const early = { ...JSON.parse(begun.state), notBefore: 0 };
    const asked = await load.prepare(JSON.stringify(early), ALL, signal);
    expect(asked).toMatchObject({ waitMs: 7_000, note: "The EMR prepares an export: about 40%" });
    const again = await load.prepare(asked.state, ALL, signal);
    expect(again.waitMs).toBeGreaterThan(0);
    expect(server.bulk.requests.filter((each) => each === "GET /status")).toHaveLength(1);
  });

  it("does not believe a Retry-After of a day", async () => {
    await start({ before: [{ status: 202, headers: { "retry-after": "86400" } }] });
    const { load } = loadFrom(server.baseUrl);
    const { state } = await load.prepare(null, ALL, AbortSignal.timeout(5_000));
    const asked = await load.prepare(
      JSON.stringify({ ...JSON.parse(state), notBefore: 0 }),
      ALL,
      AbortSignal.timeout(5_000),
    );
    expect(asked.waitMs).toBe(600_000);
  });

  it("asks ever less often for a long export of which the server wants to be asked each second", async () => {
    await start({ before: [{ status: 202, headers: { "retry-after": "1" } }], isEndless: true });
    const { load } = loadFrom(server.baseUrl);
    const { state } = await load.prepare(null, ALL, AbortSignal.timeout(5_000));
    const waits = [0, 18, 19, 59, 1_000].map(async (polls) => {
      const asked = JSON.stringify({ ...JSON.parse(state), notBefore: 0, polls });
      return (await load.prepare(asked, ALL, AbortSignal.timeout(5_000))).waitMs;
    });
    expect(await Promise.all(waits)).toEqual([1_000, 1_000, 2_000, 8_000, 60_000]);
  });

  it("goes on after 429, and after a passing failure of the status", async () => {
    await start({
      before: [
        { status: 429, headers: SOON },
        { status: 503, headers: SOON },
        { status: 202, headers: SOON },
      ],
    });
    const { prepare, readAll } = loadFrom(server.baseUrl);
    await prepare();
    expect((await readAll("Patient")).ids).toEqual(idsOf(25));
  });

  it("waits while the server begins none, and asks for it leniently if it is refused", async () => {
    await start({ refusal: { status: 429, headers: SOON }, refusals: 2, wantsLenient: true });
    const { prepare, readAll } = loadFrom(server.baseUrl);
    await prepare();
    expect((await readAll("Patient")).ids).toEqual(idsOf(25));
  });

  const UNKNOWN = ["Appointment", "Slot", "Location", "PractitionerRole", "Schedule", "ServiceRequest"];

  it.each<[string, Partial<BulkQuirks>]>([
    ["names one at a time", { namesTypes: "first" }],
    ["names them all", { namesTypes: "all" }],
    ["names those that it exports", { namesTypes: "exported" }],
    ["leaves them out of its CapabilityStatement", { namesTypes: "none", statesTypes: true }],
  ])("is asked for of fewer types at a server that exports nothing of some, and %s", async (_name, quirks) => {
    await start({ unknownTypes: UNKNOWN, ...quirks });
    const { prepare, readAll } = loadFrom(server.baseUrl);
    await prepare();
    expect(await readAll("Patient")).toMatchObject({ ids: idsOf(25), doubt: null });
    expect(server.bulk.exports()).toBe(1);
    expect(server.bulk.requests.filter((each) => each.includes("$export")).length).toBeLessThan(14);
  });

  it("is given up soon at a server that refuses every type", async () => {
    await start({ unknownTypes: [...UNKNOWN, "Patient", "DocumentReference", "Practitioner", "Organization"] });
    const { prepare, contradicted } = loadFrom(server.baseUrl);
    expect((await prepare()).note).toMatch(/Read without an export: .*not available/);
    expect(contradicted).toEqual(["exports"]);
    expect(server.bulk.requests.filter((each) => each.includes("$export")).length).toBeLessThan(15);
  });

  it("is asked for of a group and of all patients", async () => {
    await start({ levels: ["group"] });
    const { prepare, readAll } = loadFrom(server.baseUrl, { level: "group", group: "all" });
    await prepare();
    expect((await readAll("Patient")).ids).toEqual(idsOf(25));
    server.bulk.quirks.levels = ["patient"];
    const other = loadFrom(server.baseUrl, { level: "patient" });
    await other.prepare();
    expect((await other.readAll("Patient")).ids).toEqual(idsOf(25));
    expect(server.bulk.requests.filter((each) => each.includes("$export"))).toEqual([
      expect.stringContaining("GET /Group/all/$export?"),
      expect.stringContaining("GET /Patient/$export?"),
    ]);
  });
});

describe("an export that fails is given up, removed, and said", () => {
  const cases: [string, Partial<BulkQuirks>, RegExp][] = [
    ["refused", { levels: [] }, /Read without an export: .*operation/],
    ["begun never", { refusal: { status: 500, headers: SOON } }, /begins no export/],
    ["failing at its status", { before: [{ status: 400 }] }, /Read without an export/],
    ["failing again and again", { before: [{ status: 500, headers: SOON }], isEndless: true }, /500/],
    ["without a manifest", { manifest: { resourceType: "OperationOutcome" } }, /no manifest/],
    ["whose errors are real", { errors: ["warning", "error"] }, /could not read everything/],
    ["whose errors cannot be read", { errors: ["warning"], statuses: { errors: { status: 404 } } }, /cannot be read/],
    ["gone", { before: [{ status: 404 }] }, /no longer has its export/],
  ];
  it.each(cases)("%s", async (_name, bulk, reason) => {
    await start(bulk);
    const { load, prepare, contradicted } = loadFrom(server.baseUrl);
    const { note, state } = await prepare();
    expect(note).toMatch(reason);
    expect(load.files).toBeNull();
    expect(contradicted).toEqual(["exports"]);
    expect(server.bulk.exports()).toBe(0);
    const asked = server.bulk.requests.length;
    expect((await prepare(state)).note).toBe(note);
    expect(server.bulk.requests).toHaveLength(asked);
  });

  it("never ending", async () => {
    await start({ before: [{ status: 202, headers: SOON }], isEndless: true });
    const { load } = loadFrom(server.baseUrl);
    const { state } = await load.prepare(null, ALL, AbortSignal.timeout(5_000));
    const old = { ...JSON.parse(state), since: new Date(Date.now() - 7 * 3_600_000).toISOString(), notBefore: 0 };
    const { waitMs, note } = await load.prepare(JSON.stringify(old), ALL, AbortSignal.timeout(5_000));
    expect([waitMs, note]).toEqual([null, "Read without an export: The EMR's export did not end within 6 hours"]);
    expect(server.bulk.exports()).toBe(0);
  });

  it("with warnings alone is read", async () => {
    await start({ errors: ["information", "warning"] });
    const { prepare, readAll } = loadFrom(server.baseUrl);
    await prepare();
    expect((await readAll("Patient")).ids).toEqual(idsOf(25));
  });
});

describe("reading files", () => {
  const read = async (bulk: Partial<BulkQuirks>, count = 25) => {
    await start(bulk, count);
    const opened = loadFrom(server.baseUrl);
    await opened.prepare();
    return opened.readAll("Patient");
  };

  it.each(["stated", "silent"] as const)("unpacks gzip that is %s", async (gzip) => {
    expect((await read({ gzip })).ids).toEqual(idsOf(25));
  });

  it("reads several files, and all parts of the manifest", async () => {
    expect((await read({ fileSize: 4, partSize: 2 })).ids).toEqual(idsOf(25));
    expect(server.bulk.requests).toContain("GET /status/3");
  });

  it.each([
    ["broken", '{"resourceType":"Patient","id":"p3","name":[{"fam', "p3"],
    ["nested too deeply", `{"resourceType":"Patient","id":"p3","a":${"[".repeat(500)}${"]".repeat(500)}}`, "p3"],
  ])("sets a line aside that is %s", async (_name, line, id) => {
    const { ids, faulty, doubt } = await read({ lines: { "Patient/p3": line } });
    expect(ids).toEqual(idsOf(25).filter((each) => each !== "p3"));
    expect(faulty).toEqual([{ ehrId: id, reason: expect.stringContaining("line") }]);
    expect(doubt).toBeNull();
  });

  it("sets a line aside that is longer than a resource may be", async () => {
    const line = JSON.stringify({ resourceType: "Patient", id: "p3", text: "x".repeat(17 * 1024 * 1024) });
    const { ids, faulty } = await read({ lines: { "Patient/p3": line } });
    expect(ids).toHaveLength(24);
    expect(faulty).toEqual([{ ehrId: "p3", reason: "Its line in the EMR's export is longer than 16 MB" }]);
  });

  it("reads blank lines, lines that end with CR LF and a last one without an end", async () => {
    const { ids, doubt } = await read({
      lines: {
        "Patient/p3": `${JSON.stringify(patients(25)[3])}\r`,
        "Patient/p4": `\n  \n${JSON.stringify(patients(25)[4])}`,
      },
    });
    expect([ids, doubt]).toEqual([idsOf(25), null]);
  });

  it("reads a server's own references below the address by which it names itself as those at which it is reached", async () => {
    const named = "http://inner.example:8080/fhir";
    const link = [{ type: "replaces", other: { reference: `${named}/Patient/p1` } }];
    await start({ lines: { "Patient/p0": JSON.stringify({ ...patients(1)[0], link }) } }, 2);
    const { load, prepare } = loadFrom(server.baseUrl, { named });
    await prepare();
    assert.ok(load.files);
    const asked = { type: "Patient", entries: 10, reader: {} };
    const { resources } = await load.files.read(asked, load.files.firstPlace(), AbortSignal.timeout(10_000));
    expect(resources[0]?.link).toEqual([{ type: "replaces", other: { reference: `${server.baseUrl}/Patient/p1` } }]);
  });

  it("says that it is not whole if a line names no resource, or the count is another one", async () => {
    expect(await read({ lines: { "Patient/p3": "{]" } })).toMatchObject({ doubt: expect.stringContaining("line") });
    await server.stop();
    expect(await read({ counts: 2 })).toMatchObject({
      doubt: "A file of the EMR's export of Patient has 25 of 27 resources",
    });
  });

  const outcome = (severity: string) =>
    JSON.stringify({ resourceType: "OperationOutcome", issue: [{ severity, code: "processing" }] });

  it.each([0, null])(
    "says that it is not whole if a line states a failure in place of a resource, of a count of + %s",
    async (counts) => {
      const { doubt } = await read({ counts, lines: { "Patient/p3": outcome("error") } });
      expect(doubt).toBe("A file of the EMR's export of Patient states that something could not be read");
    },
  );

  it("counts no line that is none of its type as a resource", async () => {
    const line = `${outcome("information")}\n${JSON.stringify(patients(25)[3])}`;
    await start({ counts: null, lines: { "Patient/p3": line } });
    const { load, prepare } = loadFrom(server.baseUrl);
    await prepare();
    if (!load.files) throw new Error("No export");
    const asked = { type: "Patient", entries: 100, reader: {} };
    const page = await load.files.read(asked, load.files.firstPlace(), AbortSignal.timeout(5_000));
    expect([page.resources.length, page.all, page.doubt]).toEqual([25, 25, null]);
  });

  it("reads what was deleted", async () => {
    expect(await read({ deleted: ["Patient/p1", "Appointment/p2", "Patient/old"] })).toMatchObject({
      removed: ["p1", "old"],
      doubt: null,
    });
  });

  it("goes on where a file broke off", async () => {
    const { ids } = await read({ cuts: { "Patient-0": { after: 900, times: 1 } } });
    expect(ids).toEqual(idsOf(25));
    expect(server.bulk.requests.filter((each) => each === "GET /file/Patient-0")).toHaveLength(2);
  });

  it("goes on where a packed file broke off", async () => {
    const { ids } = await read({ gzip: "stated", cuts: { "Patient-0": { after: 100, times: 1 } } });
    expect(ids).toEqual(idsOf(25));
  });

  it("gives a file up that always breaks off before the same line", async () => {
    const { doubt } = await read({ cuts: { "Patient-0": { after: 30, times: 100 } } });
    expect(doubt).toBe("A file of the EMR's export of Patient breaks off");
    expect(server.bulk.requests.filter((each) => each === "GET /file/Patient-0").length).toBeLessThan(5);
  });

  it("asks for the manifest anew if the addresses of files have expired", async () => {
    await start({ fileSize: 10, isShortLived: true });
    const opened = loadFrom(server.baseUrl);
    const { state } = await opened.prepare();
    await loadFrom(server.baseUrl).prepare(state);
    expect((await opened.readAll("Patient")).ids).toEqual(idsOf(25));
  });

  it.each([403, 404, 410])("gives a file up that stays %s", async (status) => {
    expect(await read({ statuses: { "Patient-0": { status } } })).toMatchObject({ ids: [], doubt: expect.any(String) });
  });

  it("is taken up by another process at the line that was stored last", async () => {
    await start({ fileSize: 10 });
    const first = loadFrom(server.baseUrl);
    const { state } = await first.prepare();
    const files = first.load.files;
    if (!files) throw new Error("No export");
    const asked = { type: "Patient", entries: 4, reader: {} };
    const one = await files.read(asked, files.firstPlace(), AbortSignal.timeout(5_000));
    const two = await files.read(asked, one.next ?? files.firstPlace(), AbortSignal.timeout(5_000));
    first.load.close();
    const second = loadFrom(server.baseUrl);
    await second.prepare(state);
    const place = JSON.parse(JSON.stringify(two.next));
    expect(JSON.stringify(place).length).toBeLessThan(200);
    const { ids, doubt } = await second.readAll("Patient", { from: place });
    expect([ids, doubt]).toEqual([idsOf(25).slice(8), null]);
    expect(server.bulk.requests.filter((each) => each.includes("$export"))).toHaveLength(1);
  });
});

describe("credentials", () => {
  const authorization = { headers: async () => ({ authorization: "Bearer secret" }), renew: () => false };
  const admits = ({ authorization: sent }: IncomingHttpHeaders) => sent === "Bearer secret";

  it("go with files at the server's own address", async () => {
    server = await startExportingServer({ resources: patients(5), admits });
    const opened = loadFrom(server.baseUrl, { authorization });
    await opened.prepare();
    expect((await opened.readAll("Patient")).ids).toEqual(idsOf(5));
  });

  it.each([true, false, null])("never go with files elsewhere, whatever the manifest wants: %s", async (requires) => {
    const bulk = { files: "elsewhere" as const, requiresAccessToken: requires };
    server = await startExportingServer({ resources: patients(5), admits, bulk });
    const opened = loadFrom(server.baseUrl, { authorization });
    await opened.prepare();
    expect((await opened.readAll("Patient")).ids).toEqual(idsOf(5));
    expect(server.bulk.betrayed).toEqual([]);
  });

  it("are those of SMART Backend Services, renewed while the export lasts", async () => {
    const { privateKey, publicKey } = await generateKeyPair("RS384", { extractable: true });
    const jwk = { ...(await exportJWK(publicKey)), kid: "1", alg: "RS384", use: "sig" };
    const oauth = await startOAuthServer({
      clients: [{ client_id: "console", jwks: { keys: [jwk] }, token_endpoint_auth_method: "private_key_jwt" }],
    });
    try {
      server = await startExportingServer({ resources: patients(25), admits: oauth.admits, bulk: { fileSize: 10 } });
      const { baseUrl } = server;
      const auth = { kind: "smart_backend" as const, client_id: "console", token_url: oauth.tokenUrl };
      const client = emrClient({ baseUrl, tokenUrl: oauth.tokenUrl }, { policy: { privateBlocks: LOOPBACK } });
      const sign: SignAssertion = (claims, alg) =>
        new SignJWT(claims).setProtectedHeader({ alg, kid: "1" }).sign(privateKey);
      const byToken = authorizationOf({ base_url: baseUrl, auth }, client, { id: null, sign });
      const opened = loadFrom(baseUrl, { authorization: byToken });
      const { state } = await opened.prepare();
      oauth.endTokens();
      expect((await opened.readAll("Patient")).ids).toEqual(idsOf(25));
      await opened.load.end(state, AbortSignal.timeout(5_000));
      expect([server.bulk.exports(), oauth.requests()]).toEqual([0, 2]);
    } finally {
      await oauth.stop();
    }
  });

  it("and no file is asked for elsewhere but at public addresses by https", async () => {
    server = await startExportingServer({ resources: patients(5), bulk: { files: "elsewhere" } });
    const opened = loadFrom(server.baseUrl, { streamElsewhere: publicStream });
    await opened.prepare();
    expect((await opened.readAll("Patient")).doubt).toContain("The address that the EMR names");
    expect(server.bulk.requests.filter((each) => each.startsWith("GET /file"))).toEqual([]);
  });
});
