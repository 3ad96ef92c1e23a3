import pg from "pg";
import { expect, it } from "vitest";
import { testDatabase } from "#lib/testing/test-database";
import { brokenConstraint } from "./unavailable.ts";

const database = testDatabase();

async function refusalOf(index: string): Promise<unknown> {
  await database.asOwner(`CREATE TABLE chair (number int CONSTRAINT ${index} UNIQUE)`);
  const seat = () => database.asOwner("INSERT INTO chair VALUES (1)");
  await seat();
  const refusal = await seat().catch((error: unknown) => error);
  await database.asOwner("DROP TABLE chair");
  return refusal;
}

it.each([
  ["an index", "chair_key", "chair_key"],
  ["its part on a shard of Citus", "chair_key_102008", "chair_key"],
  ["an index that is numbered", "chair_key_2", "chair_key_2"],
])("names %s as migrations do", async (_, index, name) => {
  const refusal = await refusalOf(index);
  expect(refusal).toBeInstanceOf(pg.DatabaseError);
  expect(brokenConstraint(refusal)).toBe(name);
  expect(brokenConstraint(new Error("Failed query", { cause: refusal }))).toBe(name);
});

it("names none of another error", () => {
  expect(brokenConstraint(new Error("Connection terminated"))).toBeUndefined();
});
