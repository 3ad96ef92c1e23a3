"use client";

import { memo, useMemo } from "react";
import type { OpenStatusMenu } from "#components/appointments/status/status-menu";
import type { StatusWords } from "#components/appointments/status/use-status-words.ts";
import type { StatusChanges } from "#lib/browser/api/change-status";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import type { CalendarColumn } from "./calendar-columns.ts";
import { shortDay } from "./day-words.ts";
import { GridItem } from "./grid-item.tsx";
import { LEAST_MINUTES, MINUTE_PX } from "./grid-measures.ts";
import { inLanes } from "./lanes.ts";

/** What every column of a grid shares. */
export interface GridShared {
  /** The hours that are drawn, in minutes after midnight. */
  hours: { from: number; until: number };
  timeZone: string;
  statuses: StatusWords;
  changes: StatusChanges;
  canChange: (record: AppointmentModel) => boolean;
  /** The EMR's id of the record that lies open. */
  current: string;
  onOpen: (emrAppointmentId: string) => void;
  onReach: (id: string) => void;
  onOpenMenu: OpenStatusMenu;
}

interface GridColumnProps {
  column: CalendarColumn;
  shared: GridShared;
  /** The id of the record in it that Tab reaches, or null. */
  reached: string | null;
}

/** One provider's day: what overlaps stands side by side. */
export const GridColumn = memo(function GridColumn({ column, shared, reached }: GridColumnProps) {
  const { hours, canChange, changes, current, onOpenMenu, ...rest } = shared;
  const placed = useMemo(
    () => inLanes(column.items.map((item) => ({ ...item, until: Math.max(item.until, item.from + LEAST_MINUTES) }))),
    [column.items],
  );
  return (
    <ul aria-label={`${column.name}, ${shortDay(column.day)}`} className="@container relative h-full">
      {placed.map(({ item, lane, lanes }) => {
        const { record } = item;
        return (
          <GridItem
            key={record.id}
            item={item}
            place={{
              top: (item.from - hours.from) * MINUTE_PX,
              height: (item.until - item.from) * MINUTE_PX,
              left: lane / lanes,
              width: 1 / lanes,
            }}
            timeZone={rest.timeZone}
            statuses={rest.statuses}
            onOpen={rest.onOpen}
            onReach={rest.onReach}
            change={changes.get(record.emr_appointment_id)}
            isReached={record.id === reached}
            isOpen={record.emr_appointment_id === current}
            onOpenMenu={canChange(record) ? onOpenMenu : undefined}
          />
        );
      })}
    </ul>
  );
});
