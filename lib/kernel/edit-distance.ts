/** The longest text that is compared; a name is shorter. */
const LONGEST = 64;
/** Three rows of the table of distances, used by one comparison after the other. */
const ROWS = [0, 1, 2].map(() => new Uint8Array(LONGEST + 2));

/** Returns the last row of the table of distances between a text and the beginnings of another one; null if all are more than `most`. */
function lastRow(one: string, other: string, most: number): Uint8Array | null {
  let [before, last, next] = ROWS as [Uint8Array, Uint8Array, Uint8Array];
  const far = most + 1;
  for (let column = 0; column <= other.length; column++) last[column] = Math.min(column, far);
  for (let row = 1; row <= one.length; row++) {
    // Further from the diagonal than `most` no distance is less.
    const from = Math.max(1, row - most);
    const to = Math.min(other.length, row + most);
    next[from - 1] = from === 1 ? Math.min(row, far) : far;
    let least = next[from - 1] ?? far;
    const letter = one.charCodeAt(row - 1);
    const earlier = one.charCodeAt(row - 2);
    for (let column = from; column <= to; column++) {
      const own = other.charCodeAt(column - 1);
      let steps = (last[column - 1] ?? far) + (letter === own ? 0 : 1);
      const added = (last[column] ?? far) + 1;
      const omitted = (next[column - 1] ?? far) + 1;
      if (added < steps) steps = added;
      if (omitted < steps) steps = omitted;
      if (row > 1 && column > 1 && letter === other.charCodeAt(column - 2) && earlier === own) {
        const exchanged = (before[column - 2] ?? far) + 1;
        if (exchanged < steps) steps = exchanged;
      }
      next[column] = steps;
      if (steps < least) least = steps;
    }
    if (to < other.length) next[to + 1] = far;
    if (least > most) return null;
    [before, last, next] = [last, next, before];
  }
  return last;
}

/**
 * Returns how many letters must be added, left out, replaced or exchanged with their neighbour to make one text of another
 * (optimal string alignment); `most + 1` if they are more than `most`, or if a text has more than 64 characters.
 */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most || one.length > LONGEST || other.length > LONGEST) return most + 1;
  return Math.min(lastRow(one, other, most)?.[other.length] ?? most + 1, most + 1);
}
