import pg from "pg";
import { vi } from "vitest";

/**
 * Begins requests that all write to a table which the database's owner holds, lets the table go once each of them stands
 * at a lock or has ended, and returns their results: what one has read before its write, the others have not changed yet.
 */
export async function atOnce<Result>(
  ownerUrl: string,
  table: string,
  requests: readonly (() => Promise<Result>)[],
): Promise<Result[]> {
  const holder = new pg.Client({ connectionString: ownerUrl, application_name: "crc-test" });
  const observer = new pg.Client({ connectionString: ownerUrl, application_name: "crc-test" });
  await Promise.all([holder.connect(), observer.connect()]);
  try {
    await holder.query(`BEGIN; LOCK TABLE ${holder.escapeIdentifier(table)} IN SHARE MODE`);
    let ended = 0;
    const results = requests.map((request) => request().finally(() => ended++));
    const standing = async () => {
      const { rows } = await observer.query<{ count: number }>(
        `SELECT count(*)::integer AS count FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return (rows[0]?.count ?? 0) + ended;
    };
    await vi.waitUntil(async () => (await standing()) >= requests.length, { timeout: 10_000 });
    await holder.query("COMMIT");
    return await Promise.all(results);
  } finally {
    await Promise.all([holder.end(), observer.end()]);
  }
}
