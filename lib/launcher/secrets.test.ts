import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readEnvironment } from "#lib/kernel/environment";
import { StartFailure } from "#lib/kernel/start-failure";
import { deploymentSecrets, keepSecret } from "./secrets.ts";

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "crc-secrets-"));
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

test("a demo creates its secrets once, readable only by its user", async () => {
  const first = await deploymentSecrets(readEnvironment({}), dataDir);
  expect(first.ENCRYPTION_KEY).toMatch(/^[\w-]{43}$/);
  expect(first.AUTH_SECRET).not.toBe(first.ENCRYPTION_KEY);
  expect(await deploymentSecrets(readEnvironment({}), dataDir)).toEqual(first);
  expect((await stat(join(dataDir, "secrets.json"))).mode & 0o777).toBe(0o600);
});

test("a given secret takes precedence over a created one", async () => {
  await deploymentSecrets(readEnvironment({}), dataDir);
  const given = "g".repeat(32);
  expect((await deploymentSecrets(readEnvironment({ AUTH_SECRET: given }), dataDir)).AUTH_SECRET).toBe(given);
});

test("without demo mode a start fails and names the missing secret", async () => {
  const env = readEnvironment({ DATABASE_URL: "postgres://db.example/crc", AUTH_SECRET: "a".repeat(32) });
  await expect(deploymentSecrets(env, dataDir)).rejects.toThrow(StartFailure);
  await expect(deploymentSecrets(env, dataDir)).rejects.toThrow(/^ENCRYPTION_KEY must be set/);
});

test("a stored secret replaces the created one", async () => {
  const first = await deploymentSecrets(readEnvironment({}), dataDir);
  const ENCRYPTION_KEY = "k".repeat(32);
  await keepSecret(dataDir, "ENCRYPTION_KEY", ENCRYPTION_KEY);
  expect(await deploymentSecrets(readEnvironment({}), dataDir)).toEqual({ ...first, ENCRYPTION_KEY });
  expect((await stat(join(dataDir, "secrets.json"))).mode & 0o777).toBe(0o600);
});
