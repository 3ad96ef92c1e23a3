/** Ids that are kept to notice that they come again. */
const MOST = 200_000;

/** Counts the resources of files that may have the same one several times: it would stand in for one that they lack. */
export class DistinctIds {
  #seen = new Set<string>();

  /**
   * Returns how many of some ids have not come before; `before` is the number of those that have. Once that is not known,
   * as after another process read the beginning, all are counted.
   */
  countNew(before: number, ids: readonly string[]): number {
    if (before === 0) this.#seen = new Set();
    if (this.#seen.size !== before || before > MOST) {
      this.#seen = new Set();
      return ids.length;
    }
    for (const id of ids) this.#seen.add(id);
    return this.#seen.size - before;
  }
}
