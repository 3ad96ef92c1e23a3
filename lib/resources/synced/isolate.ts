import { sql } from "drizzle-orm";
import type { Transaction } from "#lib/db/tenant";
import { driverError } from "#lib/db/unavailable";

/** Reasons by SQLSTATE; the database's own messages may hold patient data. */
const REASONS: Record<string, string> = {
  "22001": "A text is too long",
  "22003": "A number is out of range",
  "22007": "A date or time is not valid",
  "22008": "A date or time is not valid",
  "22021": "A text has characters that cannot be stored",
  "22P02": "A value has the wrong type",
  "22P05": "A text has characters that cannot be stored",
  // Longer than an entry of an index: some 2,700 bytes, after compression.
  "54000": "A text is too long",
};

/** Returns why a record cannot be stored, without patient data; null if the failure is not the record's. */
function reasonOf(error: unknown): string | null {
  if (error instanceof RangeError) return "A date or time is not valid";
  if (error instanceof TypeError) return "A field is missing or has the wrong type";
  const { code = "", column } = driverError(error) as { code?: string; column?: string };
  if (code === "23502") return `The field ${column} is missing`;
  return REASONS[code] ?? (/^2[23]/.test(code) ? "A value cannot be stored" : null);
}

export interface Refused<Item> {
  item: Item;
  /** One sentence without patient data. */
  reason: string;
}

/**
 * Stores items together; if one of them cannot be stored, halves the list until the others are. Returns the results and
 * the refused items. Throws if the database is away.
 */
export async function isolate<Item, Result>(
  tx: Transaction,
  items: Item[],
  store: (items: Item[]) => Promise<Result>,
): Promise<{ results: Result[]; refused: Refused<Item>[] }> {
  if (items.length === 0) return { results: [], refused: [] };
  await tx.execute(sql`SAVEPOINT page`);
  try {
    const results = [await store(items)];
    await tx.execute(sql`RELEASE SAVEPOINT page`);
    return { results, refused: [] };
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) throw error;
    await tx.execute(sql`ROLLBACK TO SAVEPOINT page`);
    await tx.execute(sql`RELEASE SAVEPOINT page`);
    const [first] = items;
    if (items.length === 1 && first !== undefined) return { results: [], refused: [{ item: first, reason }] };
  }
  const half = Math.ceil(items.length / 2);
  const left = await isolate(tx, items.slice(0, half), store);
  const right = await isolate(tx, items.slice(half), store);
  return { results: [...left.results, ...right.results], refused: [...left.refused, ...right.refused] };
}
