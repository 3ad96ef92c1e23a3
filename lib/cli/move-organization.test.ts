import { expect, it } from "vitest";
import { newId } from "#lib/kernel/id";
import { runCommand } from "#lib/testing/run-command";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();

/** Runs the command as an operator would. Returns what it writes to standard error, and its exit code. */
async function run(args: string[], variables: Record<string, string>) {
  const { code, stderr } = await runCommand("move-organization", args, variables);
  return { refused: stderr, code };
}

it.each([
  ["an id that is none", ["12"], () => ({}), "The id of an organization is missing or invalid\nUsage: npm run"],
  ["no target", [newId()], () => ({ DATABASE_URL: database.ownerUrl }), "TARGET_DATABASE_URL must be set\n"],
  [
    "a target without the product",
    [newId()],
    () => ({
      DATABASE_URL: database.ownerUrl,
      TARGET_DATABASE_URL: database.ownerUrl.replace(/\/[^/]+$/, "/postgres"),
    }),
    "Both deployments must be of the same version",
  ],
  [
    "the same database twice",
    [newId()],
    () => ({ DATABASE_URL: database.ownerUrl, TARGET_DATABASE_URL: `${database.ownerUrl}?application_name=other` }),
    "are the same database",
  ],
])("refuses %s in words", async (_case, args, variables, message) => {
  const { refused, code } = await run(args, variables());
  expect(code).toBe(1);
  expect(refused).toContain(message);
  expect(refused).not.toContain("    at ");
});
