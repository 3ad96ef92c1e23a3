import { MAKE_UP, MODES, runCodes } from "./fax-codes.ts";

/** A tree of codes: each bit leads to a branch, and a code ends at its value. */
type Tree<Value> = { next: [Tree<Value> | undefined, Tree<Value> | undefined]; value?: Value };

function treeOf<Value>(codes: Iterable<[string, Value]>): Tree<Value> {
  const root: Tree<Value> = { next: [undefined, undefined] };
  for (const [code, value] of codes) {
    let at = root;
    for (const bit of code) {
      const side = bit === "1" ? 1 : 0;
      at.next[side] ??= { next: [undefined, undefined] };
      at = at.next[side];
    }
    at.value = value;
  }
  return root;
}

type Mode = (typeof MODES)[keyof typeof MODES];

const WHITE = treeOf(runCodes("white"));
const BLACK = treeOf(runCodes("black"));
const MODE = treeOf<Mode>(Object.entries(MODES));

class Broken extends Error {}

class Bits {
  readonly #data: Uint8Array;
  #at = 0;

  constructor(data: Uint8Array) {
    this.#data = data;
  }

  read<Value>(tree: Tree<Value>): Value {
    let at: Tree<Value> | undefined = tree;
    while (at !== undefined && at.value === undefined) {
      const byte = this.#data[this.#at >> 3];
      if (byte === undefined) throw new Broken("The data end within a row");
      at = at.next[(byte >> (7 - (this.#at & 7))) & 1 ? 1 : 0];
      this.#at += 1;
    }
    if (at?.value === undefined) throw new Broken("No code");
    return at.value;
  }

  run(isBlack: boolean): number {
    let length = 0;
    for (;;) {
      const part = this.read(isBlack ? BLACK : WHITE);
      length += part;
      if (part < MAKE_UP) return length;
    }
  }
}

/** Returns the first change of color in the row above that is right of `from` and of the other color than the current one. */
function changeAbove(above: readonly number[], from: number, isBlack: boolean, start: number): number {
  let index = start;
  while (index > 0 && (above[index - 1] ?? 0) > from) index -= 1;
  while (index < above.length && ((above[index] ?? 0) <= from || (index % 2 === 1) !== isBlack)) index += 1;
  return index;
}

/** Reads a row of `width` pixels by the row above it. Both are the places at which the color changes, from white. */
function rowBelow(bits: Bits, above: readonly number[], width: number): number[] {
  const changes: number[] = [];
  /** Two changes at one place are none. */
  const change = (place: number) => (changes.at(-1) === place ? changes.pop() : changes.push(place));
  let [at, isBlack, near] = [-1, false, 0];
  while (at < width) {
    near = changeAbove(above, at, isBlack, near);
    const mode = bits.read(MODE);
    if (mode === "horizontal") {
      const first = Math.max(at, 0) + bits.run(isBlack);
      at = first + bits.run(!isBlack);
      change(first);
      change(at);
    } else if (mode === "pass") {
      at = above[near + 1] ?? width;
    } else {
      const next = (above[near] ?? width) + mode;
      if (next < Math.max(at, 0)) throw new Broken("A change of color before the last one");
      at = next;
      change(at);
      isBlack = !isBlack;
    }
    if (at > width) throw new Broken("A row that is too long");
  }
  return changes;
}

/**
 * Returns whether a picture of Group 4 fax (ITU-T T.6) has all its rows: what draws it shows what it has, and white for the
 * rest.
 */
export function isWholeFax(data: Uint8Array, width: number, height: number): boolean {
  const bits = new Bits(data);
  let row: number[] = [];
  try {
    for (let read = 0; read < height; read += 1) row = rowBelow(bits, row, width);
    return true;
  } catch (error) {
    if (error instanceof Broken) return false;
    throw error;
  }
}
