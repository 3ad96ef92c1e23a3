import { describe, expect, it } from "vitest";
import { z } from "zod";
import { isDatabaseAway } from "#lib/db/unavailable";
import { testDatabase } from "#lib/testing/test-database";
import { unstorableReason } from "./unstorable.ts";

const database = testDatabase();

/** Returns PostgreSQL's error for a statement. */
const refusal = (statement: string, values: unknown[] = []) =>
  database.asOwner(statement, values).then(
    () => Promise.reject(new Error("It was taken")),
    (error: unknown) => error,
  );

describe("an unstorable value", () => {
  it("is distinguished from an unavailable database, and the error quotes nothing of the EMR's response", async () => {
    const reason = "The EMR's answer could not be stored here:";
    const character = await refusal("SELECT $1::text", ["Ada\0Nuñez"]);
    expect([isDatabaseAway(character), unstorableReason(character)]).toEqual([
      false,
      `${reason} it has a character that cannot be stored`,
    ]);
    const length = await refusal("SELECT 'Ada'::numeric");
    expect([isDatabaseAway(length), unstorableReason(length)]).toEqual([
      false,
      `${reason} PostgreSQL refused it (22P02)`,
    ]);
    const shape = z.object({ amount: z.number() }).safeParse({ amount: "Ada" }).error;
    expect([isDatabaseAway(shape), unstorableReason(shape)]).toEqual([
      false,
      `${reason} it does not fit the event (amount)`,
    ]);
    const ended = await refusal("SELECT pg_terminate_backend(pg_backend_pid())");
    expect(isDatabaseAway(ended)).toBe(true);
  });
});
