/** A time span in the caller's unit. */
interface Timed {
  from: number;
  until: number;
}

/** An item with its lane: index `lane` from 0 of `lanes` side by side. */
export interface InLane<Item> {
  item: Item;
  lane: number;
  lanes: number;
}

/** Assigns overlapping items to lanes: in order of their beginnings, each to the first free lane. */
export function inLanes<Item extends Timed>(items: readonly Item[]): InLane<Item>[] {
  const ordered = [...items].sort((a, b) => a.from - b.from || b.until - a.until);
  const placed: InLane<Item>[] = [];
  let group: InLane<Item>[] = [];
  /** End of the last item in each lane of the group. */
  let taken: number[] = [];
  const close = () => {
    for (const one of group) one.lanes = taken.length;
    placed.push(...group);
    [group, taken] = [[], []];
  };
  for (const item of ordered) {
    if (taken.every((until) => until <= item.from)) close();
    const free = taken.findIndex((until) => until <= item.from);
    const lane = free === -1 ? taken.length : free;
    taken[lane] = item.until;
    group.push({ item, lane, lanes: 1 });
  }
  close();
  return placed;
}

/** Items that found no lane and begin within a short time. */
export interface Crowd<Item> extends Timed {
  items: Item[];
}

/**
 * Assigns overlapping items to lanes as `inLanes` does, if `room.all` lanes are enough for them; else to the first
 * `room.crowded` lanes, beside which the others stand as crowds: each of those that begin within `length` after its first.
 */
export function inFewLanes<Item extends Timed>(
  items: readonly Item[],
  room: { all: number; crowded: number },
  length: number,
): { placed: (InLane<Item> & { isCrowded: boolean })[]; crowds: Crowd<Item>[] } {
  const crowds: Crowd<Item>[] = [];
  const placed = inLanes(items).flatMap((one) => {
    if (one.lanes <= room.all) return [{ ...one, isCrowded: false }];
    if (one.lane < room.crowded) return [{ ...one, lanes: room.crowded, isCrowded: true }];
    const { item } = one;
    const last = crowds.at(-1);
    if (last && item.from < last.until) last.items.push(item);
    else crowds.push({ from: item.from, until: item.from + length, items: [item] });
    return [];
  });
  return { placed, crowds };
}
