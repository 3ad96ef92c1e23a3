/** A page whose visits are marked that changed since a person looked at it. */
export type LookedPage = "today" | "calendar";

interface Look {
  /** Changes that were noticed later (ISO 8601) are marked; "" marks all. */
  since: string;
  /** When the newest change was noticed that the page knew of while it was in view. */
  upTo: string;
  /** When the page was last in view, in milliseconds. */
  at: number;
}

/** What one person has looked at in one account (decisions §15). */
export interface Looked {
  pages: Readonly<Partial<Record<LookedPage, Look>>>;
  /** By the id of a visit that was opened: when the newest of its changes was noticed that the person has seen. */
  seen: Readonly<Record<string, string>>;
}

export const NOTHING_LOOKED_AT: Looked = { pages: {}, seen: {} };

/** A page that is opened again within this time goes on with its look: a reload or a way to a patient takes no mark away. */
const LOOK_MS = 30 * 60_000;
/** How long the feed keeps changes by default. */
const KEPT_MS = 30 * 86_400_000;

const later = (one: string, other: string): string => (one > other ? one : other);

/** Returns what was looked at when a page is opened. If the last look is over, the page marks the changes that were noticed after it. */
export function beginLook(looked: Looked, page: LookedPage, now: number): Looked {
  const kept = new Date(now - KEPT_MS).toISOString();
  const seen = Object.fromEntries(Object.entries(looked.seen).filter(([, noticed]) => noticed > kept));
  const last = looked.pages[page];
  const isOver = last && now - last.at > LOOK_MS;
  return { seen, pages: isOver ? { ...looked.pages, [page]: { ...last, since: last.upTo } } : looked.pages };
}

/** Returns what was looked at with a page in view, which knows changes up to `newest`. Its first look marks none of them. */
export function keepLook(looked: Looked, page: LookedPage, newest: string, now: number): Looked {
  const { since, upTo } = looked.pages[page] ?? { since: newest, upTo: newest };
  return { ...looked, pages: { ...looked.pages, [page]: { since, upTo: later(upTo, newest), at: now } } };
}

/** Returns what was looked at once changes of visits were seen: by the visit's id when the newest of them was noticed. */
export const withSeen = (looked: Looked, seen: Looked["seen"]): Looked => ({
  ...looked,
  seen: { ...looked.seen, ...seen },
});

/** Returns whether a page marks a change of a visit. */
export const isMarked = (looked: Looked, page: LookedPage, visit: string, noticedAt: string): boolean =>
  noticedAt > later(looked.pages[page]?.since ?? "", looked.seen[visit] ?? "");
