"use client";

import { memo, useMemo } from "react";
import type { Meanings } from "#components/appointments/status/meanings.ts";
import type { OpenStatusMenu } from "#components/appointments/status/status-menu";
import type { StatusWords } from "#components/appointments/status/use-status-words.ts";
import type { StatusChanges } from "#lib/browser/api/change-status";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import type { CalendarColumn } from "./calendar-columns.ts";
import { shortDay } from "./day-words.ts";
import { GridItem } from "./grid-item.tsx";
import { MIN_MINUTES, MINUTE_PX } from "./grid-measures.ts";
import { inLanes } from "./lanes.ts";

/** Props that all columns of a grid share. */
export interface GridShared {
  /** The hours to draw, in minutes after midnight. */
  hours: { from: number; until: number };
  timeZone: string;
  statuses: StatusWords;
  meanings: Meanings;
  changes: StatusChanges;
  canChange: (record: AppointmentModel) => boolean;
  /** EMR id of the record in the open drawer. */
  current: string;
  onOpen: (emrAppointmentId: string) => void;
  onReach: (id: string) => void;
  onOpenMenu: OpenStatusMenu;
  onSetStatus: (record: AppointmentModel, status: string) => void;
}

interface GridColumnProps {
  column: CalendarColumn;
  shared: GridShared;
  /** Id of the column's record that is in the Tab order, or null. */
  reached: string | null;
}

/** One provider's day; overlapping records are drawn side by side. */
export const GridColumn = memo(function GridColumn({ column, shared, reached }: GridColumnProps) {
  const { hours, canChange, changes, current, onOpenMenu, ...rest } = shared;
  const placed = useMemo(
    () => inLanes(column.items.map((item) => ({ ...item, until: Math.max(item.until, item.from + MIN_MINUTES) }))),
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
            meanings={rest.meanings}
            onOpen={rest.onOpen}
            onReach={rest.onReach}
            change={changes.get(record.emr_appointment_id)}
            isReached={record.id === reached}
            isOpen={record.emr_appointment_id === current}
            onOpenMenu={canChange(record) ? onOpenMenu : undefined}
            onSetStatus={rest.onSetStatus}
          />
        );
      })}
    </ul>
  );
});
