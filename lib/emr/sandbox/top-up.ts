import { insertMissingRows } from "./insert.ts";
import { sandboxPool, sandboxTransaction } from "./pool.ts";
import { rowsOf } from "./query.ts";
import type { PracticeLists, PracticeRecords, SandboxAppointment } from "./records.ts";
import { appointmentRow, RECORD_KINDS } from "./rows.ts";

/** Returns the record tables without rows of a practice. */
export async function emptyTables(practiceId: string): Promise<Set<string>> {
  const asked = RECORD_KINDS.map(
    ({ table }) => `SELECT '${table}' AS name WHERE NOT EXISTS (SELECT FROM sandbox.${table} WHERE practice_id = $1)`,
  );
  const rows = await rowsOf<{ name: string }>(asked.join(" UNION ALL "), practiceId);
  return new Set(rows.map(({ name }) => name));
}

/** Returns the days with scheduled records, YYYY-MM-DD at the practice. */
export async function scheduledDays(practiceId: string): Promise<Set<string>> {
  const rows = await rowsOf<{ day: string }>(
    `SELECT DISTINCT (a.starts_at AT TIME ZONE p.timezone)::date::text AS day
     FROM sandbox.appointment a JOIN sandbox.practice p ON p.id = a.practice_id WHERE a.practice_id = $1`,
    practiceId,
  );
  return new Set(rows.map(({ day }) => day));
}

/** Adds the records of these tables that a practice lacks, all or none. */
export const addRecords = (practiceId: string, records: PracticeRecords, tables: ReadonlySet<string>): Promise<void> =>
  sandboxTransaction(async (client) => {
    for (const { table, rows } of RECORD_KINDS) {
      if (tables.has(table)) await insertMissingRows(client, practiceId, table, rows(records));
    }
  });

/** Adds the appointments that a practice in this time zone lacks. */
export const addAppointments = (
  practiceId: string,
  timezone: string,
  appointments: readonly SandboxAppointment[],
): Promise<void> =>
  sandboxTransaction((client) =>
    insertMissingRows(client, practiceId, "appointment", appointments.map(appointmentRow(timezone))),
  );

/** Sets the lists in a practice's own row. */
export async function setLists(practiceId: string, lists: PracticeLists): Promise<void> {
  await sandboxPool().query("UPDATE sandbox.practice SET settings = $2 WHERE id = $1", [
    practiceId,
    JSON.stringify(lists),
  ]);
}

/** An appointment whose status still changes with time. */
export interface OpenAppointment {
  id: string;
  /** Wall clock of the practice: `YYYY-MM-DDTHH:MM`. */
  startsAt: string;
  durationMinutes: number;
  status: string;
  reason: string | null;
}

/** Returns the appointments before a moment whose status no user has set and is none of the given final ones. */
export const openAppointments = (
  practiceId: string,
  { before, last }: { before: Date; last: readonly string[] },
): Promise<OpenAppointment[]> =>
  rowsOf(
    `SELECT a.id, to_char(a.starts_at AT TIME ZONE p.timezone, 'YYYY-MM-DD"T"HH24:MI') AS "startsAt",
            a.duration_minutes AS "durationMinutes", a.status, a.reason
     FROM sandbox.appointment a JOIN sandbox.practice p ON p.id = a.practice_id
     WHERE a.practice_id = $1 AND a.category = 'appointment' AND a.status_written_at IS NULL
       AND a.starts_at < $2 AND a.status <> ALL ($3)`,
    practiceId,
    before,
    last,
  );

/** Returns the appointments of a day (YYYY-MM-DD at the practice) with their statuses, by time. */
export const visitsOfDay = (practiceId: string, day: string): Promise<{ id: string; status: string }[]> =>
  rowsOf(
    `SELECT a.id, a.status
     FROM sandbox.appointment a JOIN sandbox.practice p ON p.id = a.practice_id
     WHERE a.practice_id = $1 AND a.category = 'appointment'
       AND (a.starts_at AT TIME ZONE p.timezone)::date = $2
     ORDER BY a.starts_at, a.id`,
    practiceId,
    day,
  );

/** New status of appointments, with their chart's text. */
export interface StatusChange {
  ids: string[];
  status: string;
  progressNote: string | null;
}

/** Sets statuses, and the notes of appointments without any. An appointment whose status was written in the meantime stays. */
export const setStatuses = (practiceId: string, changes: readonly StatusChange[]): Promise<void> =>
  sandboxTransaction(async (client) => {
    // One statement per list of ids is fast under any plan: a join would be a nested loop until the table is analyzed.
    for (const { ids, status, progressNote } of changes) {
      await client.query(
        `UPDATE sandbox.appointment SET status = $3, progress_note = coalesce(progress_note, $4)
         WHERE practice_id = $1 AND id = ANY ($2) AND status_written_at IS NULL`,
        [practiceId, ids, status, progressNote],
      );
    }
  });
