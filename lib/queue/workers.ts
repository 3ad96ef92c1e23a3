import { hash } from "node:crypto";
import { newId } from "#lib/kernel/id";

/** Pause between two announcements of a worker process. */
export const ANNOUNCE_MS = 2_000;

/** A worker that has not announced itself for this long has ended. */
const SILENT_MS = 5_000;

const weight = (worker: string, account: string): string => hash("sha256", `${worker} ${account}`);

/** The worker processes that this one has heard of, which is itself one. */
export class Workers {
  readonly id = newId();
  /** When each other worker was last heard of, by its id. */
  readonly #heard = new Map<string, number>();

  /** A worker has announced itself. */
  heard(id: string): void {
    if (id !== this.id) this.#heard.set(id, performance.now());
  }

  /** A worker ends. */
  gone(id: string): void {
    this.#heard.delete(id);
  }

  /**
   * Returns whether this worker looks first for an account's entries (rendezvous hashing). Every account has one such
   * worker, so that its jobs share batches and the other workers are not woken for nothing. Workers that have not yet
   * heard of each other may all look, or none: polling stands behind them.
   */
  isFirstFor(account: string): boolean {
    const own = weight(this.id, account);
    const silentSince = performance.now() - SILENT_MS;
    for (const [id, at] of this.#heard) {
      if (at < silentSince) this.#heard.delete(id);
      else if (weight(id, account) > own) return false;
    }
    return true;
  }
}
