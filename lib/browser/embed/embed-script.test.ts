import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { EMBED_PROTOCOL } from "./embed-messages.ts";

const MAX_BYTES = 6_000;
const source = readFileSync(fileURLToPath(new URL("../../../public/embed.js", import.meta.url)), "utf8");

it("is at most 6 kB when compressed as served", () => {
  expect(gzipSync(source, { level: 6 }).byteLength).toBeLessThanOrEqual(MAX_BYTES);
});

it("has no dependencies and stores nothing", () => {
  expect(source).not.toMatch(/\bimport\b|\brequire\(|document\.cookie|localStorage|sessionStorage|indexedDB|eval\(/);
});

it("exchanges messages with one origin only, in the frame's protocol", () => {
  expect(source).not.toMatch(/postMessage\([^)]*["'`]\*["'`]/);
  expect(source).toContain(`const PROTOCOL = ${EMBED_PROTOCOL};`);
});
