import { sql } from "drizzle-orm";
import { appPool } from "#lib/db/pool";
import { withoutTenant } from "#lib/db/without-tenant";
import { tooMany } from "#lib/kernel/domain-error";
import { newId } from "#lib/kernel/id";
import { logger } from "#lib/kernel/logger";
import { singleton } from "#lib/kernel/singleton";

const RENEW_MS = 8_000;
/** Lifetime of a lease after its last renewal: a dead process's places are free within 30 s. */
const LEASE_SECONDS = 25;
/** A guess: a place becomes free whenever a stream ends. */
const RETRY_AFTER_SECONDS = 10;

const beyond = (limit: number) => tooMany(`At most ${limit} streams at a time; end one first`, RETRY_AFTER_SECONDS);

/** Deletes the expired leases of dead processes and of callers without streams. */
const forgetLapsed = () =>
  withoutTenant(sql`DELETE FROM stream_lease WHERE renewed_at < now() - interval '1 minute'`).then(
    () => undefined,
    () => undefined,
  );

/**
 * Counts each caller's open streams over all processes. Each process stores its own count before it reads the others':
 * if two take the last place at once, neither may get it, but never both.
 */
export class StreamPlaces {
  readonly #process = newId();
  readonly #renewMs: number;
  readonly #held = new Map<string, number>();
  /** Callers whose count is not stored yet. */
  readonly #changed = new Set<string>();
  #others = new Map<string, number>();
  #syncing: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(renewMs: number = RENEW_MS) {
    this.#renewMs = renewMs;
  }

  /** Takes a place, which `free` returns. Throws `too_many` if the caller already has `limit` streams. */
  async take(caller: string, limit: number): Promise<void> {
    const place = (this.#held.get(caller) ?? 0) + 1;
    if (place > limit) throw beyond(limit);
    await this.#set(caller, place);
    if (place + (this.#others.get(caller) ?? 0) <= limit) return;
    await this.free(caller);
    throw beyond(limit);
  }

  /** Returns a place; resolves once the new count is stored for the other processes. */
  async free(caller: string): Promise<void> {
    await this.#set(caller, (this.#held.get(caller) ?? 0) - 1);
  }

  /** Deletes this process's leases. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearInterval(this.#timer);
    await this.#syncing;
    // If this fails, the leases expire.
    await withoutTenant(sql`DELETE FROM stream_lease WHERE process = ${this.#process}`).catch(() => undefined);
  }

  async #set(caller: string, streams: number): Promise<void> {
    if (this.#closed) return;
    if (streams > 0) this.#held.set(caller, streams);
    else this.#held.delete(caller);
    this.#changed.add(caller);
    this.#timer ??= setInterval(() => void this.#renew(), this.#renewMs).unref();
    await this.#syncOnce();
  }

  async #renew(): Promise<void> {
    for (const caller of this.#held.keys()) this.#changed.add(caller);
    await this.#syncOnce();
    if (this.#closed) return;
    await forgetLapsed();
    if (this.#held.size > 0 || !this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Runs one synchronization at a time; calls made during it share the next one. */
  async #syncOnce(): Promise<void> {
    await this.#syncing;
    if (this.#changed.size > 0 && !this.#closed) {
      this.#syncing ??= this.#sync().finally(() => {
        this.#syncing = null;
      });
    }
    await this.#syncing;
  }

  async #sync(): Promise<void> {
    const callers = [...this.#changed];
    this.#changed.clear();
    const given = JSON.stringify(callers.map((caller) => ({ caller, streams: this.#held.get(caller) ?? 0 })));
    try {
      await withoutTenant(sql`
        INSERT INTO stream_lease (caller, process, streams, renewed_at)
        SELECT caller, ${this.#process}::uuid, streams, now()
        FROM jsonb_to_recordset(${given}::jsonb) AS given (caller text, streams integer)
        ON CONFLICT (caller, process) DO UPDATE SET streams = excluded.streams, renewed_at = excluded.renewed_at`);
      const others = await withoutTenant<{ caller: string; streams: number }>(sql`
        SELECT caller, sum(streams)::integer AS streams FROM stream_lease
        WHERE caller IN (SELECT jsonb_array_elements_text(${JSON.stringify(callers)}::jsonb))
          AND process <> ${this.#process}::uuid AND renewed_at > now() - make_interval(secs => ${LEASE_SECONDS})
        GROUP BY caller`);
      this.#others = new Map(others.map(({ caller, streams }) => [caller, streams]));
    } catch (error) {
      this.#others = new Map();
      logger.warn({ code: (error as { code?: string }).code }, "streams are counted by this process alone for now");
    }
  }
}

/** Returns this process's places of streams. */
export const streamPlaces = (): StreamPlaces => {
  // Singletons close in reverse order: the pool must close after the places that use it.
  appPool();
  return singleton(
    "stream-places",
    () => new StreamPlaces(),
    (places) => places.close(),
  );
};
