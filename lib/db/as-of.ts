import { sql } from "drizzle-orm";
import { sendIn, type Transaction } from "./door.ts";

/**
 * The next number in the order of EMR reads and of changes to synchronized rows. A changed row stores the number of its
 * change, and a read of the EMR overwrites no row with a higher number: the order does not depend on clocks.
 */
export const nextAsOf = sql<number>`nextval('as_of_seq')`;

/** Draws the next order number. A read of the EMR draws its number before it queries the EMR. */
export async function drawAsOf(tx: Transaction): Promise<number> {
  const { rows } = await sendIn<{ as_of: string }>(tx, { name: "as-of", text: "SELECT nextval('as_of_seq') AS as_of" });
  return Number(rows[0]?.as_of);
}
