/**
 * What a look reads: entries due since the last look and those that it left, also those of groups that were full, all that
 * are due, or also what is behind a flood.
 */
export type Reach = "new" | "left" | "all" | "deep";

const REACHES: readonly Reach[] = ["new", "left", "all", "deep"];

const farther = (one: Reach, other: Reach): Reach => (REACHES.indexOf(one) > REACHES.indexOf(other) ? one : other);

/** How a look ended: nothing is left to do, another one is needed at once, there was no place to look for, or it failed. */
export type Looked = "done" | "again" | "no place" | "failed";

/** Pause before a deep look, and its least in relation to how long the last one took: they bound what it costs. */
const DEEP_MS = 250;
const DEEP_SHARE = 4;

/** Pause after a look that failed: the wake-ups that it was for do not come again. */
const AFTER_FAILURE_MS = 500;

/**
 * When a queue is looked at; always in one of these modes:
 * - `resting`: nobody has asked since the last look began. Wake-ups, polls and entries that end ask.
 * - `asked`: a look begins after this turn of the event loop, one for all that ask in it: the entries of a batch are
 *   written and end together.
 * - `looking`: a look is under way.
 * - `asked-again`: a look is under way that may not see what was asked for since, so another one follows.
 * - `ending`: the last look is under way.
 * - `ended`: no look follows.
 */
type Mode = "resting" | "asked" | "looking" | "asked-again" | "ending" | "ended";

/** The looks of a process at one queue, one after the other. */
export class Looks {
  #mode: Mode = "resting";
  /** What the next look is to read. */
  #reach: Reach = "new";
  readonly #later = new Map<Reach, NodeJS.Timeout>();
  /** Milliseconds that the last deep look took. */
  #deepTook = 0;
  readonly #look: (reach: Reach) => Promise<Looked>;
  readonly #rested: () => void;

  /** `rested` is called whenever no look is under way or asked for any more. */
  constructor(look: (reach: Reach) => Promise<Looked>, rested: () => void) {
    this.#look = look;
    this.#rested = rested;
  }

  /** Returns whether a look is under way or asked for. */
  get pending(): boolean {
    return this.#mode !== "resting" && this.#mode !== "ended";
  }

  /** Returns whether a look is under way, which asks for another one itself if something has changed meanwhile. */
  get underWay(): boolean {
    return this.#mode === "looking" || this.#mode === "asked-again" || this.#mode === "ending";
  }

  /** Returns whether no look follows. */
  get over(): boolean {
    return this.#mode === "ending" || this.#mode === "ended";
  }

  ask(reach: Reach): void {
    this.#reach = farther(this.#reach, reach);
    if (this.#mode === "looking") this.#mode = "asked-again";
    if (this.#mode !== "resting") return;
    this.#mode = "asked";
    setImmediate(() => void this.#begin());
  }

  /** Asks for a deep look in a while: a flood fills each look, and what waits behind it is found by these. */
  askDeep(): void {
    this.#askIn(Math.max(DEEP_MS, DEEP_SHARE * this.#deepTook), "deep");
  }

  /** Asks in some milliseconds, unless that is planned already. */
  #askIn(ms: number, reach: Reach): void {
    if (this.#later.has(reach)) return;
    const timer = setTimeout(() => {
      this.#later.delete(reach);
      this.ask(reach);
    }, ms);
    this.#later.set(reach, timer.unref());
  }

  /** Lets no look follow. */
  end(): void {
    this.#mode = this.#mode === "looking" || this.#mode === "asked-again" ? "ending" : "ended";
  }

  async #begin(): Promise<void> {
    if (this.#mode !== "asked") return;
    this.#mode = "looking";
    const reach = this.#reach;
    this.#reach = "new";
    const began = performance.now();
    const looked = await this.#look(reach);
    if (reach === "deep") this.#deepTook = performance.now() - began;
    if (looked === "no place") this.#reach = farther(this.#reach, reach);
    if (looked === "failed") this.#askIn(AFTER_FAILURE_MS, "all");
    this.#finish(looked);
  }

  #finish(looked: Looked): void {
    const again = this.#mode === "asked-again" || (this.#mode === "looking" && looked === "again");
    this.#mode = this.over ? "ended" : "resting";
    if (again) this.ask("new");
    else this.#rested();
  }
}
