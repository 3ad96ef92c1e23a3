import pg from "pg";
import { knowsKeyOf } from "./secret-box.ts";

/** Its migration may be one of those that are to come. */
const IS_THERE = "SELECT to_regprocedure('list_seals()') IS NOT NULL AS known";

/**
 * Throws where something that the database holds was sealed with a key that is not given: started without it, the product
 * would be ready and then deliver no webhook. Asked as the owner, before anything is changed.
 */
export async function assertOpenable(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "crc-migrate" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows: found } = await client.query<{ known: boolean }>(IS_THERE);
    if (!found[0]?.known) return;
    const { rows } = await client.query<{ header: string }>("SELECT header FROM list_seals() AS header");
    if (rows.every(({ header }) => knowsKeyOf(header))) return;
  } finally {
    await client.end();
  }
  throw new Error(
    "it holds what was sealed with another key than ENCRYPTION_KEY: give that key too, in ENCRYPTION_KEYS_PREVIOUS, or start with the right one. Nothing was changed",
  );
}
