/** @module-tag long */

import { createHash } from "node:crypto";
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { setImmediate } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MAX_UPLOADED_FILE_BYTES } from "#lib/kernel/upload-size";
import { openClinic } from "#lib/testing/clinic";
import { type Door, openDoor } from "#lib/testing/door";
import { BOUNDARY, FILES, MULTIPART_TYPE, multipartOf, partOf } from "#lib/testing/files";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let door: Door;
let clinic: TestAccount;

beforeAll(async () => {
  door = await openDoor((_request, response) => void response.end("framework"));
  clinic = await openClinic();
});
afterAll(() => door.stop());

const PDF = FILES["application/pdf"];
const file = { name: "file", fileName: "Letter.pdf", type: "application/pdf", content: PDF };
const patient = { name: "patient_mrn", content: "MRN-1" };

interface Given {
  type?: string | undefined;
  headers?: Record<string, string>;
}

/** Sends a body over HTTP with these bytes. */
async function send(body: Uint8Array, { type = MULTIPART_TYPE, headers = {} }: Given = {}) {
  const sent = httpRequest({
    port: door.port,
    host: "127.0.0.1",
    method: "POST",
    path: "/v1/documents",
    headers: { ...clinic.headers, "content-type": type, "content-length": body.byteLength, ...headers },
  });
  // A server that refuses by the head may close the connection before all was sent.
  sent.on("error", () => undefined);
  sent.end(body);
  const [response] = await once(sent, "response");
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) text += chunk;
  return { status: response.statusCode as number, body: JSON.parse(text), headers: response.headers };
}

const rowsOf = async (table: string) =>
  Number((await database.asOwner<{ n: string }>(`SELECT count(*) AS n FROM ${table}`))[0]?.n);
const left = async () => [
  await rowsOf("document"),
  await rowsOf("document_content"),
  await rowsOf("document_part"),
  await rowsOf("job"),
];

let before: number[] = [];
beforeEach(async () => {
  before = await left();
});

/** Waits until a request that nobody answers has left nothing. */
async function leavesNothing(): Promise<void> {
  await expect.poll(left, { timeout: 10_000 }).toEqual(before);
}

const contentOf = (id: string) =>
  database.asOwner<{ file_name: string; size: number; sha256: string; stored: string }>(
    `SELECT d.file_name, d.size, d.sha256, encode(sha256(c.content), 'hex') AS stored
     FROM document d JOIN document_content c ON c.document_id = d.id WHERE d.id = $1::uuid`,
    [id],
  );

describe("a file over HTTP", () => {
  it.each([
    ["after the fields", [patient, file]],
    ["before the fields", [file, patient]],
  ])("is taken %s", async (_place, parts) => {
    const { status, body } = await send(multipartOf(...parts));
    expect(status).toBe(202);
    const sha256 = createHash("sha256").update(PDF).digest("hex");
    expect(await contentOf(body.document_id)).toEqual([
      { file_name: "Letter.pdf", size: PDF.byteLength, sha256, stored: sha256 },
    ]);
  });

  it("takes the name, the callbacks and the metadata of the fields, and no empty field", async () => {
    const { status, body } = await send(
      multipartOf(
        patient,
        { name: "file_name", content: "Befund.pdf" },
        { name: "description", content: "" },
        { name: "metadata", content: '{"order":"42"}' },
        { name: "callback_urls", content: '["https://partner.example/hook"]' },
        file,
      ),
    );
    expect(status).toBe(202);
    const [job] = await database.asOwner("SELECT request, metadata, callback_urls FROM job WHERE id = $1", [
      body.job_id,
    ]);
    expect(job).toEqual({
      request: { patient_mrn: "MRN-1", file_name: "Befund.pdf" },
      metadata: { order: "42" },
      callback_urls: ["https://partner.example/hook"],
    });
  });

  it("drops the path that a part's file name has", async () => {
    const { body } = await send(multipartOf(patient, { ...file, fileName: "../../etc/cron.d/Letter.pdf" }));
    expect(await contentOf(body.document_id)).toMatchObject([{ file_name: "Letter.pdf" }]);
  });

  it("replays a repeated key of the same file, and refuses it for another one", async () => {
    const headers = { "idempotency-key": "upload-once" };
    const first = await send(multipartOf(patient, file), { headers });
    const again = await send(multipartOf(file, patient), { headers });
    expect([again.status, again.body, again.headers["idempotent-replayed"]]).toEqual([202, first.body, "true"]);
    const other = await send(multipartOf(patient, { ...file, content: `${PDF}\n` }), { headers });
    expect(other.status).toBe(422);
    expect(await rowsOf("document_part")).toBe(0);
    expect(await rowsOf("document")).toBe((before[0] ?? 0) + 1);
  });

  it("may have exactly 25 MB, and no byte more", async () => {
    const content = Buffer.alloc(MAX_UPLOADED_FILE_BYTES, 0x61);
    const taken = await send(multipartOf(patient, { ...file, fileName: "a.txt", content }));
    expect(taken.status).toBe(202);
    expect(await contentOf(taken.body.document_id)).toMatchObject([
      { size: MAX_UPLOADED_FILE_BYTES, stored: createHash("sha256").update(content).digest("hex") },
    ]);
    before = await left();
    const larger = Buffer.alloc(MAX_UPLOADED_FILE_BYTES + 1, 0x61);
    const refused = await send(multipartOf(patient, { ...file, content: larger }));
    expect([refused.status, refused.body.message]).toEqual([
      413,
      `The file is larger than ${MAX_UPLOADED_FILE_BYTES} bytes; nothing was saved`,
    ]);
    await leavesNothing();
  });
});

const WHOLE = multipartOf(patient, file);
const NOT_WHOLE = "The body is not a whole multipart/form-data; nothing was saved";
const NO_FILE = "Missing required field: file";

describe("a broken upload leaves nothing", () => {
  it.each<[string, () => Uint8Array, Given, number, string]>([
    ["without a file", () => multipartOf(patient), {}, 400, NO_FILE],
    ["without a patient", () => multipartOf(file), {}, 400, "Missing required field: patient_mrn"],
    ["with two files", () => multipartOf(patient, file, file), {}, 400, "file must be one file"],
    [
      "with a file of another name",
      () => multipartOf(patient, { ...file, name: "upload" }),
      {},
      400,
      "The file must be the part file; nothing was saved",
    ],
    [
      "with a file that has no file name",
      () => multipartOf(patient, { name: "file", content: "Hello" }),
      {},
      400,
      "file must be a file: its part must have a file name",
    ],
    ["with an empty file", () => multipartOf(patient, { ...file, content: "" }), {}, 400, "file must not be empty"],
    ["with a field twice", () => multipartOf(patient, patient, file), {}, 400, "patient_mrn is sent twice"],
    [
      "with a part without a name",
      () => multipartOf(patient, { content: "x" }, file),
      {},
      400,
      "Each part of the body must have a name; nothing was saved",
    ],
    [
      "with the content in a field, too",
      () => multipartOf(patient, { name: "content_base64", content: "SGVsbG8=" }, file),
      {},
      400,
      "content_base64 must not be sent beside the part file",
    ],
    [
      "with a NUL in a field",
      () => multipartOf({ ...patient, content: "MRN\0" }, file),
      {},
      400,
      "patient_mrn must not contain NUL or broken characters",
    ],
    [
      "with a field of 70 kB",
      () => multipartOf({ name: "description", content: "x".repeat(70_000) }, file),
      {},
      400,
      "description must have at most 65536 bytes",
    ],
    [
      "with a hundred fields",
      () => multipartOf(...Array.from({ length: 100 }, (_, n) => ({ name: `f${n}`, content: "x" })), patient, file),
      {},
      400,
      "The body has too many parts; nothing was saved",
    ],
    [
      "with a head of 100 kB before the file",
      () => multipartOf(patient, { ...file, lines: [`X-Long: ${"x".repeat(100_000)}`] }),
      {},
      400,
      NO_FILE,
    ],
    [
      "with a file that is no PDF, JPEG, PNG, TIFF or text",
      () => multipartOf(patient, { ...file, content: Buffer.from("PK\u0003\u0004", "latin1") }),
      {},
      400,
      "file must be a PDF, JPEG, PNG, TIFF or text in UTF-8",
    ],
    [
      "with a picture that is said to be a PDF",
      () =>
        multipartOf(
          patient,
          { name: "mime_type", content: "application/pdf" },
          { ...file, content: Buffer.concat([FILES["image/png"], PDF]) },
        ),
      {},
      400,
      "mime_type is not the type of the file, whose bytes are image/png",
    ],
    ["with another boundary", () => WHOLE, { type: "multipart/form-data; boundary=other" }, 400, NOT_WHOLE],
    [
      "without a boundary",
      () => WHOLE,
      { type: "multipart/form-data" },
      400,
      "The Content-Type of a multipart/form-data must name its boundary",
    ],
    ["without its end", () => WHOLE.subarray(0, -(BOUNDARY.length + 8)), {}, 400, NOT_WHOLE],
    ["that ends within the file", () => WHOLE.subarray(0, WHOLE.indexOf("endobj")), {}, 400, NOT_WHOLE],
    ["that ends within a head", () => WHOLE.subarray(0, WHOLE.indexOf("filename")), {}, 400, NOT_WHOLE],
    ["of nothing", () => Buffer.alloc(0), {}, 400, NOT_WHOLE],
    [
      "that is compressed",
      () => gzipSync(WHOLE),
      { headers: { "content-encoding": "gzip" } },
      415,
      "The body must be sent without a Content-Encoding; nothing was saved",
    ],
    [
      "of another type",
      () => PDF,
      { type: "application/pdf" },
      415,
      "The body must be JSON: send Content-Type: application/json",
    ],
    [
      "of JSON beyond 1 MiB",
      () => Buffer.from(JSON.stringify({ patient_mrn: "MRN-1", content_base64: "A".repeat(1_100_000) })),
      { type: "application/json" },
      413,
      "The body is larger than 1048576 bytes; nothing was saved",
    ],
  ])("%s", async (_fault, body, given, status, message) => {
    const answer = await send(body(), given);
    expect([answer.status, answer.body.success, answer.body.message]).toEqual([
      status,
      false,
      expect.stringContaining(message),
    ]);
    await leavesNothing();
  });

  const head = (length: number, type = MULTIPART_TYPE) =>
    [
      "POST /v1/documents HTTP/1.1",
      "Host: 127.0.0.1:3000",
      ...Object.entries(clinic.headers).map(([name, value]) => `${name}: ${value}`),
      `Content-Type: ${type}`,
      `Content-Length: ${length}`,
      "",
      "",
    ].join("\r\n");

  /** A part of a file that is longer than what is stored at a time, without its end. */
  const begun = () => {
    const part = partOf({ ...file, fileName: "a.txt", content: "a".repeat(2_000_000) });
    return Buffer.concat([partOf(patient), part.subarray(0, -2)]);
  };

  it("whose connection is cut", async () => {
    const connection = door.connect();
    const sent = begun();
    connection.send(head(sent.byteLength + 5_000_000));
    connection.send(sent);
    await expect.poll(() => rowsOf("document_part"), { timeout: 10_000 }).toBeGreaterThan(0);
    connection.socket.destroy();
    await leavesNothing();
  });

  it("whose Content-Length is too small", async () => {
    const connection = door.connect();
    const sent = begun();
    connection.send(head(sent.byteLength - 100_000));
    connection.send(sent);
    expect(await connection.status()).toBe(400);
    connection.socket.destroy();
    await leavesNothing();
  });

  it("whose Content-Length is beyond the limit, by the head alone", async () => {
    const connection = door.connect();
    connection.send(head(MAX_UPLOADED_FILE_BYTES + 2_000_000));
    expect(await connection.status()).toBe(413);
    connection.socket.destroy();
    await leavesNothing();
  });

  it("that goes on without an end, as chunks", async () => {
    const connection = door.connect();
    connection.send(head(0).replace("Content-Length: 0", "Transfer-Encoding: chunked"));
    const chunk = (bytes: Buffer) =>
      Buffer.concat([Buffer.from(`${bytes.byteLength.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);
    connection.send(chunk(begun()));
    const more = chunk(Buffer.alloc(1_000_000, 0x61));
    for (let sent = 0; sent < 40 && connection.received() === ""; sent++) {
      if (!connection.socket.write(more))
        await Promise.race([once(connection.socket, "drain"), once(connection.socket, "data"), connection.ended()]);
      await setImmediate();
    }
    expect(await connection.status()).toBe(413);
    connection.socket.destroy();
    await leavesNothing();
  });

  it("of a caller without the permission, which is not read", async () => {
    const answer = await send(WHOLE, { headers: { client_secret: "wrong" } });
    expect(answer.status).toBe(401);
    await leavesNothing();
  });
});
