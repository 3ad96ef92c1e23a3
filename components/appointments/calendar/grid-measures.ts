/** Pixels per minute: an appointment of 20 minutes has room for one and a half lines of text. */
export const MINUTE_PX = 1.8;
/** Minimum drawn length in minutes, so that short records can be read and clicked. */
export const MIN_MINUTES = 10;
/** Minimum width of one of a few records side by side: a narrower one has no room for a name. */
const MIN_LANE_PX = 56;
/** Minimum width of one of many records side by side, whose names are to be told from each other. */
const READABLE_LANE_PX = 96;
/** Most records side by side that are a few. */
const FEW_LANES = 3;
/** Width of the button that lists the records without a lane. */
export const CROWD_PX = 32;
/** Drawn length in minutes of that button, so that it can be pressed. */
export const CROWD_MINUTES = 15;
/** Most of a column, and most pixels, for what takes the whole day beside other records. */
const WHOLE_DAY = { share: 1 / 3, px: 140 };
/** Width of the column of hours. */
export const HOURS_PX = 56;
/** Minimum width of a column: a narrower one has no room for a name. */
export const MIN_COLUMN_PX = { day: 148, week: 92 } as const;
/** Height of the headings: one row of providers or of days, or of several days with their providers below. */
const HEAD_PX = { oneRow: 36, twoRows: 68 } as const;
/** Distance in pixels within which the mark of now would cover part of an hour's label. */
export const MARK_PX = 16;
/** Columns drawn beyond each visible edge. */
const AHEAD = 2;

export interface VisibleColumns {
  /** Width of one column in pixels. */
  width: number;
  /** Index of the first column to draw, and of the one after the last. */
  from: number;
  until: number;
}

/**
 * Returns which of `count` columns to draw, none narrower than `least` pixels, in a box that is scrolled to `left` and
 * `room` pixels wide.
 */
export function visibleColumns(left: number, room: number, least: number, count: number): VisibleColumns {
  const width = Math.max(least, count > 0 ? room / count : 0);
  const from = Math.max(0, Math.floor(left / width) - AHEAD);
  const until = Math.min(count, Math.ceil((left + Math.max(room, least)) / width) + AHEAD);
  return { width, from: Math.min(from, until), until };
}

/** Returns the height of the headings. The head is drawn with it, and scrolling leaves it free. */
export const headHeight = (days: number, columns: number): number =>
  days > 1 && columns > days ? HEAD_PX.twoRows : HEAD_PX.oneRow;

/** Returns the width in pixels of a column's records that take the whole day, beside others or alone. */
export const wholeDayWidth = (width: number, wholeDays: number, others: number): number =>
  wholeDays === 0 ? 0 : others === 0 ? width : Math.min(width * WHOLE_DAY.share, WHOLE_DAY.px);

/** Returns the number of lanes in `width` pixels: up to `few` narrow ones, or more that are readable. */
const lanesUpTo = (few: number, width: number): number =>
  Math.max(Math.min(few, Math.floor(width / MIN_LANE_PX)), Math.floor(width / READABLE_LANE_PX));

/**
 * Returns the number of lanes in a column `width` pixels wide: if they are all, and beside the button for the others, which
 * may take the whole width.
 */
export const lanesIn = (width: number): { all: number; crowded: number } => ({
  all: Math.max(1, lanesUpTo(FEW_LANES, width)),
  crowded: Math.max(0, lanesUpTo(1, width - CROWD_PX)),
});
