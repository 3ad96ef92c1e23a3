/** Slots per round, over which the members are spread. */
const SLOTS = 30;

export interface Member {
  /** Must not reject. */
  beat(): void | Promise<void>;
}

/**
 * Calls each member once per round. One timer serves all of them: a timer created while a request is answered would
 * retain the framework's request context, about 3 kB, for as long as it runs.
 */
export class Heartbeat<Called extends Member = Member> {
  readonly #slots = Array.from({ length: SLOTS }, () => new Set<Called>());
  readonly #slotMs: number;
  #timer: NodeJS.Timeout | null = null;
  #size = 0;
  #slot = 0;

  constructor(roundMs: number) {
    this.#slotMs = roundMs / SLOTS;
  }

  /** Iterates over the members. */
  *[Symbol.iterator](): Generator<Called> {
    for (const slot of this.#slots) yield* slot;
  }

  add(member: Called): void {
    this.#slots[Math.floor(Math.random() * SLOTS)]?.add(member);
    this.#size++;
    this.#timer ??= setInterval(() => this.#next(), this.#slotMs).unref();
  }

  delete(member: Called): void {
    if (!this.#slots.some((slot) => slot.delete(member)) || --this.#size > 0) return;
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  #next(): void {
    this.#slot = (this.#slot + 1) % SLOTS;
    for (const member of this.#slots[this.#slot] ?? []) void member.beat();
  }
}
