import { sql } from "drizzle-orm";
import { sendIn, type Transaction } from "./door.ts";

/**
 * The next number in the order of EMR reads and of changes to synchronized rows. A changed row stores the number of its
 * change, and a read of the EMR overwrites no row with a higher number: the order does not depend on clocks. A subquery draws it:
 * Citus draws numbers on the coordinator alone, and refuses a change that would draw them on a node.
 */
export const nextAsOf = sql<number>`(SELECT nextval('as_of_seq'))`;

/** Draws the next order number. A read of the EMR draws its number before it queries the EMR. */
export async function drawAsOf(tx: Transaction): Promise<number> {
  const { rows } = await sendIn<{ as_of: string }>(tx, { name: "as-of", text: "SELECT nextval('as_of_seq') AS as_of" });
  return Number(rows[0]?.as_of);
}
