import { sql } from "drizzle-orm";
import { sendIn, type Transaction } from "./door.ts";

/**
 * The next place in the order of readings of the EMR and of changes to it. A row that was changed carries the place of its
 * change, and a reading writes only rows whose place lies before its own: no clock decides which of two is newer.
 */
export const nextAsOf = sql<number>`nextval('as_of_seq')`;

/** Draws the place of what happens from now on: of a reading, before the EMR is asked. */
export async function drawAsOf(tx: Transaction): Promise<number> {
  const { rows } = await sendIn<{ as_of: string }>(tx, { name: "as-of", text: "SELECT nextval('as_of_seq') AS as_of" });
  return Number(rows[0]?.as_of);
}
