import { randomBytes } from "node:crypto";
import { afterEach, expect, it } from "vitest";
import { forgetSingleton } from "#lib/runtime/singleton";
import { makeLinkedAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { assertOpenable } from "./assert-openable.ts";

const database = testDatabase();
const given = randomBytes(32).toString("base64url");
const another = randomBytes(32).toString("base64url");

/** This process as one that was started with these keys. */
function startWith(ENCRYPTION_KEY: string, ENCRYPTION_KEYS_PREVIOUS = ""): void {
  Object.assign(process.env, { ENCRYPTION_KEY, ENCRYPTION_KEYS_PREVIOUS });
  forgetSingleton("environment");
  forgetSingleton("secret-box");
}

afterEach(() => startWith(database.encryptionKey));

it("a database is opened by the keys that sealed what it holds", async () => {
  const ask = () => assertOpenable(database.ownerUrl);
  startWith(another);
  await expect(ask(), "it holds nothing yet").resolves.toBeUndefined();
  startWith(given);
  await makeLinkedAccount();
  await expect(ask()).resolves.toBeUndefined();

  startWith(another);
  await expect(ask()).rejects.toThrow(/sealed with another key than ENCRYPTION_KEY.* Nothing was changed$/);
  startWith(another, given);
  await expect(ask(), "in the course of a rotation").resolves.toBeUndefined();
  await makeLinkedAccount();
  startWith(given);
  await expect(ask(), "one that sealed a part of it alone").rejects.toThrow(/another key/);
});

it("a database that no migration has reached holds nothing that is sealed", async () => {
  const empty = new URL(database.ownerUrl);
  empty.pathname = "/postgres";
  startWith(another);
  await expect(assertOpenable(empty.toString())).resolves.toBeUndefined();
});
