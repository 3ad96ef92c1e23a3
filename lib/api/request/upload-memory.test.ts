/** @module-tag long */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { MAX_UPLOADED_FILE_BYTES } from "#lib/kernel/upload-size";
import { openClinic } from "#lib/testing/clinic";
import { type Door, openDoor } from "#lib/testing/door";
import { MULTIPART_TYPE, multipartOf } from "#lib/testing/files";
import type { TestAccount } from "#lib/testing/linked-account";
import { memoryOf } from "#lib/testing/memory-of";
import { testDatabase } from "#lib/testing/test-database";

testDatabase();
let door: Door;
let clinic: TestAccount;

beforeAll(async () => {
  door = await openDoor((_request, response) => void response.end("framework"));
  clinic = await openClinic();
});
afterAll(() => door.stop());

const MB = 1024 * 1024;
const MOST = 40 * MB;
/** Sends files at once, from a process of its own, and prints the statuses. Arguments: port, number, headers, head, end, bytes. */
const CLIENT = `
  const { request } = require("node:http");
  const [port, count, headers, head, end, bytes] = process.argv.slice(1);
  const chunk = Buffer.alloc(65536, 0x61);
  const send = () => new Promise((resolve, reject) => {
    const sent = request({ port, host: "127.0.0.1", method: "POST", path: "/v1/documents", headers: JSON.parse(headers) },
      (response) => { response.resume(); resolve(response.statusCode); });
    sent.on("error", reject);
    sent.write(Buffer.from(head, "base64"));
    let left = Number(bytes);
    const more = () => {
      while (left > 0) {
        const part = chunk.subarray(0, Math.min(left, chunk.length));
        left -= part.length;
        if (!sent.write(part)) return sent.once("drain", more);
      }
      sent.end(Buffer.from(end, "base64"));
    };
    more();
  });
  Promise.all(Array.from({ length: Number(count) }, send)).then((statuses) => console.log(statuses.join()));
`;

async function upload(count: number): Promise<string> {
  const whole = multipartOf(
    { name: "patient_mrn", content: "MRN-1" },
    { name: "file", fileName: "a.txt", type: "text/plain", content: "@" },
  );
  const at = whole.lastIndexOf("@");
  const [head, end] = [whole.subarray(0, at), whole.subarray(at + 1)].map((part) => part.toString("base64"));
  const headers = JSON.stringify({ ...clinic.headers, "content-type": MULTIPART_TYPE });
  const given = [String(door.port), String(count), headers, head ?? "", end ?? "", String(MAX_UPLOADED_FILE_BYTES)];
  const child = spawn(process.execPath, ["-e", CLIENT, ...given], { stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  await once(child, "close");
  return printed.trim();
}

it.each([1, 4])(
  "%i files of 25 MB at once take less than 40 MB of memory",
  async (count) => {
    // The first one loads and compiles what all need.
    expect(await upload(1)).toBe("202");
    const statuses = Array.from({ length: count }, () => "202").join();
    const bytes = await memoryOf(async () => expect(await upload(count)).toBe(statuses));
    expect(bytes).toBeLessThan(MOST);
  },
  120_000,
);
