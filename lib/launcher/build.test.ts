import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isBuilt, sourcesDigest } from "./build.ts";

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "crc-build-"));
  await mkdir(join(root, "app", "v1"), { recursive: true });
  await mkdir(join(root, ".next"));
  await writeFile(join(root, "app", "v1", "route.ts"), "export {};");
});

afterEach(() => rm(root, { recursive: true, force: true }));

test("a build is current while its sources are unchanged", async () => {
  expect(await isBuilt(root)).toBe(false);
  await writeFile(join(root, ".next", "sources.sha256"), await sourcesDigest(root));
  expect(await isBuilt(root)).toBe(true);
  await writeFile(join(root, "app", "v1", "route.ts"), "export const changed = true;");
  expect(await isBuilt(root)).toBe(false);
});

test("new and renamed sources make a build stale, tests do not", async () => {
  const before = await sourcesDigest(root);
  await writeFile(join(root, "app", "v1", "route.test.ts"), "export {};");
  expect(await sourcesDigest(root)).toBe(before);
  await writeFile(join(root, "proxy.ts"), "");
  const withProxy = await sourcesDigest(root);
  await writeFile(join(root, "app", "v1", "other.ts"), "");
  expect(await sourcesDigest(root)).not.toBe(withProxy);
});
