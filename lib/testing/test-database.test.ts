import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { withoutTenant } from "#lib/db/without-tenant";
import { testDatabase } from "./test-database.ts";

const database = testDatabase();

test("the application's environment refers to this file's own database", async () => {
  const [row] = await withoutTenant<{ database: string; role: string }>(
    sql`SELECT current_database() AS database, current_user AS role`,
  );
  expect(row?.database).toBe(new URL(database.appUrl).pathname.slice(1));
  expect(row?.role).toMatch(/^crc_app_[0-9a-f]{8}$/);
});

test("it is migrated and empty", async () => {
  const rows = await database.asOwner<{ count: string }>("SELECT count(*) FROM organization");
  expect(rows).toEqual([{ count: "0" }]);
});
