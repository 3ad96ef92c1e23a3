/** @module-tag long */

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { extendAllChains } from "#lib/jobs/audit-chain/audit-chain";
import { newId } from "#lib/kernel/id";
import { auditRead } from "#lib/security/audit/audit-log";
import { makeLinkedAccount } from "#lib/testing/linked-account";
import { runCommand } from "#lib/testing/run-command";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let folder: string;
let organizationId: string;

/** Runs `npm run verify-audit`. Returns its exit code and output. */
async function run(args: string[] = [], environment: Record<string, string> = {}): Promise<[number | null, string]> {
  const { code, stdout, stderr } = await runCommand("verify-audit", args, {
    DATABASE_URL: database.ownerUrl,
    ENCRYPTION_KEY: database.encryptionKey,
    ...environment,
  });
  return [code, stdout + stderr];
}

const write = (resource: string) =>
  auditRead({
    organizationId,
    linkedAccountId: null,
    actor: { kind: "user", id: newId(), name: "Dana" },
    action: "patients:read",
    route: "GET /patients",
    status: 200,
    jobId: null,
    resource,
    patientMrn: "MRN-77",
    address: null,
    at: new Date(),
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "crc-audit-"));
  ({ organizationId } = (await makeLinkedAccount()).tenant);
  for (const resource of ["a", "b", "c"]) await write(resource);
  await extendAllChains();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it("finds a sound log, and exports heads that show later what was cut off", async () => {
  const file = join(folder, "heads.jsonl");
  const [code, output] = await run(["--export", file]);
  expect([code, output]).toEqual([0, expect.stringMatching(/: 3 entries in 1 seals up to .*: sound\n1 heads written/)]);
  const [first = "", head = ""] = (await readFile(file, "utf8")).split("\n");
  expect(JSON.parse(first)).toEqual({ exported_heads: 1 });
  expect(JSON.parse(head)).toMatchObject({ organization_id: organizationId, seal: 1 });
  await database.asOwner("UPDATE audit_log SET status = 403 WHERE resource = 'b'");
  const [changed, why] = await run();
  expect([changed, why]).toEqual([1, expect.stringMatching(/: 1 found\n {2}changed: entry \w{32} of .*\n$/)]);
  expect(why).not.toMatch(/MRN-77|Dana/);
  await database.asOwner("TRUNCATE audit_log, audit_link, audit_seal");
  expect((await run())[0]).toBe(0);
  expect(await run(["--heads", file])).toEqual([1, expect.stringContaining("cut off: the chain ends with seal 0")]);
});

it("takes the export of a deployment without any seal, and none that has lost heads", async () => {
  const file = join(folder, "empty.jsonl");
  await database.asOwner("TRUNCATE audit_log, audit_link, audit_seal");
  expect(await run(["--export", file])).toEqual([0, expect.stringContaining("0 heads written")]);
  expect(await run(["--heads", file])).toEqual([0, expect.stringContaining(": 0 entries in 0 seals: sound")]);
  await write("d");
  await extendAllChains();
  await run(["--export", file]);
  const [first] = (await readFile(file, "utf8")).split("\n");
  await writeFile(file, `${first}\n`);
  expect(await run(["--heads", file])).toEqual([
    2,
    expect.stringContaining("is not whole: 1 heads were exported, and it contains 0\nNothing was verified"),
  ]);
  await writeFile(file, "");
  expect(await run(["--heads", file])).toEqual([2, expect.stringContaining("contains no head of a chain")]);
});

it("says what it needs, and never counts as sound what was not verified", async () => {
  expect(await run(["--heads", join(folder, "none")])).toEqual([2, expect.stringContaining("none cannot be read")]);
  expect(await run(["--head", "x"])).toEqual([2, expect.stringContaining("Usage: npm run verify-audit")]);
  expect(await run([], { ENCRYPTION_KEY: "" })).toEqual([2, expect.stringContaining("ENCRYPTION_KEY must be set")]);
  const nowhere = { DATABASE_URL: "", DATA_DIR: join(folder, "nothing") };
  expect(await run([], nowhere)).toEqual([2, expect.stringContaining("There is no data in")]);
});
