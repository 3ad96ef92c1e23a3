/** Pixels for a minute: an appointment of 20 has room for a line and a half of text. */
export const MINUTE_PX = 1.8;
/** Nothing is drawn lower than this, however short it is, so that it can be read and hit. */
export const LEAST_MINUTES = 10;
/** The column of hours. */
export const HOURS_PX = 56;
/** Columns narrower than this have no room for a name. */
export const LEAST_COLUMN_PX = { day: 148, week: 92 } as const;
/** The rows of names above the columns: providers, and above them days where there are several. */
export const HEAD_PX = { day: 36, week: 68 } as const;
/** What stands beside a week's columns on a wide screen: the navigation, the page's margins and the hours. */
const BESIDE_WEEK_PX = 330;
const WEEK_DAYS = 7;
/** A week shows so many providers at least, even where it has to be scrolled. */
const LEAST_WEEK_PROVIDERS = 2;
/** Columns that are drawn beyond each edge of what is in sight. */
const AHEAD = 2;

export interface VisibleColumns {
  /** Pixels of one column. */
  width: number;
  /** The first column to draw, and one behind the last. */
  from: number;
  until: number;
}

/**
 * The columns to draw of `count`, none narrower than `least` pixels, in a box that shows `room` pixels of them from
 * `left` on.
 */
export function visibleColumns(left: number, room: number, least: number, count: number): VisibleColumns {
  const width = Math.max(least, count > 0 ? room / count : 0);
  const from = Math.max(0, Math.floor(left / width) - AHEAD);
  const until = Math.min(count, Math.ceil((left + Math.max(room, least)) / width) + AHEAD);
  return { width, from: Math.min(from, until), until };
}

/** Of how many providers a week shows columns until others are chosen: as many as fit on a screen of `screen` pixels. */
export const weekProviders = (screen: number): number =>
  Math.max(LEAST_WEEK_PROVIDERS, Math.floor((screen - BESIDE_WEEK_PX) / (WEEK_DAYS * LEAST_COLUMN_PX.week)));
