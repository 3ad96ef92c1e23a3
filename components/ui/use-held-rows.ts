import { createContext, type RefObject, use, useEffect, useRef, useSyncExternalStore } from "react";
import type { Before, HeldRows, HeldRowsOptions, Holder } from "./held-list.ts";

/**
 * Identifies the rows of the list around: while it stays the same, they hold still for a person who points at them.
 * Undefined for lists that no action and no event changes.
 */
export const ListKey = createContext<string | undefined>(undefined);

let holder: Holder | null = null;
let version = 0;
const listeners = new Set<() => void>();

const tell = () => {
  version += 1;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
const versionNow = () => version;

const load = async (pointedAt: Element | null | undefined, isResting: boolean) => {
  const loaded = await import("./holder.tsx");
  if (holder !== null) return;
  holder = loaded.holder;
  holder.begin(tell, pointedAt, isResting);
  tell();
};

const LIST = "[data-held-list]";
const SIGNS = ["pointermove", "pointerdown", "keydown"] as const;

/** Loads what holds rows still at the first sign of a person, once for all lists of the page. */
export function useHoldingSoon(): void {
  useEffect(() => {
    const end = new AbortController();
    const begin = (list: Element | null | undefined, isResting: boolean) =>
      void load(list, isResting).then(
        () => end.abort(),
        () => undefined,
      );
    for (const sign of SIGNS) {
      // The target itself may be gone once the code is there. That of a key may be the document.
      const onSign = ({ target, pointerType = "" }: Event & { pointerType?: string }) =>
        begin((target as Element).closest?.(LIST), pointerType === "mouse" || pointerType === "pen");
      // A button that is touched keeps its events from the window, and a finger gives no other sign before them.
      window.addEventListener(sign, onSign, { signal: end.signal, capture: true });
    }
    // The pointer may rest there since before the page's scripts ran.
    const pointed = document.querySelector(`${LIST}:hover`);
    if (pointed) begin(pointed, window.matchMedia("(hover: hover)").matches);
    return () => end.abort();
  }, []);
}

const noMark = () => null;

/** Holds the rows of a list still while a person points at it, or at a list below, by pointer, touch or keyboard. */
export function useHeldRows<Row>(latest: readonly Row[], options: HeldRowsOptions<Row>): HeldRows<Row> {
  useSyncExternalStore(subscribe, versionNow, versionNow);
  const before = useRef<Before<Row> | null>(null);
  const around = use(ListKey);
  const listKey = around === undefined && !options.all ? undefined : `${around} ${options.part}`;
  const held: HeldRows<Row> = holder?.hold(before, latest, listKey, options, tell) ?? {
    rows: latest,
    all: options.all ?? latest,
    markOf: noMark,
    newer: null,
  };
  useEffect(() => {
    before.current = { of: listKey, held };
  });
  return held;
}

/**
 * Returns the number of rows that a list shows: at least one while a person points at it who has seen its last row, which
 * is then held. Keeps the focus in the list when the row that had it goes.
 */
export function useKeptCount(list: RefObject<HTMLElement | null>, count: number, listKey: string | undefined): number {
  useSyncExternalStore(subscribe, versionNow, versionNow);
  const filled = useRef<string | undefined>(undefined);
  const isKept = listKey !== undefined && filled.current === listKey && holder?.isPointedAt(list.current) === true;
  const kept = isKept && count === 0 ? 1 : count;
  useEffect(() => {
    filled.current = kept > 0 ? listKey : undefined;
    holder?.keepFocus(list.current);
  });
  return kept;
}
