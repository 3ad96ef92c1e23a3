import { sql } from "drizzle-orm";
import { HttpError } from "#lib/api/answer/http-error";
import { appPool } from "#lib/db/pool";
import { withoutTenant } from "#lib/db/without-tenant";
import { presentMs } from "#lib/kernel/clock";
import { environment } from "#lib/kernel/environment";
import { logger } from "#lib/kernel/logger";
import type { Principal } from "#lib/kernel/principal";
import { singleton } from "#lib/kernel/singleton";

const MINUTE_MS = 60_000;
const SYNC_MS = 1_000;
/** Longest time that a request waits for the counts of the other processes. */
const ASK_MS = 1_000;
/**
 * Share of the limit that a process counts by itself before it asks the others. Up to eight processes let through at
 * most twice the limit, however fast the requests come (a second share is used while the first is synchronized).
 */
const OWN_SHARE = 1 / 16;

interface Window {
  /** Start of the minute, in epoch milliseconds. */
  minute: number;
  /** Requests counted in this process; `added` of them are in the shared count. */
  own: number;
  added: number;
  /** Requests counted by the other processes as of the last synchronization. */
  others: number;
}

interface Allowance {
  /** Negative once the limit is exceeded. */
  remaining: number;
  resetSeconds: number;
}

/**
 * Counts requests per caller and minute over all processes. Each process counts in memory and adds its count to the
 * shared row about once a second, or as soon as its share of the limit is used up, so that few requests cost a write.
 */
export class RateLimiter {
  readonly #windows = new Map<string, Window>();
  #timer: NodeJS.Timeout | null = null;
  #syncing: Promise<void> | null = null;
  #closed = false;

  /** Counts one request, and asks the other processes if this one's share is used up. */
  async take(caller: string, limit: number, now: number): Promise<Allowance> {
    const minute = now - (now % MINUTE_MS);
    let window = this.#windows.get(caller);
    if (!window || window.minute !== minute) {
      window = { minute, own: 0, added: 0, others: 0 };
      this.#windows.set(caller, window);
    }
    const position = ++window.own;
    if (!this.#closed) this.#timer ??= setTimeout(() => void this.#syncOnce(), SYNC_MS).unref();
    // If the local count already exceeds the limit, asking could only raise it.
    const within = window.others + position <= limit;
    if (within && window.own - window.added > limit * OWN_SHARE) await this.#ask();
    const used = window.others + position;
    return {
      remaining: limit - used,
      resetSeconds: Math.ceil((minute + MINUTE_MS - now) / 1000),
    };
  }

  /** Waits for the synchronization in progress and starts no other. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#syncing;
  }

  /** Goes on without an answer if the database does not respond in time. */
  async #ask(): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ASK_MS);
    await Promise.race([this.#syncOnce(), late]);
    clearTimeout(timer);
  }

  /** Runs one synchronization at a time; concurrent callers wait for the next. */
  async #syncOnce(): Promise<void> {
    await this.#syncing;
    this.#syncing ??= this.#sync().finally(() => {
      this.#syncing = null;
    });
    return this.#syncing;
  }

  async #sync(): Promise<void> {
    const moved = [...this.#windows].filter(([, window]) => window.own > window.added);
    const batch = moved.map(([caller, window]) => ({
      caller,
      minute: new Date(window.minute),
      requests: window.own - window.added,
    }));
    for (const [, window] of moved) window.added = window.own;
    try {
      const totals = await withoutTenant<{ caller: string; minute: string; requests: number }>(sql`
        INSERT INTO rate_window (caller, minute, requests)
        SELECT caller, minute, requests FROM jsonb_to_recordset(${JSON.stringify(batch)}::jsonb)
          AS given (caller text, minute timestamptz, requests integer)
        ON CONFLICT (caller, minute) DO UPDATE SET requests = rate_window.requests + excluded.requests
        RETURNING caller, minute, requests`);
      for (const { caller, minute, requests } of totals) {
        const window = this.#windows.get(caller);
        if (window && window.minute === new Date(minute).getTime()) window.others = requests - window.added;
      }
      await withoutTenant(sql`DELETE FROM rate_window WHERE minute < now() - interval '10 minutes'`);
    } catch (error) {
      logger.warn({ code: (error as { code?: string }).code }, "rate limits are counted by this process alone for now");
    }
    const oldest = presentMs() - MINUTE_MS;
    for (const [caller, window] of this.#windows) if (window.minute < oldest) this.#windows.delete(caller);
    if (this.#timer) clearTimeout(this.#timer);
    const goesOn = !this.#closed && this.#windows.size > 0;
    this.#timer = goesOn ? setTimeout(() => void this.#syncOnce(), SYNC_MS).unref() : null;
  }
}

const limiter = () => {
  // Created first, so that the pool is closed after the last synchronization, which needs it.
  appPool();
  return singleton(
    "rate-limiter",
    () => new RateLimiter(),
    (open) => open.close(),
  );
};

/** Returns the rate limit's key: an access token, a user, an MCP token or an embedded view's token each count as one caller. */
function callerOf({ linkedAccountId, actor, embed }: Principal): string {
  if (embed) return `${linkedAccountId}:embed:${embed.sessionId}`;
  return actor.kind === "api_client" ? linkedAccountId : `${linkedAccountId}:${actor.id}`;
}

/** Counts a request of a caller of `/v1` or `/mcp` (see `countCaller`). */
export const countRequest = (principal: Principal, now?: number): Promise<Record<string, string>> =>
  countCaller(callerOf(principal), now);

/**
 * Counts a request against its caller's limit (decisions §4: per access token and minute) and returns the headers of
 * every response. Throws 429 with `Retry-After` over the limit.
 */
export async function countCaller(caller: string, now: number = presentMs()): Promise<Record<string, string>> {
  const limit = environment().RATE_LIMIT_PER_MINUTE;
  const { remaining, resetSeconds } = await limiter().take(caller, limit, now);
  const headers = {
    "RateLimit-Limit": String(limit),
    "RateLimit-Remaining": String(Math.max(0, remaining)),
    "RateLimit-Reset": String(resetSeconds),
  };
  if (remaining < 0) {
    throw new HttpError(429, `Rate limit of ${limit} requests a minute reached; nothing was saved`, {
      headers: { ...headers, "Retry-After": String(resetSeconds) },
    });
  }
  return headers;
}
