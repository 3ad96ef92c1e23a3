import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { readTenant, withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { recall } from "#lib/resources/recalls/table";
import { referral } from "#lib/resources/referrals/table";
import { openClinic } from "#lib/testing/clinic";
import { testDatabase } from "#lib/testing/test-database";
import { keyset } from "./keyset.ts";
import { encodeCursor } from "./page.ts";

const database = testDatabase();
const order = keyset("desc", referral.createdAt, referral.id);

describe("the order of a list", () => {
  it("continues behind a row to the microsecond, whether the rows of a transaction differ or not", async () => {
    const { tenant } = await openClinic();
    const ids = Array.from({ length: 6 }, () => newId());
    const row = (id: string) => ({ id, ...tenant, patientMrn: "MRN-9", direction: "incoming" as const, reason: "x" });
    await withTenant(tenant, (tx) => tx.insert(referral).values(ids.map(row)));
    // Two groups of three rows, one microsecond apart.
    await database.asOwner(
      "UPDATE referral SET created_at = '2026-03-08 06:59:59.123456+00'::timestamptz + interval '1 microsecond' * (n % 2) FROM unnest($1::uuid[]) WITH ORDINALITY AS t (id, n) WHERE referral.id = t.id",
      [ids],
    );
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const [found] = await readTenant(tenant, (tx) =>
        tx
          .select({ id: referral.id, position: order.position })
          .from(referral)
          .where(and(eq(referral.patientMrn, "MRN-9"), order.after(cursor)))
          .orderBy(order.orderBy)
          .limit(1),
      );
      cursor = found && encodeCursor(Object.values(found.position));
      if (found) seen.push(found.id);
    } while (cursor);
    expect(seen).toHaveLength(ids.length);
    expect(new Set(seen)).toEqual(new Set(ids));
  });

  it.each([
    [["2026-02-30 10:00:00+00", "00000000-0000-7000-8000-000000000000"]],
    [["2026-02-20 25:00:00+00", "00000000-0000-7000-8000-000000000000"]],
    [["now", "00000000-0000-7000-8000-000000000000"]],
    [["2026-02-20 10:00:00+00", "1"]],
    [["2026-02-20 10:00:00+00"]],
  ])("refuses %j as a cursor position with 400", (position) => {
    const refused = expect.objectContaining({ code: "invalid" });
    expect(() => order.after(encodeCursor(position))).toThrow(refused);
    expect(() => order.placeIn(encodeCursor(position))).toThrow(refused);
  });

  it("refuses a day that does not exist", () => {
    const byDay = keyset("asc", recall.dueDate, recall.id);
    const cursor = encodeCursor(["2026-02-30", "00000000-0000-7000-8000-000000000000"]);
    expect(() => byDay.after(cursor)).toThrow(expect.objectContaining({ code: "invalid" }));
  });
});
