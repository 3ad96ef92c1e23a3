/** Turns per round, over which the members are spread. */
const TURNS = 30;

export interface Member {
  /** Must not reject. */
  beat(): void | Promise<void>;
}

/**
 * Calls each member once per round. One timer serves all of them: a timer created while a request is answered would
 * retain the framework's request context, about 3 kB, for as long as it runs.
 */
export class Turns<Called extends Member = Member> {
  readonly #slots = Array.from({ length: TURNS }, () => new Set<Called>());
  readonly #turnMs: number;
  #timer: NodeJS.Timeout | null = null;
  #size = 0;
  #turn = 0;

  constructor(roundMs: number) {
    this.#turnMs = roundMs / TURNS;
  }

  /** Iterates over the members. */
  *[Symbol.iterator](): Generator<Called> {
    for (const slot of this.#slots) yield* slot;
  }

  add(member: Called): void {
    this.#slots[Math.floor(Math.random() * TURNS)]?.add(member);
    this.#size++;
    this.#timer ??= setInterval(() => this.#next(), this.#turnMs).unref();
  }

  delete(member: Called): void {
    if (!this.#slots.some((slot) => slot.delete(member)) || --this.#size > 0) return;
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  #next(): void {
    this.#turn = (this.#turn + 1) % TURNS;
    for (const member of this.#slots[this.#turn] ?? []) void member.beat();
  }
}
