"use client";

import { useMemo } from "react";
import { SetStatus } from "#components/appointments/status/set-status";
import type { OpenStatusMenu } from "#components/appointments/status/status-menu";
import { useCanChangeStatus, useStatusChanges } from "#components/appointments/status/use-status-changes.ts";
import type { StatusWords } from "#components/appointments/status/use-status-words.ts";
import { DataTable } from "#components/ui/data-table/data-table";
import { useSelection } from "#components/ui/data-table/selection";
import { TableBar } from "#components/ui/data-table/table-bar";
import { useTable } from "#components/ui/data-table/use-table.ts";
import { useAccount } from "#lib/browser/session/account";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { appointmentsColumns, StatusContext } from "./appointments-columns.tsx";
import { ENTRIES, words } from "./words.ts";

const keyOf = ({ id }: AppointmentModel) => id;

interface AppointmentsTableProps {
  records: readonly AppointmentModel[];
  statuses: StatusWords;
  /** The only day (YYYY-MM-DD) that the table covers: the day of each row is shown if it is another. */
  day: string | undefined;
  /** Shows the notes; they are loaded only if the filter asks for them. */
  withNote?: boolean;
  /** EMR id of the record in the open drawer. */
  current: string;
  onOpen: (emrAppointmentId: string) => void;
  onOpenMenu: OpenStatusMenu;
  onNearEnd?: (() => void) | undefined;
  /** Identifies the listed records: another list empties the selection. */
  listKey: string;
  /** Number of all matching records; null while unknown. */
  total: number | null;
}

/**
 * Appointments, open slots and blocked time in order of time in the clinic's time zone, with the choice of columns.
 * Draws only the visible rows.
 */
export function AppointmentsTable(props: AppointmentsTableProps) {
  const { records, statuses, day, withNote = false, current, onOpen, onOpenMenu, onNearEnd, listKey, total } = props;
  const { timezone: timeZone } = useAccount();
  const table = useTable(
    "appointments",
    useMemo(() => appointmentsColumns({ timeZone, day, withNote, onOpen }), [timeZone, day, withNote, onOpen]),
  );
  const changes = useStatusChanges();
  const canChange = useCanChangeStatus();
  const scope = useMemo(
    () => ({ statuses, changes, canChange, onOpenMenu }),
    [statuses, changes, canChange, onOpenMenu],
  );
  const selection = useSelection(listKey);
  const chosen = records.filter((record) => selection.keys.has(record.id) && canChange(record));
  const open = records.find(({ emr_appointment_id }) => emr_appointment_id === current);
  return (
    <StatusContext value={scope}>
      <div className="border-b border-line px-4 py-1">
        <TableBar
          table={table}
          things={ENTRIES}
          loaded={records.length}
          total={total}
          hasMore={onNearEnd !== undefined}
          selection={selection}
          bulk={<SetStatus visits={chosen} statuses={statuses} onDone={() => selection.onReplace([])} />}
        />
      </div>
      <DataTable
        label={words.appointments}
        table={table}
        rows={records}
        keyOf={keyOf}
        current={open?.id ?? null}
        onNearEnd={onNearEnd}
        selection={selection}
      />
    </StatusContext>
  );
}
