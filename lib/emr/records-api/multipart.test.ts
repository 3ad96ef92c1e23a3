/** @module-tag long */

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { PassedFile } from "#lib/emr/port/port";
import { MAX_UPLOADED_FILE_BYTES } from "#lib/kernel/upload-size";
import { memoryOf } from "#lib/testing/memory-of";
import { multipartOf } from "./multipart.ts";
import { remoteOf } from "./remote.ts";

const MB = 1024 * 1024;
const MOST = 40 * MB;

/** A remote in a process of its own, which answers each request with the digest and the length of its body. */
const REMOTE = `
  const { createHash } = require("node:crypto");
  const server = require("node:http").createServer((request, response) => {
    const hash = createHash("sha256");
    let size = 0;
    request.on("data", (chunk) => { hash.update(chunk); size += chunk.length; });
    request.on("end", () => {
      response.writeHead(202, { "content-type": "application/json" });
      response.end(JSON.stringify({ success: true, sha256: hash.digest("hex"), size, stated: Number(request.headers["content-length"]) }));
    });
  });
  server.listen(0, "127.0.0.1", () => console.log(server.address().port));
`;

let child: ReturnType<typeof spawn>;
let base_url: string;

beforeAll(async () => {
  child = spawn(process.execPath, ["-e", REMOTE], { stdio: ["ignore", "pipe", "inherit"] });
  if (!child.stdout) throw new Error("The remote has no output");
  const [port] = await once(child.stdout.setEncoding("utf8"), "data");
  base_url = `http://127.0.0.1:${String(port).trim()}/v1`;
});
afterAll(() => void child.kill());

const fileOf = (size: number, fileName = "Fax.txt"): PassedFile => ({
  fileName,
  mimeType: "text/plain",
  size,
  async *parts() {
    for (let left = size; left > 0; left -= MB / 2) yield Buffer.alloc(Math.min(left, MB / 2), 0x61);
  },
});

const BODY = { patient_mrn: "MRN-1", callback_urls: ["http://127.0.0.1:9/a"], description: undefined };

async function wholeOf(body: Record<string, unknown>, file: PassedFile): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of multipartOf(body, file).content.parts()) parts.push(part);
  return Buffer.concat(parts);
}

const formOf = (whole: Buffer, type: string) =>
  new Response(new Uint8Array(whole), { headers: { "content-type": type } }).formData();

const send = (file: PassedFile) =>
  remoteOf({ base_url, client_id: "a", client_secret: "b" }, null).send(
    { method: "POST", path: "/documents", body: BODY, file },
    new AbortController().signal,
  );

it("is the same body whenever it is sent, with each field, and the file at its end", async () => {
  const [one, other] = [await wholeOf(BODY, fileOf(7)), await wholeOf(BODY, fileOf(7))];
  expect(one.equals(other)).toBe(true);
  const form = await formOf(one, multipartOf(BODY, fileOf(7)).type);
  expect(Object.fromEntries([...form].filter(([, value]) => typeof value === "string"))).toEqual({
    patient_mrn: "MRN-1",
    callback_urls: '["http://127.0.0.1:9/a"]',
    file_name: "Fax.txt",
  });
  const file = form.get("file") as File;
  expect([file.name, file.type, await file.text()]).toEqual(["Fax.txt", "text/plain", "aaaaaaa"]);
});

it("is not led astray by a name with quotes and ends of lines", async () => {
  const [body, file] = [{ a: 'b"\r\n--x\r\n' }, fileOf(1, 'a"\r\nX-Evil: 1\r\n.txt')];
  const whole = await wholeOf(body, file);
  expect(whole.toString()).toContain('filename="a%22%0D%0AX-Evil: 1%0D%0A.txt"');
  const form = await formOf(whole, multipartOf(body, file).type);
  expect([...form.keys()]).toEqual(["a", "file_name", "file"]);
  expect([form.get("a"), form.get("file_name")]).toEqual([body.a, file.fileName]);
});

it.each([1, 4])(
  "%i files of 25 MB at once arrive whole through less than 40 MB of memory",
  async (count) => {
    // The first one loads and compiles what all need.
    await send(fileOf(1));
    const file = fileOf(MAX_UPLOADED_FILE_BYTES);
    const whole = await wholeOf(BODY, file);
    const [sha256, size] = [createHash("sha256").update(whole).digest("hex"), whole.byteLength];
    const bytes = await memoryOf(async () => {
      const answers = await Promise.all(Array.from({ length: count }, () => send(file)));
      for (const answer of answers) expect(answer).toMatchObject({ sha256, size, stated: size });
    });
    expect(bytes).toBeLessThan(MOST);
  },
  120_000,
);
