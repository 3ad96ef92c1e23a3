import { expect, it } from "vitest";
import { runCommand } from "#lib/testing/run-command";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();

it("migrates a database, as often as it is asked, and says in words what is missing", async () => {
  const variables = { DATABASE_URL: database.ownerUrl, ENCRYPTION_KEY: database.encryptionKey };
  for (let time = 0; time < 2; time++) {
    expect(await runCommand("migrate", [], variables)).toMatchObject({ code: 0, stdout: "The database is current\n" });
  }
  const { code, stderr } = await runCommand("migrate", [], { DATABASE_URL: database.ownerUrl });
  expect([code, stderr]).toEqual([1, "ENCRYPTION_KEY must be set\n"]);
});
