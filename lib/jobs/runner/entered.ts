import { sql } from "drizzle-orm";

/** Returns those of the keys (ids of jobs and deliveries) that have a queue entry. */
export async function entered(
  run: (statement: ReturnType<typeof sql>) => Promise<{ key: string }[]>,
  keys: string[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await run(sql`
    SELECT coalesce(data ->> 'jobId', data ->> 'deliveryId') AS key FROM pgboss.job
    WHERE name IN ('operations', 'deliveries') AND state <= 'active'
      AND coalesce(data ->> 'jobId', data ->> 'deliveryId') IN (SELECT jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`);
  return new Set(rows.map(({ key }) => key));
}
