/** @module-tag long */

import { expect, it, test } from "vitest";
import { makeLinkedAccount } from "#lib/testing/linked-account";
import { runCommand } from "#lib/testing/run-command";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();

/** Runs the command as an operator would. Returns its output and exit code. */
async function run(args: string[]) {
  const { code, stdout, stderr } = await runCommand("platform-client", args, {
    DATABASE_URL: database.ownerUrl,
    ENCRYPTION_KEY: database.encryptionKey,
  });
  return { output: code === 0 ? stdout : stderr, code };
}

test("the operator makes a client a platform client and ends that, which stands in its organization's audit log", async () => {
  const { headers, apiClientId, tenant } = await makeLinkedAccount();
  const platform = async () =>
    (await database.asOwner<{ platform: boolean }>("SELECT platform FROM api_client WHERE id = $1", [apiClientId]))[0]
      ?.platform;
  expect(await run([headers.client_id])).toEqual({
    output: "Test client makes an organization for each clinic that links its EMR with organization: new\n",
    code: 0,
  });
  expect(await platform()).toBe(true);
  expect((await run([headers.client_id, "--off"])).output).toBe(
    "Test client makes no more organizations; those that it made stay, and it reaches nothing in them\n",
  );
  expect(await platform()).toBe(false);
  expect(
    await database.asOwner(
      "SELECT actor->>'kind' AS kind, action, route, detail FROM audit_log WHERE organization_id = $1 ORDER BY id",
      [tenant.organizationId],
    ),
  ).toEqual(
    [1, 2].map(() => ({
      kind: "operator",
      action: "api-clients:platform",
      route: "npm run platform-client",
      detail: { record: "Test client", changed: [expect.objectContaining({ field: "platform" })] },
    })),
  );
});

it.each([
  [[], "Name one API client by its client id\nUsage: npm run platform-client -- client_… [--off]\n"],
  [["client_unknown"], "There is no API client client_unknown; nothing was changed\n"],
])("says what is wrong with %j", async (args, message) => {
  expect(await run(args)).toEqual({ output: message, code: 1 });
});
