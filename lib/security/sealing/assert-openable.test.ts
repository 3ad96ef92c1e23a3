import { randomBytes } from "node:crypto";
import { afterEach, expect, it } from "vitest";
import { makeLinkedAccount } from "#lib/testing/linked-account";
import { startWithKeys } from "#lib/testing/start-with-keys";
import { testDatabase } from "#lib/testing/test-database";
import { assertOpenable } from "./assert-openable.ts";
import { seal } from "./secret-box.ts";

const database = testDatabase();
const given = randomBytes(32).toString("base64url");
const another = randomBytes(32).toString("base64url");

afterEach(() => startWithKeys(database.encryptionKey));

it("a database opens with the keys that sealed its values", async () => {
  const ask = () => assertOpenable(database.ownerUrl);
  startWithKeys(another);
  await expect(ask(), "an empty database").resolves.toBeUndefined();
  startWithKeys(given);
  await makeLinkedAccount();
  await expect(ask()).resolves.toBeUndefined();

  startWithKeys(another);
  await expect(ask()).rejects.toThrow(/sealed with a key other than ENCRYPTION_KEY.* Nothing was changed$/);
  startWithKeys(another, given);
  await expect(ask(), "during a rotation").resolves.toBeUndefined();
  await makeLinkedAccount();
  startWithKeys(given);
  await expect(ask(), "a key that sealed only a part").rejects.toThrow(/key other than ENCRYPTION_KEY/);
});

it("a database opens only with the key of its linked EMRs' credentials", async () => {
  startWithKeys(given);
  const { tenant } = await makeLinkedAccount();
  startWithKeys(another);
  const credentials = await seal("{}");
  await database.asOwner("UPDATE linked_account SET credentials = $2 WHERE id = $1", [
    tenant.linkedAccountId,
    credentials,
  ]);
  startWithKeys(given, another);
  await expect(assertOpenable(database.ownerUrl)).resolves.toBeUndefined();
  const seals = await database.asOwner<{ header: string }>("SELECT list_seals($1) AS header", [tenant.organizationId]);
  expect(seals.map(({ header }) => header)).toContain(credentials.split(".")[0]);
});

it("a database without migrations contains no sealed values", async () => {
  const empty = new URL(database.ownerUrl);
  empty.pathname = "/postgres";
  startWithKeys(another);
  await expect(assertOpenable(empty.toString())).resolves.toBeUndefined();
});
