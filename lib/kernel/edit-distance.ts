/** The longest text that is compared; a name is shorter. */
const LONGEST = 64;
/** Three rows of the table of distances, used by one comparison after the other. */
const ROWS = [0, 1, 2].map(() => new Uint8Array(LONGEST + 1));

/**
 * Returns how many letters must be added, left out, replaced or exchanged with their neighbour to make one text of another
 * (optimal string alignment); `most + 1` if they are more than `most`, or if a text has more than 64 characters.
 */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most || one.length > LONGEST || other.length > LONGEST) return most + 1;
  let [before, last, next] = ROWS as [Uint8Array, Uint8Array, Uint8Array];
  for (let column = 0; column <= other.length; column++) last[column] = column;
  for (let row = 1; row <= one.length; row++) {
    next[0] = row;
    let least = row;
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      let steps = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        steps = Math.min(steps, (before[column - 2] ?? 0) + 1);
      next[column] = steps;
      least = Math.min(least, steps);
    }
    if (least > most) return most + 1;
    [before, last, next] = [last, next, before];
  }
  return Math.min(last[other.length] ?? 0, most + 1);
}
