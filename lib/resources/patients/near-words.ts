/** Words in the order of their code units. */
export interface SortedWords<Word extends { text: string }> {
  words: readonly Word[];
  /** Code units, 255 at most, that each word shares with the one before it. */
  shared: Uint8Array;
}

const MOST_SHARED = 255;

function sharedBy(one: string, other: string): number {
  const most = Math.min(one.length, other.length, MOST_SHARED);
  let count = 0;
  while (count < most && one.charCodeAt(count) === other.charCodeAt(count)) count += 1;
  return count;
}

/** Takes words that are sorted by their code units. */
export function sortedWords<Word extends { text: string }>(words: readonly Word[]): SortedWords<Word> {
  const shared = Uint8Array.from(words, ({ text }, index) => sharedBy(words[index - 1]?.text ?? "", text));
  return { words, shared };
}

export interface NearWord<Word> {
  word: Word;
  /** Letters that are wrong in the whole word; more than `most` if it is not near. */
  wrong: number;
  /** The same of its nearest beginning, which is shorter than the whole; more than `mostOfBeginning` if none is near. */
  begun: number;
}

interface Sought {
  /** Most wrong letters of a whole word. */
  most: number;
  /** The same of a beginning, not more than `most`; -1 if beginnings do not count. */
  mostOfBeginning: number;
}

/**
 * Returns the words of which the whole or a beginning is near to a text: a letter that must be added, left out, replaced or
 * exchanged with its neighbour is a wrong one (optimal string alignment, as `editDistance`). Words that begin alike share the rows
 * of the table of distances, and are passed over together once their beginning is too far.
 */
export function nearWords<Word extends { text: string }>(
  { words, shared }: SortedWords<Word>,
  text: string,
  { most, mostOfBeginning }: Sought,
): NearWord<Word>[] {
  const found: NearWord<Word>[] = [];
  const far = most + 1;
  const width = text.length + 1;
  const deepest = text.length + most;
  const letters = Uint16Array.from(text, (_, index) => text.charCodeAt(index));
  /** One row for each beginning of the word, of the distances between it and each beginning of the text. */
  const rows = new Uint8Array((deepest + 1) * width).fill(far);
  for (let column = 0; column < width; column++) rows[column] = Math.min(column, far);
  /** For each beginning of the word, the least distance of it and of shorter ones to the text. */
  const nearest = new Uint8Array(deepest + 1).fill(far);
  /** Code units of the last word whose rows are there; from `dead` on, none of a row is near. */
  let [depth, dead] = [0, Number.POSITIVE_INFINITY];

  /** Adds the row of a word's beginning of this length. Returns whether one of its distances is near. */
  const addRow = (word: string, row: number): boolean => {
    const [at, before, earlier] = [row * width, (row - 1) * width, (row - 2) * width];
    // Further from the diagonal than `most` no distance is less.
    const from = Math.max(1, row - most);
    const to = Math.min(text.length, row + most);
    const [letter, previous] = [word.charCodeAt(row - 1), word.charCodeAt(row - 2)];
    rows[at + from - 1] = from === 1 ? Math.min(row, far) : far;
    let least = rows[at + from - 1] ?? far;
    for (let column = from; column <= to; column++) {
      const own = letters[column - 1];
      let steps = (rows[before + column - 1] ?? far) + (letter === own ? 0 : 1);
      steps = Math.min(steps, (rows[before + column] ?? far) + 1, (rows[at + column - 1] ?? far) + 1);
      if (row > 1 && column > 1 && letter === letters[column - 2] && previous === own)
        steps = Math.min(steps, (rows[earlier + column - 2] ?? far) + 1);
      rows[at + column] = Math.min(steps, far);
      if (steps < least) least = steps;
    }
    if (to < text.length) rows[at + to + 1] = far;
    const whole = row < text.length - mostOfBeginning ? far : (rows[at + text.length] ?? far);
    nearest[row] = Math.min(nearest[row - 1] ?? far, whole);
    return least <= most;
  };

  for (let index = 0; index < words.length; index++) {
    const word = words[index];
    if (!word) break;
    const { length } = word.text;
    const common = Math.min(shared[index] ?? 0, depth);
    if (common < dead) {
      [depth, dead] = [common, Number.POSITIVE_INFINITY];
      while (depth < Math.min(length, deepest) && dead > depth) {
        depth += 1;
        if (!addRow(word.text, depth)) dead = depth;
      }
    }
    const isDead = dead <= depth;
    const wrong = !isDead && depth === length ? (rows[length * width + text.length] ?? far) : far;
    const beginning = Math.min(depth, text.length + mostOfBeginning);
    const begun = length > text.length ? (nearest[Math.min(beginning, length - 1)] ?? far) : far;
    if (wrong <= most || begun <= mostOfBeginning) found.push({ word, wrong, begun });
    else if (isDead && (nearest[beginning] ?? far) > mostOfBeginning)
      while ((shared[index + 1] ?? 0) >= dead) index += 1;
  }
  return found;
}
