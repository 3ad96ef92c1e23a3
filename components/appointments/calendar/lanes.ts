/** Something that takes up time; the unit is the caller's. */
interface Timed {
  from: number;
  until: number;
}

/** One of several that overlap: it has the lane `lane`, counted from 0, of `lanes` beside each other. */
export interface InLane<Item> {
  item: Item;
  lane: number;
  lanes: number;
}

/** Puts what overlaps side by side: in order of their beginnings, each in the first lane that is free by then. */
export function inLanes<Item extends Timed>(items: readonly Item[]): InLane<Item>[] {
  const ordered = [...items].sort((a, b) => a.from - b.from || b.until - a.until);
  const placed: InLane<Item>[] = [];
  let group: InLane<Item>[] = [];
  /** Until when each lane of the group is taken. */
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
