"use client";

import { memo, type ReactNode, useMemo } from "react";
import type { VisitMark } from "#components/appointments/changed/marks.ts";
import type { Meanings } from "#components/appointments/status/meanings.ts";
import type { OpenStatusMenu } from "#components/appointments/status/status-menu";
import type { StatusWords } from "#components/appointments/status/use-status-words.ts";
import type { StatusChanges } from "#lib/browser/api/change-status";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import type { CalendarColumn, CalendarItem } from "./calendar-columns.ts";
import { shortDay } from "./day-words.ts";
import { GridCrowd } from "./grid-crowd.tsx";
import { GridItem } from "./grid-item.tsx";
import { CROWD_MINUTES, CROWD_PX, lanesIn, MIN_MINUTES, MINUTE_PX, wholeDayWidth } from "./grid-measures.ts";
import { inFewLanes, inLanes } from "./lanes.ts";

/** Props that all columns of a grid share. */
export interface GridShared {
  /** The hours to draw, in minutes after midnight. */
  hours: { from: number; until: number };
  /** Width of a column in pixels. */
  width: number;
  timeZone: string;
  statuses: StatusWords;
  meanings: Meanings;
  changes: StatusChanges;
  /** The marks of visits that changed since the person looked, by id. */
  changed: ReadonlyMap<string, VisitMark>;
  canChange: (record: AppointmentModel) => boolean;
  canMove: (record: AppointmentModel) => boolean;
  /** EMR id of the record in the open drawer. */
  current: string;
  onOpen: (emrAppointmentId: string) => void;
  /** Called with the key of the item that got the focus. */
  onReach: (key: string) => void;
  onOpenMenu: OpenStatusMenu;
  onSetStatus: (record: AppointmentModel, status: string) => void;
  /** The mark of a visit that is no longer there, and stays for now; undefined while nothing is held. */
  heldMarkOf: ((record: AppointmentModel) => ReactNode) | undefined;
  /** Lists records beside the button that stands for them. */
  onOpenCrowd: (items: readonly CalendarItem[], button: HTMLElement) => void;
}

interface GridColumnProps {
  column: CalendarColumn;
  shared: GridShared;
  /** Key of the column's item that is in the Tab order, or null. */
  reached: string | null;
  /** Key of the column's item that is being moved, or null. */
  moving: string | null;
}

/**
 * One provider's day; what takes all of it stands at its left, other overlapping records are drawn side by side, as many as have room for a name, and the others are listed
 * by a button.
 */
export const GridColumn = memo(function GridColumn({ column, shared, reached, moving }: GridColumnProps) {
  const { hours, width, canChange, canMove, changes, changed, current, onOpenMenu, onOpenCrowd, heldMarkOf, ...rest } =
    shared;
  const { placed, crowds } = useMemo(() => {
    const drawn = column.items.map((item) => {
      // Midnight may cut a record in an hour that is not drawn.
      const from = Math.max(item.from, hours.from);
      return { ...item, from, until: Math.max(Math.min(item.until, hours.until), from + MIN_MINUTES) };
    });
    const isWhole = (item: CalendarItem) => item.from <= hours.from && item.until >= hours.until;
    const [whole, others] = [drawn.filter(isWhole), drawn.filter((item) => !isWhole(item))];
    const strip = wholeDayWidth(width, whole.length, others.length);
    const room = width - strip;
    const few = inFewLanes(others, lanesIn(room), CROWD_MINUTES);
    const { crowded } = lanesIn(room);
    const crowdWidth = crowded === 0 ? room : CROWD_PX;
    return {
      placed: [
        ...inLanes(whole).map(({ item, lane, lanes }) => ({ item, left: (strip / lanes) * lane, room: strip / lanes })),
        ...few.placed.map(({ item, lane, lanes, isCrowded }) => {
          const own = (isCrowded ? room - CROWD_PX : room) / lanes;
          return { item, left: strip + own * lane, room: own };
        }),
      ],
      crowds: few.crowds.map((crowd) => ({ ...crowd, left: width - crowdWidth, room: crowdWidth })),
    };
  }, [column.items, hours, width]);
  const placeOf = (from: number, until: number) => ({
    top: (from - hours.from) * MINUTE_PX,
    height: (until - from) * MINUTE_PX,
  });
  return (
    <ul aria-label={`${column.name}, ${shortDay(column.day)}`} className="relative h-full">
      {placed.map(({ item, left, room }) => {
        const { record } = item;
        const done = heldMarkOf?.(record);
        return (
          <GridItem
            key={item.key}
            item={item}
            place={{ ...placeOf(item.from, item.until), left: left / width, width: room / width }}
            timeZone={rest.timeZone}
            statuses={rest.statuses}
            meanings={rest.meanings}
            onOpen={rest.onOpen}
            onReach={rest.onReach}
            change={changes.get(record.emr_appointment_id)}
            changed={changed.get(record.id)?.text}
            isReached={item.key === reached}
            isOpen={record.emr_appointment_id === current}
            isMoving={item.key === moving}
            isMovable={item.begins && !done && canMove(record)}
            done={done}
            onOpenMenu={canChange(record) && !done ? onOpenMenu : undefined}
            onSetStatus={rest.onSetStatus}
          />
        );
      })}
      {crowds.map(({ from, until, items, left, room }) => (
        <GridCrowd
          key={items[0]?.key}
          items={items}
          place={{ ...placeOf(from, until), left, width: room }}
          timeZone={rest.timeZone}
          changed={items.filter(({ record }) => changed.has(record.id)).length}
          isReached={items.some(({ key }) => key === reached)}
          isOpen={items.some(({ record }) => record.emr_appointment_id === current)}
          onReach={rest.onReach}
          onOpenCrowd={onOpenCrowd}
        />
      ))}
    </ul>
  );
});
