"use client";

import { createContext, useContext } from "react";
import { clinicTime, shortDay } from "#components/appointments/calendar/day-words.ts";
import { itemTitle } from "#components/appointments/calendar/item-look.ts";
import { recordDays } from "#components/appointments/calendar/over-midnight.ts";
import { ChangedMark } from "#components/appointments/changed/changed-mark";
import { StatusMark } from "#components/appointments/status/status-mark";
import type { OpenStatusMenu } from "#components/appointments/status/status-menu";
import type { StatusWords } from "#components/appointments/status/use-status-words.ts";
import { PatientLink } from "#components/jobs/patient-link";
import type { Column } from "#components/ui/data-table/column.ts";
import { MarkedName } from "#components/ui/marked-name";
import type { StatusChanges } from "#lib/browser/api/change-status";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { CategoryMark } from "./category.tsx";
import { categoryOf } from "./category-of.ts";
import { modeWords } from "./record-words.ts";
import { words } from "./words.ts";

/** The data of the status cells. */
interface StatusScope {
  statuses: StatusWords;
  changes: StatusChanges;
  /** Returns whether a record's status can be changed. */
  canChange: (record: AppointmentModel) => boolean;
  onOpenMenu: OpenStatusMenu;
}

/** Set around a table of appointments. */
export const StatusContext = createContext<StatusScope | null>(null);

/** A record's status, which a press changes. */
function Status({ record }: { record: AppointmentModel }) {
  const scope = useContext(StatusContext);
  if (!scope) return null;
  const { statuses, changes, canChange, onOpenMenu } = scope;
  return (
    <StatusMark
      record={record}
      change={changes.get(record.emr_appointment_id)}
      statuses={statuses}
      onOpenMenu={canChange(record) ? onOpenMenu : undefined}
    />
  );
}

/** Who or what a row is about; a visit may have no patient. */
function Subject({ record }: { record: AppointmentModel }) {
  if (categoryOf(record) !== "appointment") return <CategoryMark record={record} />;
  return record.patient_mrn === "" ? itemTitle(record) : <PatientLink of={record} />;
}

const text = (value: string, width = "max-w-40") => (
  <span className={`block truncate text-muted ${width}`} title={value}>
    {value}
  </span>
);

interface ColumnsContext {
  timeZone: string;
  /** The only day (YYYY-MM-DD) that the table covers: the day of each row is shown if it is another. */
  day: string | undefined;
  /** Shows the notes; they are loaded only if the filter asks for them. */
  withNote: boolean;
  onOpen: (emrAppointmentId: string) => void;
}

/** Returns the columns of a table of appointments, open slots and blocked time. */
export const appointmentsColumns = ({
  timeZone,
  day,
  withNote,
  onOpen,
}: ColumnsContext): readonly Column<AppointmentModel>[] => [
  {
    id: "datetime",
    title: words.time,
    always: true,
    sort: ({ datetime }) => Date.parse(datetime),
    className: "align-top @md:align-middle",
    cell: (record) => (
      <button
        type="button"
        onClick={() => onOpen(record.emr_appointment_id)}
        className="rounded-sm text-left font-medium text-fg after:absolute after:inset-0 after:content-['']"
      >
        {clinicTime(record.datetime, timeZone)}{" "}
        {day === undefined || recordDays(record, timeZone) !== shortDay(day) ? (
          <span className="font-normal text-faint @max-md:block @max-md:h-6 @max-md:content-center @max-md:text-xs">
            {recordDays(record, timeZone)}
          </span>
        ) : null}
        <span className="sr-only">
          , {categoryOf(record) === "schedule_slot" ? words.openSlotInRow : itemTitle(record)}
        </span>
        <ChangedMark visit={record} />
      </button>
    ),
  },
  {
    id: "duration",
    title: words.minutes,
    end: true,
    hideBelow: "3xl",
    sort: ({ duration }) => duration,
    cell: ({ duration }) => <span className="text-muted">{duration}</span>,
  },
  {
    id: "patient",
    title: words.patient,
    grow: 3,
    always: true,
    sort: ({ patient_name }) => patient_name,
    cell: (record) => (
      <>
        <MarkedName reason={record.set_aside}>
          <Subject record={record} />
        </MarkedName>
        <span className="flex h-6 items-center gap-2 text-xs text-muted @md:hidden">
          <Status record={record} />
          <span className="min-w-0 truncate">{record.provider_name}</span>
        </span>
      </>
    ),
  },
  {
    id: "status",
    title: words.status,
    hideBelow: "md",
    sort: ({ status }) => status,
    cell: (record) => (
      <span className="block max-w-40">
        <Status record={record} />
      </span>
    ),
  },
  {
    id: "provider",
    title: words.provider,
    hideBelow: "xl",
    sort: ({ provider_name }) => provider_name,
    cell: ({ provider_name }) => text(provider_name, "max-w-48"),
  },
  {
    id: "type",
    title: words.type,
    hideBelow: "4xl",
    sort: ({ appointment_type }) => appointment_type,
    cell: ({ appointment_type }) => text(appointment_type),
  },
  {
    id: "mode",
    title: words.mode,
    hideBelow: "5xl",
    sort: ({ appointment_mode }) => appointment_mode,
    cell: ({ appointment_mode }) => text(modeWords(appointment_mode), "max-w-28"),
  },
  {
    id: "location",
    title: words.location,
    hideBelow: "6xl",
    sort: ({ location }) => location,
    cell: ({ location }) => text(location),
  },
  {
    id: "reason",
    title: words.reason,
    grow: 2,
    optional: true,
    hideBelow: "4xl",
    sort: ({ reason }) => reason,
    cell: ({ reason }) => text(reason, ""),
  },
  {
    id: "patient_phone",
    title: words.phone,
    optional: true,
    hideBelow: "4xl",
    cell: ({ patient_phone }) => text(patient_phone),
  },
  {
    id: "insurance",
    title: words.insurance,
    optional: true,
    hideBelow: "5xl",
    sort: ({ insurance }) => insurance,
    cell: ({ insurance }) => text(insurance),
  },
  ...(withNote
    ? [
        {
          id: "note",
          title: words.note,
          grow: 2,
          hideBelow: "3xl",
          cell: ({ note }: AppointmentModel) => text(note, ""),
        } as const,
      ]
    : []),
];
