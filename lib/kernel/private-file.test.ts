import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeDataDir, readPrivateJson, writePrivateJson } from "./private-file.ts";

let place: string;

beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), "crc-private-"));
});

afterEach(() => rm(place, { recursive: true, force: true }));

test("creates a data directory with its parents, accessible only to this user", async () => {
  const dataDir = join(place, "a", "b", "données du cabinet");
  await makeDataDir(dataDir);
  await makeDataDir(dataDir);
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
});

test("fails at once if the folder cannot be created", async () => {
  await writeFile(join(place, "file"), "");
  await expect(makeDataDir(join(place, "file", "x"))).rejects.toThrow("ENOTDIR");
  await expect(makeDataDir("/dev/null/x")).rejects.toThrow("ENOTDIR");
});

test.runIf(process.platform === "linux")("fails at once if the folder is not writable", async () => {
  await expect(makeDataDir("/proc/x")).rejects.toThrow("ENOENT");
  await expect(makeDataDir("/proc/x/y")).rejects.toThrow("ENOENT");
});

test("reads stored values, and names a damaged file", async () => {
  await mkdir(join(place, "data"));
  const dataDir = join(place, "data");
  expect(await readPrivateJson(dataDir, "kept.json")).toBeNull();
  await writePrivateJson(dataDir, "kept.json", { a: 1 });
  expect(await readPrivateJson(dataDir, "kept.json")).toEqual({ a: 1 });
  expect((await stat(join(dataDir, "kept.json"))).mode & 0o777).toBe(0o600);
  await writeFile(join(dataDir, "kept.json"), "{");
  await expect(readPrivateJson(dataDir, "kept.json")).rejects.toThrow(`${join(dataDir, "kept.json")} is damaged`);
});
