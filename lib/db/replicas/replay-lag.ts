/** Most remembered positions: an hour at one a second. */
const MAX_MARKS = 3_600;

/** Returns a position in the write-ahead log as a number; PostgreSQL writes it as two hexadecimal halves, `16/B374D848`. */
export function walPosition(text: string): bigint {
  const [high = "", low = ""] = text.split("/");
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/**
 * Works out by how much a replica lags, by the clock of this process alone: a position that the primary had reached at a
 * moment, and that the replica has not replayed, is as old as that moment. PostgreSQL's own time of the last replayed
 * transaction says less: on an idle primary it grows although nothing is missing.
 */
export class ReplayLag {
  /** Positions that the primary has reached, and when (ms), oldest first. */
  #marks: { position: bigint; at: number }[] = [];

  /** Notes the primary's position at a moment. */
  mark(position: bigint, at: number): void {
    const last = this.#marks.at(-1);
    if (position === last?.position) return;
    // After a failover the log may continue from an earlier position.
    if (last && position < last.position) this.#marks = [];
    this.#marks.push({ position, at });
    if (this.#marks.length > MAX_MARKS) this.#marks.shift();
  }

  /** Returns the lag (s) of a replica that has replayed up to a position, 0 if it lacks nothing that is known here. */
  lagOf(replayed: bigint, now: number): number {
    const missing = this.#marks.find(({ position }) => position > replayed);
    return missing ? Math.max(0, now - missing.at) / 1_000 : 0;
  }
}
