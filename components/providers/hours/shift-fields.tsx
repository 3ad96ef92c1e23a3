"use client";

import { CalendarRange, Trash2 } from "lucide-react";
import { useState } from "react";
import { words } from "#components/providers/words.ts";
import { DateField } from "#components/ui/date-field";
import { IconButton } from "#components/ui/icon-button";
import { Select } from "#components/ui/select";
import { TimeField } from "#components/ui/time-field";
import type { LocationModel } from "#lib/resources/locations/model";
import { DAYS } from "#lib/resources/providers/model";
import { type Shift, shiftWords } from "./shift.ts";

/** Errors of a shift by field. */
export type ShiftProblems = Partial<Record<keyof Shift, string>>;

interface ShiftFieldsProps {
  shift: Shift;
  /** The element that the grid focuses. */
  id: string;
  locations: readonly LocationModel[];
  problems: ShiftProblems;
  onChange: (shift: Shift) => void;
  onRemove: (key: string) => void;
}

/** Returns the day of a stored moment as it was given, because hours follow the clinic's calendar. */
const dayOf = (moment: string | null): string => moment?.slice(0, 10) ?? "";

/** One shift as fields. */
export function ShiftFields({ shift, id, locations, problems, onChange, onRemove }: ShiftFieldsProps) {
  const [withDates, setWithDates] = useState(shift.start_date !== null || shift.end_date !== null);
  const change = (part: Partial<Shift>) => onChange({ ...shift, ...part });
  const time = (text: string) => (text === "" ? "" : `T${text}`);
  return (
    <li id={id} tabIndex={-1} aria-label={shiftWords(shift)} className="flex flex-col gap-2 px-4 py-3">
      <div className="flex flex-wrap items-start gap-2">
        <Select
          label={words.day}
          options={DAYS.map((day) => ({ id: day, name: day }))}
          value={shift.day}
          onChange={(day) => change({ day: day as Shift["day"] })}
          className="w-32"
        />
        <TimeField
          label={words.from}
          value={shift.start_time.slice(1)}
          onChange={(text) => change({ start_time: time(text) })}
          error={problems.start_time}
          className="w-28"
        />
        <TimeField
          label={words.to}
          value={shift.end_time.slice(1)}
          onChange={(text) => change({ end_time: time(text) })}
          error={problems.end_time}
          className="w-28"
        />
        <Select
          label={words.facility}
          options={locations.map(({ emr_id, name }) => ({ id: emr_id, name }))}
          value={shift.facility_id}
          onChange={(facility_id) =>
            change({
              facility_id,
              facility_name: locations.find(({ emr_id }) => emr_id === facility_id)?.name ?? facility_id,
            })
          }
          error={problems.facility_id}
          className="min-w-36 flex-1"
        />
        <div className="flex pt-6 max-sm:pt-0">
          <IconButton
            label={`${withDates ? words.always : words.forSomeTime}: ${shiftWords(shift)}`}
            hint={withDates ? words.always : words.forSomeTime}
            aria-pressed={withDates}
            onPress={() => {
              setWithDates(!withDates);
              if (withDates) change({ start_date: null, end_date: null });
            }}
          >
            <CalendarRange />
          </IconButton>
          <IconButton
            label={`${words.remove} ${shiftWords(shift)}`}
            hint={words.remove}
            onPress={() => onRemove(shift.key)}
          >
            <Trash2 />
          </IconButton>
        </div>
      </div>
      {withDates ? (
        <div className="flex flex-wrap items-start gap-2">
          <DateField
            label={words.firstDay}
            days={undefined}
            required={false}
            value={dayOf(shift.start_date)}
            onChange={(day) => change({ start_date: day === "" ? null : `${day}T00:00:00` })}
            error={problems.start_date}
            className="w-44"
          />
          <DateField
            label={words.lastDay}
            days={undefined}
            required={false}
            value={dayOf(shift.end_date)}
            onChange={(day) => change({ end_date: day === "" ? null : `${day}T23:59:59` })}
            error={problems.end_date}
            className="w-44"
          />
        </div>
      ) : null}
    </li>
  );
}
