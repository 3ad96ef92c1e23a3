import { expect, it } from "vitest";
import { runCommand } from "#lib/testing/run-command";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();

it.each([
  ["no database", {}, "DATABASE_URL must be set\n"],
  ["a PostgreSQL without Citus", { DATABASE_URL: () => database.ownerUrl }, "This database has no extension citus"],
])("refuses %s in words", async (_case, variables, message) => {
  const given = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, value()]));
  const { code, stderr } = await runCommand("distribute", [], given);
  expect(code).toBe(1);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain("    at ");
});
