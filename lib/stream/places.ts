import { sql } from "drizzle-orm";
import { appPool } from "#lib/db/pool";
import { withoutTenant } from "#lib/db/without-tenant";
import { ApiError } from "#lib/kernel/api-error";
import { newId } from "#lib/kernel/id";
import { logger } from "#lib/kernel/logger";
import { singleton } from "#lib/kernel/singleton";

const RENEW_MS = 8_000;
/** What a process noted counts so long after it was renewed: places of one that died are free again within 30 s. */
const LEASE_SECONDS = 25;
/** A place is free as soon as a stream ends, which nobody can foretell. */
const RETRY_AFTER_SECONDS = 10;

const tooMany = (limit: number) =>
  new ApiError(429, `At most ${limit} streams at a time; end one first`, {
    headers: { "Retry-After": String(RETRY_AFTER_SECONDS) },
  });

/** Forgets what was noted by processes that are gone, and of callers that have left. */
const forgetLapsed = () =>
  withoutTenant(sql`DELETE FROM stream_lease WHERE renewed_at < now() - interval '1 minute'`).then(
    () => undefined,
    () => undefined,
  );

/**
 * Counts the streams that each caller has open over all processes. Each process notes its own count before it asks for the
 * others': of two that take the last place at once none may get it, never both.
 */
export class StreamPlaces {
  readonly #process = newId();
  readonly #renewMs: number;
  readonly #held = new Map<string, number>();
  /** Callers whose count the other processes were not told of yet. */
  readonly #changed = new Set<string>();
  #others = new Map<string, number>();
  #syncing: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(renewMs: number = RENEW_MS) {
    this.#renewMs = renewMs;
  }

  /** Takes a place, to be given back by `free`. Throws 429 where the caller has `limit` streams. */
  async take(caller: string, limit: number): Promise<void> {
    const place = (this.#held.get(caller) ?? 0) + 1;
    if (place > limit) throw tooMany(limit);
    await this.#set(caller, place);
    if (place + (this.#others.get(caller) ?? 0) <= limit) return;
    await this.free(caller);
    throw tooMany(limit);
  }

  /** Resolves once the other processes can know. */
  async free(caller: string): Promise<void> {
    await this.#set(caller, (this.#held.get(caller) ?? 0) - 1);
  }

  /** What this process holds counts no more. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearInterval(this.#timer);
    await this.#syncing;
    // Where that fails they lapse.
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

  /** One at a time: who comes meanwhile waits for the next. */
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

export const streamPlaces = (): StreamPlaces => {
  // Made first, so that it is closed after what asks through it.
  appPool();
  return singleton(
    "stream-places",
    () => new StreamPlaces(),
    (places) => places.close(),
  );
};
