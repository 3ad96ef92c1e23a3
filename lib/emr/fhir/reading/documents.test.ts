import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { FhirResource } from "fhir/r4";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LOOPBACK } from "#lib/egress/addresses";
import { type EmrClient, emrClient } from "#lib/egress/emr-client";
import type { EmrError } from "#lib/emr/port/port";
import { forgetSingleton } from "#lib/kernel/singleton";
import { type MedplumServer, startMedplum } from "#lib/testing/fhir/medplum";
import { readFrom, readWhole } from "#lib/testing/fhir/read-from";

const now = () => AbortSignal.timeout(10_000);
const PDF = Buffer.from("%PDF-1.7 \u00fc letter", "utf8");
const MEMORY = ["environment", "policy:EMR_PRIVATE_TARGETS"];

let server: MedplumServer;
beforeAll(() => {
  process.env.EMR_PRIVATE_TARGETS = "127.0.0.0/8";
  for (const name of MEMORY) forgetSingleton(name);
});
afterAll(() => {
  delete process.env.EMR_PRIVATE_TARGETS;
  for (const name of MEMORY) forgetSingleton(name);
});
beforeEach(async () => {
  server = await startMedplum();
});
afterEach(() => server.stop());

const binary = {
  resourceType: "Binary",
  id: "B1",
  contentType: "application/pdf",
  data: PDF.toString("base64"),
};

const letter = (id: string, attachment: object | null, rest: object = {}) => ({
  resourceType: "DocumentReference",
  id,
  meta: { lastUpdated: "2026-03-05T10:00:00Z" },
  status: "current",
  date: "2026-03-01T09:00:00-08:00",
  subject: { reference: "Patient/P1" },
  context: { related: [{ reference: "Encounter/E1" }, { reference: "ServiceRequest/S1" }] },
  content: attachment === null ? [] : [{ attachment }],
  ...rest,
});

const inBinary = { contentType: "application/pdf", url: "Binary/B1", title: "Referral letter.pdf", size: 18 };

const load = (...resources: object[]) => server.load(resources as FhirResource[]);

it("maps documents with their patient and referral", async () => {
  await load(
    { resourceType: "Patient", id: "P1", identifier: [{ value: "M-1" }] },
    letter("D1", inBinary),
    letter("D2", { contentType: "text/plain; charset=utf-8", data: PDF.toString("base64") }, { context: null }),
    letter("D3", { url: "Binary/B1" }, { type: { text: "Plan a/b" }, subject: undefined, date: "2026" }),
    letter("D4", null),
    letter("D5", inBinary, { status: "entered-in-error" }),
    letter("D6", { ...inBinary, size: 1e9 }),
  );
  const { records, faulty } = await readWhole(readFrom(server.baseUrl), "documents");
  expect(records).toEqual([
    {
      emrId: "D1",
      fileName: "Referral letter.pdf",
      mimeType: null,
      size: 18,
      version: expect.stringMatching(/./),
      patientMrn: "M-1",
      patientEhrId: "P1",
      referralEhrId: "S1",
      createdAt: "2026-03-01T17:00:00.000Z",
    },
    expect.objectContaining({
      emrId: "D2",
      fileName: "document-D2",
      mimeType: null,
      size: PDF.byteLength,
      version: createHash("sha256").update(PDF).digest("hex"),
      referralEhrId: null,
    }),
    expect.objectContaining({
      emrId: "D3",
      fileName: "Plan a_b",
      mimeType: null,
      patientMrn: null,
      createdAt: "2026-01-01T08:00:00.000Z",
    }),
  ]);
  expect(faulty).toEqual([
    { ehrId: "D4", reason: "The document has no content" },
    { ehrId: "D6", reason: "The document is larger than 64 MB" },
  ]);
});

/** Returns the contents of documents by id. */
async function contentsOf(reads: ReturnType<typeof readFrom>, ids: string[]) {
  const contents: Record<string, Uint8Array> = {};
  for await (const [id, { content }] of reads.readDocuments(ids, now())) contents[id] = content;
  return contents;
}

it.each([
  ["raw", {}],
  ["as a resource with base64", { binary: "base64" }],
  ["at a presigned address elsewhere, which must not get the credentials", { presigned: true }],
] as const)("reads content that the server holds %s", async (_name, habits) => {
  server.habits = { ...server.habits, ...habits };
  await load(
    binary,
    letter("D1", inBinary),
    letter("D2", { data: PDF.toString("base64") }),
    letter(
      "D4",
      { ...inBinary, contentType: "text/html" },
      { content: [{ attachment: { contentType: "text/html", url: "Binary/B2" } }, { attachment: inBinary }] },
    ),
  );
  // Nothing of this machine is public, so the address elsewhere is asked by a client that may.
  const elsewhere: EmrClient = (url, options) =>
    emrClient({ baseUrl: new URL(url).origin }, { policy: { privateBlocks: LOOPBACK } })(url, options);
  const reads = readFrom(server.baseUrl, { elsewhere });
  const ids = ["D1", "D2", "D4", "none"];
  const wanted = { D1: PDF, D2: PDF, D4: PDF };
  // By another connection than the one that listed them, and by the same.
  expect(await contentsOf(reads, ids)).toEqual(wanted);
  await readWhole(reads, "documents");
  server.requests.length = 0;
  expect(await contentsOf(reads, ["D1", "D2", "D4"])).toEqual(wanted);
  expect(server.requests.filter((request) => request.includes("DocumentReference"))).toEqual([]);
});

describe("an address of a private block that the operator allows for EMRs", () => {
  let metrics: Server;
  let asked: string[];
  let port: number;
  beforeEach(async () => {
    asked = [];
    metrics = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.end("crc_secret_metric 1");
    });
    metrics.listen(0, "127.0.0.1");
    await once(metrics, "listening");
    ({ port } = metrics.address() as AddressInfo);
  });
  afterEach(() => {
    metrics.close();
  });

  it.each([
    ["another port", () => `http://127.0.0.1:${port}/metrics`],
    ["another spelling of the host", () => `http://127.1:${port}/metrics`],
    ["a name that leads there", () => `http://localhost:${port}/metrics`],
    ["a name with a dot at its end", () => `http://localhost.:${port}/metrics`],
    ["an address as IPv6", () => `http://[::ffff:127.0.0.1]:${port}/metrics`],
    ["a decimal address", () => `http://2130706433:${port}/metrics`],
    ["TLS", () => `https://127.0.0.1:${port}/metrics`],
    ["a user", () => `http://me:secret@127.0.0.1:${port}/metrics`],
    ["a link-local address", () => "http://169.254.169.254/latest/meta-data"],
    ["a public address without TLS", () => "http://192.0.2.1/metrics"],
    ["no address of HTTP", () => "urn:uuid:6f0c1f4e-7d3f-4b8e-9a65-1c2d3e4f5a6b"],
    ["a file", () => "file:///etc/passwd"],
  ])("is not read for a document: %s", async (_what, addressOf) => {
    await load(letter("D1", { contentType: "text/plain", url: addressOf() }), letter("D2", inBinary), binary);
    const reads = readFrom(server.baseUrl);
    const contents: Record<string, Uint8Array> = {};
    const failures: string[] = [];
    for (const id of ["D1", "D2"]) {
      try {
        Object.assign(contents, await contentsOf(reads, [id]));
      } catch (error) {
        failures.push((error as EmrError).kind);
      }
    }
    expect([asked, Object.keys(contents)]).toEqual([[], ["D2"]]);
    expect(failures).toEqual(["validation"]);
  });

  it("is not reached by a redirect of the linked server", async () => {
    const front = createServer((request, response) => {
      if (request.url?.includes("Binary")) {
        response.writeHead(302, { location: `http://127.0.0.1:${port}/metrics` }).end();
        return;
      }
      const document = letter("D1", { contentType: "text/plain", url: "Binary/B1" });
      response.writeHead(200, { "content-type": "application/fhir+json" }).end(JSON.stringify(document));
    });
    front.listen(0, "127.0.0.1");
    await once(front, "listening");
    const reads = readFrom(`http://127.0.0.1:${(front.address() as AddressInfo).port}/fhir`);
    await expect(contentsOf(reads, ["D1"])).rejects.toThrow();
    front.close();
    expect(asked).toEqual([]);
  });
});

it("leaves out content that the server does not have", async () => {
  await load(letter("D1", { url: "Binary/none" }));
  expect(await contentsOf(readFrom(server.baseUrl), ["D1"])).toEqual({});
});

it("links a document that a referral names among its supporting information, also later", async () => {
  const request = {
    resourceType: "ServiceRequest",
    id: "S2",
    meta: { lastUpdated: "2026-03-05T11:00:00Z" },
    status: "active",
    intent: "order",
    subject: { reference: "Patient/P1" },
    supportingInfo: [{ reference: "DocumentReference/D1" }],
  };
  await load({ resourceType: "Patient", id: "P1" }, letter("D1", inBinary, { context: undefined }), request);
  const findings = { last_updated: "works", last_updated_resolution_ms: 1 } as const;
  const reads = readFrom(server.baseUrl, { findings });
  const { records, since } = await readWhole(reads, "documents");
  expect(records).toMatchObject([{ emrId: "D1", referralEhrId: "S2" }]);
  await load({ ...request, id: "S3", meta: { lastUpdated: "2026-03-05T19:00:00Z" } });
  const changed = await readWhole(reads, "documents", since);
  expect(changed.records.at(-1)).toMatchObject({ emrId: "D1", referralEhrId: "S3" });
});
