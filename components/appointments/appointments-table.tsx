"use client";

import { memo } from "react";
import { Badge } from "#components/ui/badge";
import { LongTable } from "#components/ui/long-table";
import { TableCell, TableRow } from "#components/ui/table";
import { useAccount } from "#lib/client/account";
import type { AppointmentModel } from "#lib/models/appointment";
import { CategoryMark, categoryOf } from "./category.tsx";
import { clinicDay, clinicTime } from "./day-words.ts";

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

/** A visit status's code in the practice's own words. */
export type StatusWords = ReadonlyMap<string, string>;

interface AppointmentsTableProps {
  records: readonly AppointmentModel[];
  statuses: StatusWords;
  /** Says the day of each: where more than one is listed. */
  withDay: boolean;
  /** The EMR's id of the record that lies open. */
  current: string;
  onOpen: (emrAppointmentId: string) => void;
  onNearEnd?: (() => void) | undefined;
}

interface RowProps extends Pick<AppointmentsTableProps, "statuses" | "withDay" | "onOpen"> {
  record: AppointmentModel;
  rowIndex: number;
  isCurrent: boolean;
  timeZone: string;
}

const Row = memo(function Row({ record, rowIndex, isCurrent, timeZone, statuses, withDay, onOpen }: RowProps) {
  const category = categoryOf(record);
  const time = clinicTime(record.datetime, timeZone);
  return (
    <TableRow rowIndex={rowIndex} isCurrent={isCurrent}>
      <TableCell className="w-0">
        <button
          type="button"
          onClick={() => onOpen(record.emr_appointment_id)}
          className="rounded-sm text-left font-medium text-fg after:absolute after:inset-0 after:content-['']"
        >
          {time}{" "}
          {withDay ? <span className="font-normal text-faint">{clinicDay(record.datetime, timeZone)}</span> : null}
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
      </TableCell>
      <TableCell className="@max-md:hidden">
        {record.status ? <Badge>{statuses.get(record.status) ?? record.status}</Badge> : null}
      </TableCell>
      <TableCell className="max-w-40 truncate text-muted @max-xl:hidden">{record.provider_name}</TableCell>
      <TableCell className="max-w-40 truncate text-muted @max-4xl:hidden">{record.appointment_type}</TableCell>
      <TableCell className="max-w-28 truncate text-muted @max-5xl:hidden">{record.appointment_mode}</TableCell>
      <TableCell className="max-w-40 truncate text-muted @max-6xl:hidden">{record.location}</TableCell>
    </TableRow>
  );
});

/** Appointments, open slots and blocked time in order, at the clinic's clock; any number of them. */
export function AppointmentsTable({ records, statuses, withDay, current, onOpen, onNearEnd }: AppointmentsTableProps) {
  const { timezone } = useAccount();
  return (
    <LongTable label="Appointments" columns={COLUMNS} rows={records} onNearEnd={onNearEnd}>
      {(record, rowIndex) => (
        <Row
          key={record.id}
          record={record}
          rowIndex={rowIndex}
          isCurrent={record.emr_appointment_id === current}
          timeZone={timezone}
          statuses={statuses}
          withDay={withDay}
          onOpen={onOpen}
        />
      )}
    </LongTable>
  );
}
