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
