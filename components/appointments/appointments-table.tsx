"use client";

import { memo } from "react";
import { clinicDay, clinicTime } from "#components/appointments/calendar/day-words.ts";
import { StatusMark } from "#components/appointments/status/status-mark";
import type { OpenStatusMenu } from "#components/appointments/status/status-menu";
import { useCanChangeStatus, useStatusChanges } from "#components/appointments/status/use-status-changes.ts";
import type { StatusWords } from "#components/appointments/status/use-status-words.ts";
import { LongTable } from "#components/ui/long-table";
import { TableCell, TableRow } from "#components/ui/table";
import type { StatusChange } from "#lib/browser/api/change-status";
import { useAccount } from "#lib/browser/session/account";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { CategoryMark, categoryOf } from "./category.tsx";

const COLUMNS = [
  { title: "Time" },
  { title: "Minutes", end: true, className: "@max-3xl:hidden" },
  { title: "Patient" },
  { title: "Status", className: "@max-md:hidden" },
  { title: "Provider", className: "@max-xl:hidden" },
  { title: "Type", className: "@max-4xl:hidden" },
  { title: "Mode", className: "@max-5xl:hidden" },
  { title: "Location", className: "@max-6xl:hidden" },
];
/** Column of the notes, shown if the filter asks for them. */
const NOTE = { title: "Note", className: "@max-3xl:hidden" };

interface AppointmentsTableProps {
  records: readonly AppointmentModel[];
  statuses: StatusWords;
  /** Shows the day of each row; used if the table covers several days. */
  withDay: boolean;
  /** Shows the notes; they are loaded only if the filter asks for them. */
  withNote?: boolean;
  /** EMR id of the record in the open drawer. */
  current: string;
  onOpen: (emrAppointmentId: string) => void;
  onOpenMenu: OpenStatusMenu;
  onNearEnd?: (() => void) | undefined;
}

interface RowProps extends Pick<AppointmentsTableProps, "statuses" | "withDay" | "withNote" | "onOpen"> {
  record: AppointmentModel;
  change: StatusChange | undefined;
  onOpenMenu: OpenStatusMenu | undefined;
  rowIndex: number;
  isCurrent: boolean;
  timeZone: string;
}

const Row = memo(function Row(props: RowProps) {
  const { record, rowIndex, isCurrent, timeZone, change, statuses, withDay, withNote, onOpen, onOpenMenu } = props;
  const category = categoryOf(record);
  const time = clinicTime(record.datetime, timeZone);
  const status = <StatusMark record={record} change={change} statuses={statuses} onOpenMenu={onOpenMenu} />;
  return (
    <TableRow rowIndex={rowIndex} isCurrent={isCurrent}>
      <TableCell className="w-0 align-top @md:align-middle">
        <button
          type="button"
          onClick={() => onOpen(record.emr_appointment_id)}
          className="rounded-sm text-left font-medium text-fg after:absolute after:inset-0 after:content-['']"
        >
          {time}{" "}
          {withDay ? (
            <span className="font-normal text-faint @max-md:block @max-md:h-6 @max-md:content-center @max-md:text-xs">
              {clinicDay(record.datetime, timeZone)}
            </span>
          ) : null}
          <span className="sr-only">, {record.patient_name || record.schedule_block_label || "open slot"}</span>
        </button>
      </TableCell>
      <TableCell end className="text-muted @max-3xl:hidden">
        {record.duration}
      </TableCell>
      <TableCell className="w-full max-w-0 min-w-24 truncate">
        {category === "appointment" ? (
          <>
            {record.patient_name} <span className="text-faint @max-md:hidden">{record.patient_mrn}</span>
          </>
        ) : (
          <CategoryMark record={record} />
        )}
        <span className="flex h-6 items-center gap-2 text-xs text-muted @md:hidden">
          {status}
          <span className="min-w-0 truncate">{record.provider_name}</span>
        </span>
      </TableCell>
      <TableCell className="max-w-40 @max-md:hidden">{status}</TableCell>
      <TableCell className="max-w-40 truncate text-muted @max-xl:hidden">{record.provider_name}</TableCell>
      <TableCell className="max-w-40 truncate text-muted @max-4xl:hidden">{record.appointment_type}</TableCell>
      <TableCell className="max-w-28 truncate text-muted @max-5xl:hidden">{record.appointment_mode}</TableCell>
      <TableCell className="max-w-40 truncate text-muted @max-6xl:hidden">{record.location}</TableCell>
      {withNote ? <TableCell className="max-w-64 truncate text-muted @max-3xl:hidden">{record.note}</TableCell> : null}
    </TableRow>
  );
});

/**
 * Appointments, open slots and blocked time in order of time in the clinic's time zone. Draws only the visible rows.
 */
export function AppointmentsTable(props: AppointmentsTableProps) {
  const { records, statuses, withDay, withNote = false, current, onOpen, onOpenMenu, onNearEnd } = props;
  const { timezone } = useAccount();
  const changes = useStatusChanges();
  const canChange = useCanChangeStatus();
  return (
    <LongTable
      label="Appointments"
      columns={withNote ? [...COLUMNS, NOTE] : COLUMNS}
      rows={records}
      onNearEnd={onNearEnd}
    >
      {(record, rowIndex) => (
        <Row
          key={record.id}
          record={record}
          rowIndex={rowIndex}
          isCurrent={record.emr_appointment_id === current}
          timeZone={timezone}
          change={changes.get(record.emr_appointment_id)}
          statuses={statuses}
          withDay={withDay}
          withNote={withNote}
          onOpen={onOpen}
          onOpenMenu={canChange(record) ? onOpenMenu : undefined}
        />
      )}
    </LongTable>
  );
}
