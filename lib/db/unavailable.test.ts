import pg from "pg";
import { expect, it } from "vitest";
import { testDatabase } from "#lib/testing/test-database";
import { brokenConstraint } from "./unavailable.ts";

const database = testDatabase();

/** Returns PostgreSQL's refusal of a second equal row. */
async function refusalBy(key: string): Promise<pg.DatabaseError> {
  await database.asOwner(`CREATE TABLE chair (number int CONSTRAINT ${key} UNIQUE)`);
  const seat = () => database.asOwner("INSERT INTO chair VALUES (1)");
  await seat();
  const refusal = await seat().catch((error: unknown) => error);
  await database.asOwner("DROP TABLE chair");
  if (refusal instanceof pg.DatabaseError) return refusal;
  throw new Error("PostgreSQL took two equal rows", { cause: refusal });
}

it.each(["chair_key", "chair_key_2"])("names the key that a row breaks: %s", async (key) => {
  const refusal = await refusalBy(key);
  expect(brokenConstraint(refusal)).toBe(key);
  expect(brokenConstraint(new Error("Failed query", { cause: refusal }))).toBe(key);
});

it("names it as migrations do where Citus passes on the message of a shard alone", async () => {
  const refusal = await refusalBy("chair_key_102008");
  Object.assign(refusal, { constraint: undefined });
  expect(brokenConstraint(refusal)).toBe("chair_key");
});

it("names none of another error, whatever it says", () => {
  expect(brokenConstraint(new Error("Connection terminated"))).toBeUndefined();
  expect(brokenConstraint(Object.assign(new Error('no constraint "chair_key"'), { code: "42704" }))).toBeUndefined();
});
