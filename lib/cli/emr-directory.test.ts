/** @module-tag long */

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runCommand } from "#lib/testing/run-command";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "crc-directory-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs the command as an operator would. Returns its exit code and what it prints. */
async function run(...args: string[]) {
  const { code, stdout, stderr } = await runCommand("emr-directory", args, {
    DATABASE_URL: database.ownerUrl,
    ENCRYPTION_KEY: database.encryptionKey,
  });
  return { code, output: (code === 0 ? stdout : stderr).trim() };
}

const entry = (more: object) => ({ resource: { resourceType: "Endpoint", status: "active", ...more } });

it("imports a file, lists and removes it", async () => {
  const file = join(folder, "endpoints.json");
  const published = {
    resourceType: "Bundle",
    entry: [
      entry({ name: "Lake Clinic", address: "https://ehr.example/lake" }),
      entry({ name: "River Clinic", address: "https://ehr.example/river" }),
      entry({ name: "Old Clinic", address: "https://ehr.example/old", status: "off" }),
    ],
  };
  await writeFile(file, JSON.stringify(published));
  expect(await run("import", file, "--name", "Vendor")).toEqual({
    code: 0,
    output: "Vendor: 2 EMRs can be found\n  1 left out: its status is not active",
  });
  const { output } = await run("list");
  expect(output).toMatch(/^Vendor: 2 EMRs, read \d{4}-\d\d-\d\dT[\d:.]+Z, from a file$/);
  expect(await run("refresh")).toEqual({ code: 0, output: "No directory was imported from an address" });
  expect(await run("remove", "Vendor")).toEqual({ code: 0, output: "Removed the directory of Vendor" });
  expect(await run("list")).toEqual({ code: 0, output: "No directory was imported" });
});

it("says in one line why nothing was imported, and how it is used", async () => {
  const page = join(folder, "page.html");
  await writeFile(page, "<html></html>");
  expect(await run("import", page, "--name", "Vendor")).toEqual({
    code: 1,
    output: "It is a web page or XML, not JSON",
  });
  expect((await run("import", join(folder, "none.json"), "--name", "Vendor")).output).toMatch(/^ENOENT: no such file/);
  expect((await run("import", "http://10.0.0.1/list", "--name", "Vendor")).output).toBe(
    "The publisher's address must not lead to a private, loopback, link-local or reserved address",
  );
  expect(await run("remove", "Nobody")).toEqual({ code: 1, output: "There is no directory of Nobody" });
  for (const args of [
    [],
    ["import"],
    ["import", page],
    ["import", page, "--name", "a\u202eb"],
    ["list", "more"],
    ["forget", "Vendor"],
  ])
    expect((await run(...args)).output).toMatch(/\nUsage:\n {2}npm run emr-directory -- import FILE_OR_URL/);
});
