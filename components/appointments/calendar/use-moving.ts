import { type KeyboardEvent, type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import type { CalendarColumn, CalendarItem } from "./calendar-columns.ts";
import { placeOf } from "./grid-keys.ts";
import { HOURS_PX, MINUTE_PX } from "./grid-measures.ts";
import { type GridPlace, nearestPlace, placeAfter } from "./move-place.ts";

/** Pixels that a pointer goes before it moves what it holds: fewer are a click. */
const SLACK_PX = 5;
/** Distance from an edge of the calendar within which a held visit scrolls it, and how far in each frame. */
const EDGE_PX = 36;
const SCROLL_PX = 8;

/** A visit that is being moved. */
export interface Moving {
  item: CalendarItem;
  /** Where it was. */
  start: GridPlace;
  place: GridPlace;
  by: "pointer" | "keyboard";
}

interface Pressed {
  item: CalendarItem;
  start: GridPlace;
  x: number;
  y: number;
  /** Minutes between the visit's beginning and where it is held. */
  grip: number;
  pointerId: number;
}

interface MovingOptions {
  /** The scrolling box, and the part of it that is drawn along the hours. */
  box: RefObject<HTMLElement | null>;
  body: RefObject<HTMLElement | null>;
  columns: readonly CalendarColumn[];
  hours: { from: number; until: number };
  /** Width of a column in pixels. */
  width: number;
  canMove: (record: AppointmentModel) => boolean;
  /** Called with a visit that was dropped, and whether that is another place than its own. */
  onDrop: (moving: Moving, isElsewhere: boolean) => void;
  /** Called with a visit whose move was given up. */
  onGiveUp: (moving: Moving) => void;
}

const isSame = (one: GridPlace, other: GridPlace) => one.column === other.column && one.from === other.from;

/** Returns the direction in which a point near an edge of a span scrolls. */
const towards = (at: number, from: number, until: number): number =>
  at < from + EDGE_PX ? -1 : at > until - EDGE_PX ? 1 : 0;

/**
 * Moves a visit of the calendar: a mouse or a pen drags it; a finger scrolls. Enter on it begins, the arrow and page keys move
 * it, Enter drops it, Escape gives up.
 */
export function useMoving({ box, body, columns, hours, width, canMove, onDrop, onGiveUp }: MovingOptions) {
  const [moving, setMoving] = useState<Moving | null>(null);
  const pressed = useRef<Pressed | null>(null);
  /** True until the click that ends a drag has passed. */
  const wasDragged = useRef(false);
  const room = { columns: columns.length, hours };

  const findMovable = (target: EventTarget): { item: CalendarItem; start: GridPlace } | null => {
    const key = (target as HTMLElement).closest<HTMLElement>("[data-item]:not([data-holds])")?.dataset.item;
    const column = key === undefined ? undefined : placeOf(columns, key)?.column;
    const item = column === undefined ? undefined : columns[column]?.items.find((each) => each.key === key);
    if (column === undefined || !item?.begins || !canMove(item.record)) return null;
    return { item, start: { column, from: item.from } };
  };

  /** Returns the place in the calendar, in columns and minutes, below a point of the window. */
  const placeAt = (x: number, y: number): GridPlace | null => {
    const drawn = body.current?.getBoundingClientRect();
    if (!drawn || width === 0) return null;
    return {
      column: Math.floor((x - drawn.left - HOURS_PX) / width),
      from: hours.from + (y - drawn.top) / MINUTE_PX,
    };
  };

  const end = useCallback(
    (ended: Moving, isDropped: boolean) => {
      pressed.current = null;
      setMoving(null);
      if (isDropped) onDrop(ended, !isSame(ended.place, ended.start));
      else onGiveUp(ended);
    },
    [onDrop, onGiveUp],
  );

  const drag = (x: number, y: number) => {
    const held = pressed.current;
    const under = placeAt(x, y);
    if (!held || !under) return;
    const place = nearestPlace({ column: under.column, from: under.from - held.grip }, room);
    setMoving((now) =>
      now && isSame(now.place, place) ? now : { item: held.item, start: held.start, place, by: "pointer" },
    );
  };

  const last = useRef({ x: 0, y: 0 });
  const isDragging = moving?.by === "pointer";
  const dragAgain = useRef(drag);
  useEffect(() => {
    dragAgain.current = drag;
  });
  useEffect(() => {
    if (!isDragging) return;
    const scroll = () => {
      const element = box.current;
      if (element) {
        const { x, y } = last.current;
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const [across, down] = [towards(x, left + HOURS_PX, right), towards(y, top, bottom)];
        if (across !== 0 || down !== 0) {
          element.scrollBy(across * SCROLL_PX, down * SCROLL_PX);
          dragAgain.current(x, y);
        }
      }
      frame = requestAnimationFrame(scroll);
    };
    let frame = requestAnimationFrame(scroll);
    return () => cancelAnimationFrame(frame);
  }, [isDragging, box]);

  useEffect(() => {
    if (!isDragging || !moving) return;
    const giveUp = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      end(moving, false);
    };
    window.addEventListener("keydown", giveUp, { capture: true });
    return () => window.removeEventListener("keydown", giveUp, { capture: true });
  }, [isDragging, moving, end]);

  return {
    moving,
    placeAt,
    /** Handlers of the scrolling box. */
    pointer: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        wasDragged.current = false;
        if (event.pointerType === "touch" || event.button !== 0) return;
        const found = findMovable(event.target);
        const under = placeAt(event.clientX, event.clientY);
        if (!found || !under) return;
        const { clientX: x, clientY: y, pointerId } = event;
        pressed.current = { ...found, x, y, pointerId, grip: under.from - found.start.from };
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const held = pressed.current;
        if (!held || held.pointerId !== event.pointerId) return;
        const { clientX: x, clientY: y } = event;
        last.current = { x, y };
        if (!moving) {
          if (Math.hypot(x - held.x, y - held.y) < SLACK_PX) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          wasDragged.current = true;
        }
        drag(x, y);
      },
      onPointerUp: () => {
        pressed.current = null;
        if (isDragging && moving) end(moving, true);
      },
      onPointerCancel: () => {
        pressed.current = null;
        if (isDragging && moving) end(moving, false);
      },
    },
    /** Returns whether a click only ended a drag. */
    isEndOfDrag: () => wasDragged.current,
    /** Begins to move the visit that has the focus; returns whether it can be moved. */
    begin: (event: KeyboardEvent): boolean => {
      const found = event.key === "Enter" && !event.repeat ? findMovable(event.target) : null;
      if (!found) return false;
      event.preventDefault();
      setMoving({ ...found, place: found.start, by: "keyboard" });
      return true;
    },
    /** Takes a key while the keyboard moves a visit. */
    takeKey: (event: KeyboardEvent) => {
      if (!moving || event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab") return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === "Enter" && !event.repeat) return end(moving, true);
      if (event.key === "Escape") return end(moving, false);
      const place = placeAfter(moving.place, event.key, room);
      if (place) setMoving({ ...moving, place });
    },
    giveUp: () => {
      if (moving) end(moving, false);
    },
  };
}
