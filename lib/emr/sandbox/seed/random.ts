/** A generator that yields the same numbers for the same name: for the demo's records, never for secrets. */
export interface Random {
  /** Returns a number from 0 inclusive to 1 exclusive. */
  next(): number;
  /** Returns an integer from `least` to `most`, both inclusive. */
  between(least: number, most: number): number;
  pick<T>(from: readonly T[]): T;
  /** Returns true in this share of cases, 0 to 1. */
  chance(share: number): boolean;
}

/** FNV-1a hash of a name in 32 bits. */
function hash(name: string): number {
  let value = 0x811c9dc5;
  for (const character of name) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}

/** Returns the generator of a name (mulberry32). */
export function randomOf(name: string): Random {
  let state = hash(name);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    chance: (share) => next() < share,
    pick(from) {
      const picked = from[between(0, from.length - 1)];
      if (picked === undefined) throw new Error("Nothing to pick from");
      return picked;
    },
  };
}
