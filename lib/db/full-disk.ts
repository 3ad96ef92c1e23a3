import { singleton } from "#lib/kernel/singleton";

/** SQLSTATE of a statement for which the database server's disk had no place. */
const DISK_FULL = "53100";

/** Nobody writes to a process that few ask, so a refusal counts for some time. */
const REMEMBERED_MS = 60_000;

const last = () => singleton("full-disk", (): { refusedAt: number | null } => ({ refusedAt: null }));

/** Notes the code of a failure of the database. */
export function noteFailure(code: string | undefined): void {
  if (code === DISK_FULL) last().refusedAt = performance.now();
}

/** Returns whether the database server refused a statement within the last minute because its disk is full. */
export function isDiskFull(): boolean {
  const { refusedAt } = last();
  return refusedAt !== null && performance.now() - refusedAt < REMEMBERED_MS;
}
