import { sql } from "drizzle-orm";
import { withoutTenant } from "#lib/db/without-tenant";

/**
 * Claims a run of a periodic task, and returns true in exactly one of all processes per `everySeconds`. If that process
 * dies, the next run continues.
 */
export async function claimRun(name: string, everySeconds: number): Promise<boolean> {
  const rows = await withoutTenant(sql`
    INSERT INTO periodic_task (name, began_at) VALUES (${name}, now())
    ON CONFLICT (name) DO UPDATE SET began_at = now()
    WHERE periodic_task.began_at <= now() - make_interval(secs => ${everySeconds})
    RETURNING name`);
  return rows.length > 0;
}
