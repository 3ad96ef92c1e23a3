"use client";

import dynamic from "next/dynamic";
import {
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useVisitMarks } from "#components/appointments/changed/visit-marks.ts";
import { useMeanings } from "#components/appointments/status/use-meanings.ts";
import {
  useCanChangeStatus,
  useChangeStatus,
  useStatusChanges,
} from "#components/appointments/status/use-status-changes.ts";
import { words } from "#components/appointments/words.ts";
import { ScrollArea } from "#components/ui/scroll-area";
import { useHeldRows } from "#components/ui/use-held-rows.ts";
import { useNow } from "#components/ui/use-now";
import { useAccount } from "#lib/browser/session/account";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { beginOfWork, type CalendarItem, hoursOf, type ProviderChoice } from "./calendar-columns.ts";
import { columnsOf } from "./columns-of.ts";
import { hourWords, shortClock } from "./day-words.ts";
import { GridColumn, type GridShared } from "./grid-column.tsx";
import { GridHead } from "./grid-head.tsx";
import { HOW_TO_MOVE } from "./grid-item.tsx";
import { firstItem, itemAfter, placeOf } from "./grid-keys.ts";
import { HOURS_PX, headHeight, MARK_PX, MIN_COLUMN_PX, MINUTE_PX } from "./grid-measures.ts";
import { MoveOutcomes } from "./move-outcomes.tsx";
import { bookableFrom } from "./move-place.ts";
import { words as moveWords } from "./move-words.ts";
import { useBookPlace } from "./use-book-place.ts";
import { useGridMoves } from "./use-grid-moves.tsx";
import { useMovedVisits } from "./use-moved-visits.ts";
import { useVisibleColumns } from "./use-visible-columns.ts";
import { minutesIn } from "./wall-clock.ts";

const CrowdList = dynamic(() => import("./crowd-list.tsx").then((module) => module.CrowdList), { ssr: false });

const HOUR = 60;
/** Minutes before now that stay visible. */
const BEFORE_NOW = 60;
/** How far below a table's head, which is lower, the number of new rows stands. */
const NEWER_PX = 28;

interface TimeGridProps extends Pick<GridShared, "statuses" | "current" | "onOpen" | "onOpenMenu"> {
  /** Those that have a column on each day. */
  providers: readonly ProviderChoice[];
  records: readonly AppointmentModel[];
  days: readonly string[];
  /** The present day at the clinic. */
  today: string;
  /** The opening hours in minutes after midnight; null if unknown. */
  opening: { from: number; until: number } | null;
}

/** What the visits are drawn on: the columns and the hours. */
type Frame = Pick<TimeGridProps, "providers" | "opening">;

const frameKey = ({ providers, opening }: Frame) => JSON.stringify([providers, opening]);

/** A line across a day's columns at the clinic's present time, behind the visits so that it crosses no text. */
function NowLine({ top, left, width }: { top: number; left: number; width: number }) {
  return (
    <div
      aria-hidden="true"
      data-now=""
      className="pointer-events-none absolute border-t-2 border-danger"
      style={{ top: top - 1, left, width }}
    />
  );
}

/** The clinic's present time in the column of hours, where the line of now begins. */
function NowMark({ top, minutes }: { top: number; minutes: number }) {
  return (
    <span
      aria-hidden="true"
      className="absolute right-0 z-1 rounded-l-sm bg-danger px-1 text-xs leading-4 font-medium text-danger-on tabular-nums"
      style={{ top: top - 8 }}
    >
      {shortClock(minutes)}
    </span>
  );
}

/** Returns the button that is drawn for an item: its own, or that of the crowd that holds it. */
const drawnFor = (box: HTMLElement | null, key: string): HTMLElement | null =>
  box?.querySelector<HTMLElement>(`[data-item="${CSS.escape(key)}"], [data-holds~="${CSS.escape(key)}"]`) ?? null;

/**
 * Days as columns of providers along the clinic's clock. Arrow keys move between items. Enter opens one, and begins to move a
 * visit that can be moved; Space opens any.
 */
export function TimeGrid({
  providers: latestProviders,
  records: latest,
  days,
  today,
  opening: latestOpening,
  statuses,
  current,
  onOpen,
  onOpenMenu,
}: TimeGridProps) {
  const { timezone: timeZone } = useAccount();
  const box = useRef<HTMLDivElement>(null);
  const held = { list: box, part: "", isPlaced: true };
  const body = useRef<HTMLDivElement>(null);
  const { moves, keyOf, moved, forgetArrived } = useMovedVisits();
  const { rows, markOf, newer } = useHeldRows(latest, { ...held, keyOf });
  const records = useMemo(() => moved(rows), [moved, rows]);
  useEffect(() => forgetArrived(rows), [forgetArrived, rows]);
  const frame = { providers: latestProviders, opening: latestOpening };
  const { providers, opening } = useHeldRows([frame], { ...held, keyOf: frameKey }).rows[0] ?? frame;
  const columns = useMemo(() => columnsOf(days, providers, records, timeZone), [days, providers, records, timeZone]);
  const isWeek = days.length > 1;
  const visible = useVisibleColumns(box, isWeek ? MIN_COLUMN_PX.week : MIN_COLUMN_PX.day, columns.length);
  const { width, from, until } = visible;
  const hours = useMemo(() => hoursOf(columns, opening), [columns, opening]);
  const begin = useMemo(() => beginOfWork(columns, opening), [columns, opening]);
  const changes = useStatusChanges();
  const changed = useVisitMarks();
  const canChange = useCanChangeStatus();
  const onSetStatus = useChangeStatus();
  const meanings = useMeanings();
  const now = useNow(60_000);
  const [last, setReached] = useState<string | null>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  const [crowd, setCrowd] = useState<{ items: readonly CalendarItem[]; button: HTMLElement } | null>(null);
  const reached = useMemo(() => (placeOf(columns, last) ? last : firstItem(columns)), [columns, last]);
  const height = (hours.until - hours.from) * MINUTE_PX;
  const grid = { box, body, columns, hours, width, today };
  const { canMove, movingKey, ...move } = useGridMoves({ ...grid, onOpen, onReturn: setWanted });
  const { book, slip } = useBookPlace(columns, today);
  const heldMarkOf = rows === latest ? undefined : markOf;
  const shared = useMemo(
    () => ({
      heldMarkOf,
      hours,
      width,
      timeZone,
      statuses,
      meanings,
      changes,
      changed,
      canChange,
      canMove,
      current,
      onOpen,
      onOpenMenu,
      onSetStatus,
      onReach: setReached,
      onOpenCrowd: (items: readonly CalendarItem[], button: HTMLElement) => setCrowd({ items, button }),
    }),
    [
      heldMarkOf,
      hours,
      width,
      timeZone,
      statuses,
      meanings,
      changes,
      changed,
      canChange,
      canMove,
      current,
      onOpen,
      onOpenMenu,
      onSetStatus,
    ],
  );

  const perDay = columns.length / days.length;
  const todayAt = days.indexOf(today);
  const minutes = now === null ? null : minutesIn(timeZone, now);
  const isNowShown = todayAt !== -1 && minutes !== null && minutes >= hours.from && minutes <= hours.until;
  const shownNow = isNowShown ? minutes : null;

  const showNow = useCallback(
    (element: HTMLDivElement) => {
      const minute = minutesIn(timeZone, Date.now());
      // Another day, and today after its last hour, begin with the work, not with the end of a visit of the night.
      const first = todayAt === -1 || minute > hours.until ? begin : minute - BEFORE_NOW;
      element.scrollTop = (first - hours.from) * MINUTE_PX;
      if (isWeek && todayAt !== -1) element.scrollLeft = todayAt * perDay * width;
    },
    [timeZone, todayAt, perDay, isWeek, hours, begin, width],
  );
  const shown = useRef("");
  useLayoutEffect(() => {
    const place = `${days[0]} ${days.length}`;
    // Scrolls once per part of the calendar, so that the user's own scrolling is kept.
    if (shown.current === place || !box.current || width * columns.length === 0) return;
    shown.current = place;
    showNow(box.current);
  }, [days, columns.length, width, showNow]);

  // A column out of view is drawn first; then its item gets the focus.
  useEffect(() => {
    if (wanted === null) return;
    const element = drawnFor(box.current, wanted);
    if (!element) return;
    element.focus();
    setWanted(null);
  }, [wanted]);

  const takeClick = (event: MouseEvent) => {
    const isEmpty = (event.target as HTMLElement).closest("li, button") === null;
    const place = isEmpty && book ? move.placeAt(event.clientX, event.clientY) : null;
    const column = place && columns[place.column];
    if (!book || !column || place.from < hours.from || place.from >= hours.until) return;
    book({ column: place.column, from: bookableFrom(column, place.from, move.takesTime) });
  };

  const takeKey = (event: KeyboardEvent) => {
    if (move.begin(event)) return;
    const from = event.target as HTMLElement;
    const id = from.dataset.item;
    let next = id === undefined ? null : itemAfter(columns, id, event.key);
    // All records of a crowd are passed at once.
    while (next !== null && drawnFor(box.current, next) === from) {
      const behind = itemAfter(columns, next, event.key);
      next = behind === next ? null : behind;
    }
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const left = (placeOf(columns, next)?.column ?? 0) * width;
    const element = box.current;
    if (element && (left < element.scrollLeft || left + width > element.scrollLeft + element.clientWidth - HOURS_PX)) {
      element.scrollLeft = left;
    }
    setReached(next);
    setWanted(next);
  };

  return (
    <div className="relative">
      <MoveOutcomes moves={moves} />
      {move.said}
      {slip}
      <div className="group/grid relative">
        {/* Those who see it need it where the keyboard's focus is on a visit that can be moved. */}
        <span
          id={HOW_TO_MOVE}
          className="pointer-events-none invisible absolute right-4 bottom-4 z-30 rounded-md bg-fg px-2 py-1 text-xs text-canvas shadow-tip group-has-[[aria-describedby]:focus-visible]/grid:visible"
        >
          {moveWords.howToMove}
        </span>
        <div
          className="absolute inset-x-0 z-30 h-0"
          style={{ top: headHeight(days.length, columns.length) - NEWER_PX }}
        >
          {newer}
        </div>
        <ScrollArea
          ref={box}
          label={words.calendar}
          onKeyDown={takeKey}
          {...move.pointer}
          onClickCapture={(event) => {
            if (move.isEndOfDrag()) event.stopPropagation();
          }}
          className={`${movingKey === null ? "" : "select-none"} relative h-[max(26rem,calc(100dvh-13rem))] overflow-auto overscroll-x-contain`}
          style={{ scrollPaddingTop: headHeight(days.length, columns.length), scrollPaddingLeft: HOURS_PX }}
        >
          <div style={{ width: HOURS_PX + width * columns.length, minWidth: "100%" }}>
            <GridHead columns={columns} visible={visible} days={days} today={today} />
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the menu New books by keyboard, and open slots have buttons of their own */}
            {/* biome-ignore lint/a11y/noStaticElementInteractions: an empty place has no name to read */}
            <div
              ref={body}
              onClick={takeClick}
              className={book ? "relative pointer-fine:cursor-cell" : "relative"}
              style={{
                height,
                backgroundImage: "linear-gradient(var(--line) 1px, transparent 1px)",
                backgroundSize: `100% ${HOUR * MINUTE_PX}px`,
              }}
            >
              {shownNow === null ? null : (
                <NowLine
                  top={(shownNow - hours.from) * MINUTE_PX}
                  left={HOURS_PX + todayAt * perDay * width}
                  width={perDay * width}
                />
              )}
              <Hours {...hours} now={shownNow} />
              {columns.slice(from, until).map((column, index) => (
                <div
                  key={column.key}
                  className={
                    isWeek && (from + index) % perDay === 0
                      ? "absolute top-0 h-full border-l border-line-strong/50 contain-layout contain-style"
                      : "absolute top-0 h-full border-l border-line contain-layout contain-style"
                  }
                  style={{ left: HOURS_PX + (from + index) * width, width }}
                >
                  <GridColumn
                    column={column}
                    shared={shared}
                    reached={column.items.some(({ key }) => key === reached) ? reached : null}
                    moving={column.items.some(({ key }) => key === movingKey) ? movingKey : null}
                  />
                </div>
              ))}
              {move.preview}
            </div>
          </div>
          {crowd ? (
            <CrowdList
              {...crowd}
              timeZone={timeZone}
              statuses={statuses}
              meanings={meanings}
              onOpen={onOpen}
              onClose={() => setCrowd(null)}
            />
          ) : null}
        </ScrollArea>
      </div>
    </div>
  );
}

interface HoursProps {
  from: number;
  until: number;
  /** The clinic's present minute; null if the calendar does not show it. */
  now: number | null;
}

/** The column of hours on the clinic's clock, with the mark of now in the place of a label that it would cover. */
function Hours({ from, until, now }: HoursProps) {
  const hours = Array.from({ length: (until - from) / HOUR }, (_, index) => from + index * HOUR);
  const isFree = (hour: number) => now === null || Math.abs(hour - now) * MINUTE_PX >= MARK_PX;
  return (
    <div
      className="sticky left-0 z-10 h-full border-r border-line bg-surface text-right text-xs text-faint tabular-nums"
      style={{ width: HOURS_PX }}
    >
      {hours.filter(isFree).map((hour) => (
        <span
          key={hour}
          className="absolute right-2 leading-4"
          style={{ top: hour === from ? 2 : (hour - from) * MINUTE_PX - 8 }}
        >
          {hourWords(hour)}
        </span>
      ))}
      {now === null ? null : <NowMark top={(now - from) * MINUTE_PX} minutes={now} />}
    </div>
  );
}
