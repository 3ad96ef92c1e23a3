import { useCallback, useEffect, useRef, useState } from "react";
import type { JobModel } from "#lib/models/job";
import { type HeldRows, holdRows } from "./held-rows.ts";

const idOf = (job: JobModel) => job.job_id;

/**
 * Holds the list still while someone points at it or is in it with the keyboard. `listKey` names the list: with
 * other filters it is another one, and nothing is held over.
 */
export function useHeldJobs(latest: JobModel[], listKey: string) {
  const shown = useRef<{ key: string; rows: JobModel[] }>({ key: listKey, rows: [] });
  const [held, setHeld] = useState(false);
  const same = shown.current.key === listKey;
  const result: HeldRows<JobModel> =
    held && same ? holdRows(shown.current.rows, latest, idOf) : { rows: latest, waiting: 0 };
  useEffect(() => {
    shown.current = { key: listKey, rows: result.rows };
  });
  const hold = useCallback(() => setHeld(true), []);
  const release = useCallback(() => setHeld(false), []);
  return { ...result, hold, release };
}
