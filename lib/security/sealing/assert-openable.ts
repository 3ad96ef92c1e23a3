import pg from "pg";
import { knowsKeyOf } from "./secret-box.ts";

/** The function is missing in a database whose migrations have not run yet. */
const IS_THERE = "SELECT to_regprocedure('list_seals(uuid)') IS NOT NULL AS known";

const SEALS =
  "SELECT DISTINCT header FROM list_organizations() o CROSS JOIN LATERAL list_seals(o.organization_id) AS header";

/** The operator's apps at EMRs belong to no organization; the version before has no such table. */
const ARE_APPS_THERE = "SELECT to_regclass('deployment_app') IS NOT NULL AS known";
const SEALS_OF_APPS = "SELECT DISTINCT split_part(client_secret, '.', 1) AS header FROM deployment_app";

/**
 * Throws if the database contains a value sealed with a key that is not configured: the product would start and then
 * deliver no webhook. Runs as the owner, before anything changes.
 */
export async function assertOpenable(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "crc-migrate" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows: found } = await client.query<{ known: boolean }>(IS_THERE);
    if (!found[0]?.known) return;
    const { rows } = await client.query<{ header: string }>(SEALS);
    const { rows: apps } = await client.query<{ known: boolean }>(ARE_APPS_THERE);
    if (apps[0]?.known) rows.push(...(await client.query<{ header: string }>(SEALS_OF_APPS)).rows);
    if (rows.every(({ header }) => knowsKeyOf(header))) return;
  } finally {
    await client.end();
  }
  throw new Error(
    "it contains values sealed with a key other than ENCRYPTION_KEY: add that key to ENCRYPTION_KEYS_PREVIOUS, or start with the right one. Nothing was changed",
  );
}
