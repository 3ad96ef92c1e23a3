import type { ReactNode, RefObject } from "react";
import type { HeldKey } from "./held-rows.ts";

export interface HeldRowsOptions<Row> {
  /** An element of the list's `data-held-list`, or this element itself. */
  list: RefObject<Element | null>;
  keyOf: (row: Row) => HeldKey;
  /** Identifies the shown rows of the list, such as by their order: after a change nothing is held. */
  part: string;
  /** All rows, if only the first of them are shown in a digest: a row that moves up among them is not a new one. */
  all?: readonly Row[];
  /** All records from which the list is made, if the page has more: a row that has left shows what became of it. */
  known?: readonly Row[] | undefined;
  /** True if a row has a place of its own, as in a calendar, so that none can be added below. */
  isPlaced?: boolean;
}

/** The rows to show. */
export interface HeldRows<Row> {
  rows: readonly Row[];
  /** The mark of a row that has left the list and is held; null for other rows. */
  markOf: (row: Row) => ReactNode;
  /** All rows of the list when nothing was held. */
  all: readonly Row[];
  /** Says how many new rows wait, and shows them once it is pressed; null if none waits. */
  newer: ReactNode;
}

/** What a list showed last, and its key. */
export interface Before<Row> {
  of: string | undefined;
  held: HeldRows<Row>;
}

/** What holds rows still, once it is loaded. */
export interface Holder {
  /**
   * Begins to follow where a person points; `onMove` is called when another list is pointed at. `isResting`: whether it was a
   * pointer that rests where it is, unlike a finger or a key.
   */
  begin: (onMove: () => void, pointedAt: Element | null | undefined, isResting: boolean) => void;
  hold: <Row>(
    before: RefObject<Before<Row> | null>,
    latest: readonly Row[],
    listKey: string | undefined,
    list: HeldRowsOptions<Row>,
    onRelease: () => void,
  ) => HeldRows<Row>;
  isPointedAt: (list: Element | null) => boolean;
  keepFocus: (list: HTMLElement | null) => void;
}
