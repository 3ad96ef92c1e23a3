import type { Lane } from "./lane.ts";

const OPEN = `SELECT j.id::integer FROM job j WHERE j.id = ANY ($1) AND (j.status IN ('queued', 'running')
  OR EXISTS (SELECT FROM delivery d JOIN event e ON e.id = d.event_id WHERE e.job_id = j.id AND d.status = 'pending'))`;

/** Returns those of these jobs that have not ended or have events that are not delivered yet. */
export const openJobs = async (lane: Pick<Lane, "rows">, ids: number[]): Promise<number[]> =>
  (await lane.rows<{ id: number }>(OPEN, [ids])).map(({ id }) => id);
