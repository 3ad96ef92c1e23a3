/** @module-tag long */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runCommand } from "#lib/testing/run-command";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
const SECRET = "a-secret-of-the-vendor";

/** Runs the command as an operator would, with a text as its standard input. Returns its exit code and what it prints. */
async function run(args: string[], input = "") {
  const variables = { DATABASE_URL: database.ownerUrl, ENCRYPTION_KEY: database.encryptionKey };
  const { code, stdout, stderr } = await runCommand("emr-app", args, variables, ({ stdin }) => stdin?.end(input));
  return [code, (code === 0 ? stdout : stderr).trim()];
}

it("registers an app with a secret from the standard input or a file, lists it without, and removes it", async () => {
  const set = ["set", "https://ehr.example/r4/", "--client-id", "console"];
  const done =
    "People of all organizations can sign in at https://ehr.example/r4, where an organization has no app of its own";
  expect(await run(set, `${SECRET}\n`)).toEqual([0, done]);
  const folder = await mkdtemp(join(tmpdir(), "crc-app-"));
  const file = join(folder, "secret");
  await writeFile(file, `${SECRET}\n`);
  expect(await run([...set, "--secret-file", file, "--scopes", "offline_access user/*.read"])).toEqual([0, done]);
  await rm(folder, { recursive: true });
  const [, list] = await run(["list"]);
  expect(list).toBe("https://ehr.example/r4: console, offline_access user/*.read");
  const rows = await database.asOwner<{ row: string }>("SELECT a::text AS row FROM deployment_app a");
  expect([rows.length, rows[0]?.row.includes(SECRET)]).toEqual([1, false]);
  expect(await run(["remove", "https://ehr.example/r4"])).toEqual([
    0,
    "Removed the app of https://ehr.example/r4: accounts that were linked by it need another sign-in when their present access ends",
  ]);
  expect(await run(["list"])).toEqual([0, "No app is registered for all organizations"]);
});

it("says in one line why nothing was stored, and how it is used", async () => {
  expect(await run(["set", "https://10.0.0.1/r4", "--client-id", "c"], SECRET)).toEqual([
    1,
    expect.stringMatching(/^issuer must not lead to a private/),
  ]);
  expect(await run(["set", "https://ehr.example", "--client-id", "c"])).toEqual([
    1,
    expect.stringContaining("client_secret"),
  ]);
  expect(await run(["remove", "https://ehr.example"])).toEqual([1, "There is no app of https://ehr.example"]);
  for (const args of [[], ["set"], ["set", "https://ehr.example"], ["set", "https://ehr.example", "--secret", SECRET]])
    expect((await run(args))[1]).toMatch(/\nUsage:\n {2}npm run emr-app -- set ISSUER/);
});
