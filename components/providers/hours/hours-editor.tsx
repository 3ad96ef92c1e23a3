"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useId, useState } from "react";
import { words } from "#components/providers/words.ts";
import { Button } from "#components/ui/button";
import { Select } from "#components/ui/select";
import { locationChoices } from "#lib/browser/api/choices";
import { locations as locationList } from "#lib/browser/api/locations";
import { useAccountId } from "#lib/browser/session/account";
import type { ProviderModel } from "#lib/resources/providers/model";
import { HoursState } from "./hours-state.tsx";
import { inOrder, newShift, roomAfter, type Shift } from "./shift.ts";
import { ShiftFields } from "./shift-fields.tsx";
import { useHours } from "./use-hours.ts";
import { WeekGrid } from "./week-grid.tsx";

const ALL = "all";
const NONE = {};

interface HoursEditorProps {
  provider: ProviderModel;
  isReadOnly: boolean;
}

/** Focuses the first control within an element. */
function enter(id: string): void {
  const place = document.getElementById(id);
  place?.scrollIntoView({ block: "nearest" });
  place?.querySelector<HTMLElement>("button, [role=spinbutton]")?.focus();
}

/** Edits a provider's working week as a grid and as fields, for all facilities or one. Saves the whole week. */
export function HoursEditor({ provider, isReadOnly }: HoursEditorProps) {
  const id = useId();
  const { data: locations = [] } = useQuery(locationList(useAccountId()));
  const [facility, setFacility] = useState("");
  const hours = useHours(provider);
  const { shifts, change } = hours;
  const listed = shifts.filter(({ facility_id }) => facility === "" || facility_id === facility).sort(inOrder);
  const placed = locations.find(({ emr_id }) => emr_id === facility) ?? locations[0];

  const add = (day: Shift["day"], minute: number) => {
    if (!placed) return;
    change([...shifts, newShift(day, minute, { facility_id: placed.emr_id, facility_name: placed.name }, shifts)]);
  };
  const replace = (changed: Shift) => change(shifts.map((shift) => (shift.key === changed.key ? changed : shift)));
  const remove = (key: string) => change(shifts.filter((shift) => shift.key !== key));

  return (
    <section aria-labelledby={`${id}-title`} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id={`${id}-title`} className="mr-auto text-lg font-semibold">
          {words.hours}
        </h2>
        <Select
          label={words.facility}
          hideLabel
          options={[{ id: ALL, name: words.allFacilities }, ...locationChoices(locations)]}
          value={facility || ALL}
          onChange={(chosen) => setFacility(chosen === ALL ? "" : chosen)}
          className="w-44 max-sm:flex-1"
        />
        {isReadOnly ? null : (
          <Button
            icon={<Plus aria-hidden="true" />}
            isDisabled={!placed}
            onPress={() => add("Monday", roomAfter("Monday", shifts))}
          >
            {words.addShift}
          </Button>
        )}
      </div>
      <WeekGrid
        shifts={shifts}
        clashes={hours.pairs}
        facilityId={facility}
        isReadOnly={isReadOnly}
        canAdd={placed !== undefined}
        onChange={replace}
        onRemove={remove}
        onAdd={add}
        onOpen={(key) => enter(`${id}-${key}`)}
      />
      {/* Messages are below the week, so that the week does not move under a dragging pointer. */}
      {isReadOnly ? null : <HoursState hours={hours} change={provider} />}
      {isReadOnly ? null : (
        <ul aria-label={words.shiftsAsFields} className="divide-y divide-line rounded-lg border border-line bg-surface">
          {listed.map((shift) => (
            <ShiftFields
              key={shift.key}
              id={`${id}-${shift.key}`}
              shift={shift}
              locations={locations}
              problems={hours.problems.get(shift.key) ?? NONE}
              onChange={replace}
              onRemove={remove}
            />
          ))}
          {listed.length === 0 ? (
            <li className="px-4 py-6 text-center text-sm text-faint">
              {facility === "" ? words.noHours : words.noShifts}
            </li>
          ) : null}
        </ul>
      )}
    </section>
  );
}
