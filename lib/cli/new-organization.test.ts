/** @module-tag long */

import { expect, test } from "vitest";
import { workOff } from "#lib/jobs/runner/work-off";
import { findInvitation } from "#lib/sign-in/invitation";
import { runCommand } from "#lib/testing/run-command";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();

/** Runs the command as an operator would. Returns its output and exit code. */
async function run(args: string[], variables: Record<string, string> = {}) {
  const { code, stdout, stderr } = await runCommand("new-organization", args, {
    DATABASE_URL: database.ownerUrl,
    ENCRYPTION_KEY: database.encryptionKey,
    ...variables,
  });
  return { output: code === 0 ? stdout : stderr, code };
}

const COUNT = "SELECT count(*)::int AS organizations FROM organization";

test("creates an organization with an invited admin and a synced account", async () => {
  const { output, code } = await run(["Lakeside Clinic", "Ann@Lakeside.example", "America/Chicago"], {
    PUBLIC_URL: "https://records.example",
  });
  expect(code).toBe(0);
  const token = /https:\/\/records\.example\/invitation#(\S+)/.exec(output)?.[1] ?? "";
  const invited = await findInvitation(token);
  expect(await database.asOwner("SELECT email, role, password_hash FROM app_user")).toEqual([
    { email: "ann@lakeside.example", role: "admin", password_hash: null },
  ]);
  await workOff(60);
  expect(
    await database.asOwner(
      `SELECT name, emr_type, timezone, synced_at IS NOT NULL AS synced, replace(organization_id::text, '-', '') AS organization_id
       FROM linked_account`,
    ),
  ).toEqual([
    {
      name: "Lakeside Clinic",
      emr_type: "sandbox",
      timezone: "America/Chicago",
      synced: true,
      organization_id: invited?.organizationId,
    },
  ]);
});

test("creates no second organization for an address that already has access", async () => {
  const before = await database.asOwner(COUNT);
  const { output, code } = await run(["Hillside Clinic", "ann@lakeside.example", "America/Chicago"]);
  expect(code).toBe(1);
  expect(output).toBe("ann@lakeside.example already has access or is invited\nNothing was created\n");
  expect(await database.asOwner(COUNT)).toEqual(before);
});

test("names missing or invalid options and creates nothing", async () => {
  const before = await database.asOwner(COUNT);
  expect((await run(["Hillside Clinic", "nobody", "Mars/Base"])).output).toMatch(
    /^email must .*\ntimezone must be an IANA time zone.*\nUsage: npm run new-organization/,
  );
  expect((await run(["H", "b@h.example", "America/Chicago"], { DATABASE_URL: "" })).output).toContain(
    "DATABASE_URL must be set",
  );
  expect((await run(["H", "b@h.example", "America/Chicago"], { ENCRYPTION_KEY: "x".repeat(32) })).output).toContain(
    "must be those of a deployment that was started once",
  );
  expect(await database.asOwner(COUNT)).toEqual(before);
});
