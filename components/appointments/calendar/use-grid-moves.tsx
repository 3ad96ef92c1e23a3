import { type ReactNode, type RefObject, useState } from "react";
import { visitTitle } from "#components/appointments/visit-title.ts";
import type { VisitPlace } from "#lib/browser/api/move-visit";
import { useAccount } from "#lib/browser/session/account";
import type { CalendarColumn } from "./calendar-columns.ts";
import { clockWords } from "./clock-words.ts";
import { shortDay } from "./day-words.ts";
import { HOURS_PX } from "./grid-measures.ts";
import { momentOn } from "./moment-on.ts";
import { type GridPlace, overlapsAt } from "./move-place.ts";
import { words } from "./move-words.ts";
import { MovedVisit, overlapWords } from "./moved-visit.tsx";
import { type Moving, useMoving } from "./use-moving.ts";
import { useCanMove, useMoveVisit, useTakesTime } from "./use-visit-moves.ts";

interface GridMovesOptions {
  box: RefObject<HTMLElement | null>;
  body: RefObject<HTMLElement | null>;
  columns: readonly CalendarColumn[];
  hours: { from: number; until: number };
  /** Width of a column in pixels. */
  width: number;
  /** The present day at the clinic. */
  today: string;
  onOpen: (emrAppointmentId: string) => void;
  /** Called with the key of an item that gets the focus back. */
  onReturn: (key: string) => void;
}

/** Moves visits in the calendar by dragging and by keys, shows where one would be, and says it to screen readers. */
export function useGridMoves({ box, body, columns, hours, width, today, onOpen, onReturn }: GridMovesOptions) {
  const { timezone } = useAccount();
  const canMove = useCanMove(today);
  const takesTime = useTakesTime();
  const moveVisit = useMoveVisit();
  const [said, setSaid] = useState("");

  const whereWords = ({ column, from }: GridPlace): string => {
    const { day = today, name = "" } = columns[column] ?? {};
    return words.with(`${shortDay(day)}, ${clockWords(from)}`, name);
  };
  const returnFocus = ({ item, by }: Moving) => {
    if (by === "keyboard") onReturn(item.key);
  };
  const move = useMoving({
    box,
    body,
    columns,
    hours,
    width,
    canMove,
    onDrop: (moving, isElsewhere) => {
      const { item, place } = moving;
      returnFocus(moving);
      // Enter twice opens what it opens elsewhere.
      if (!isElsewhere) {
        setSaid("");
        if (moving.by === "keyboard") onOpen(item.record.emr_appointment_id);
        return;
      }
      const column = columns[place.column];
      if (!column) return;
      const to: VisitPlace = {
        datetime: momentOn(column.day, place.from, timezone),
        provider_ehr_id: column.providerId,
        provider_name: column.providerId === item.record.provider_ehr_id ? item.record.provider_name : column.name,
      };
      setSaid(words.dropped(visitTitle(item.record), whereWords(place)));
      moveVisit(item.record, to);
    },
    onGiveUp: (moving) => {
      returnFocus(moving);
      setSaid(words.notMoved(visitTitle(moving.item.record)));
    },
  });

  const { moving } = move;
  const column = moving ? columns[moving.place.column] : undefined;
  let preview: ReactNode = null;
  let saying = said;
  if (moving && column) {
    const { item, place, start, by } = moving;
    const { record } = item;
    const overlaps = overlapsAt(column, { from: place.from, duration: record.duration, id: record.id }, takesTime);
    const where = whereWords(place);
    const isBegun = place.column === start.column && place.from === start.from;
    saying = words.moving(visitTitle(record), where, overlaps.length > 0 ? ` ${overlapWords(overlaps)}.` : "");
    if (isBegun) saying += words.keys;
    preview = (
      <MovedVisit
        record={record}
        from={place.from}
        where={where}
        hours={hours}
        left={HOURS_PX + place.column * width}
        width={width}
        overlaps={overlaps}
        takesKeys={by === "keyboard"}
        onKeyDown={move.takeKey}
        onLeave={move.giveUp}
      />
    );
  }
  return {
    canMove,
    takesTime,
    placeAt: move.placeAt,
    pointer: move.pointer,
    isEndOfDrag: move.isEndOfDrag,
    /** Begins to move the visit that has the focus; returns whether it can be moved. */
    begin: move.begin,
    /** Key of the item that is being moved; null while none is. */
    movingKey: moving?.item.key ?? null,
    preview,
    said: (
      <span role="status" data-live-announcer="" className="sr-only">
        {saying}
      </span>
    ),
  };
}
