import { sql } from "drizzle-orm";
import { ApiError } from "#lib/core/api-error";
import type { Principal } from "#lib/core/principal";
import { withoutTenant } from "#lib/db/without-tenant";
import { environment } from "#lib/runtime/environment";
import { logger } from "#lib/runtime/logger";
import { singleton } from "#lib/runtime/singleton";

const MINUTE_MS = 60_000;
const SYNC_MS = 1_000;

interface Window {
  /** Start of the minute, in epoch milliseconds. */
  minute: number;
  /** Requests counted here and not yet added to the shared count. */
  pending: number;
  /** The shared count as of the last sync: all processes together. */
  shared: number;
}

/**
 * Counts requests per caller and minute over all processes: each counts for itself and adds its count to the
 * shared row about once a second, so that a request costs no write.
 */
class RateLimiter {
  readonly #windows = new Map<string, Window>();
  #timer: NodeJS.Timeout | null = null;

  /** Counts one request. `remaining` is below zero once the limit is passed. */
  take(caller: string, limit: number, now: number): { remaining: number; resetSeconds: number } {
    const minute = now - (now % MINUTE_MS);
    let window = this.#windows.get(caller);
    if (!window || window.minute !== minute) {
      window = { minute, pending: 0, shared: 0 };
      this.#windows.set(caller, window);
    }
    window.pending++;
    this.#timer ??= setTimeout(() => void this.#sync(), SYNC_MS).unref();
    return {
      remaining: limit - window.shared - window.pending,
      resetSeconds: Math.ceil((minute + MINUTE_MS - now) / 1000),
    };
  }

  async #sync(): Promise<void> {
    const moved = [...this.#windows].filter(([, window]) => window.pending > 0);
    const batch = moved.map(([caller, window]) => ({
      caller,
      minute: new Date(window.minute),
      requests: window.pending,
    }));
    for (const [, window] of moved) {
      window.shared += window.pending;
      window.pending = 0;
    }
    try {
      const totals = await withoutTenant<{ caller: string; minute: string; requests: number }>(sql`
        INSERT INTO rate_window (caller, minute, requests)
        SELECT caller, minute, requests FROM jsonb_to_recordset(${JSON.stringify(batch)}::jsonb)
          AS given (caller text, minute timestamptz, requests integer)
        ON CONFLICT (caller, minute) DO UPDATE SET requests = rate_window.requests + excluded.requests
        RETURNING caller, minute, requests`);
      for (const { caller, minute, requests } of totals) {
        const window = this.#windows.get(caller);
        if (window && window.minute === new Date(minute).getTime()) window.shared = requests;
      }
      await withoutTenant(sql`DELETE FROM rate_window WHERE minute < now() - interval '10 minutes'`);
    } catch (error) {
      logger.warn({ code: (error as { code?: string }).code }, "rate limits are counted by this process alone for now");
    }
    const oldest = Date.now() - MINUTE_MS;
    for (const [caller, window] of this.#windows) if (window.minute < oldest) this.#windows.delete(caller);
    this.#timer = this.#windows.size > 0 ? setTimeout(() => void this.#sync(), SYNC_MS).unref() : null;
  }
}

const limiter = () => singleton("rate-limiter", () => new RateLimiter());

/** An access token counts as one caller, a person as another, and an embedded view's token as one of its own. */
function callerOf({ linkedAccountId, actor, embed }: Principal): string {
  if (embed) return `${linkedAccountId}:embed:${embed.sessionId}`;
  return actor.kind === "user" ? `${linkedAccountId}:${actor.id}` : linkedAccountId;
}

/**
 * Counts a request against its caller's limit (decisions §4: per access token and minute) and gives the headers
 * that every answer carries. Throws 429 with `Retry-After` over the limit.
 */
export function countRequest(principal: Principal, now: number = Date.now()): Record<string, string> {
  const limit = environment().RATE_LIMIT_PER_MINUTE;
  const { remaining, resetSeconds } = limiter().take(callerOf(principal), limit, now);
  const headers = {
    "RateLimit-Limit": String(limit),
    "RateLimit-Remaining": String(Math.max(0, remaining)),
    "RateLimit-Reset": String(resetSeconds),
  };
  if (remaining < 0) {
    throw new ApiError(429, `Rate limit of ${limit} requests a minute reached; nothing was saved`, {
      headers: { ...headers, "Retry-After": String(resetSeconds) },
    });
  }
  return headers;
}
