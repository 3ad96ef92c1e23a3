import { ApiFailure } from "#lib/browser/api/api-failure";
import type { Authority } from "#lib/browser/session/authority";

export interface EmbedToken {
  sessionId: string;
  token: string;
}

export interface EmbedAuthorityOptions {
  /** The session in the page's URL: revoking it closes the view, whatever token the view holds by then. */
  pageSession: string;
  /** Asks the embedding page for a token; `take` or `takeFailure` is called with the result. */
  askForToken(): void;
  /** Called once when the session or its origin was revoked, so that no new token can help. */
  onRevoked(): void;
  /** Called when a write was accepted. */
  onAccepted(jobId: number): void;
  fetch?: typeof fetch;
  /** Returns the milliseconds since 1970. */
  now?: () => number;
}

/** Minimum time between requests for a token to a page that failed to supply one. */
const ASK_AGAIN_MS = 2_000;
/** Time after which an unanswered request for a token counts as lost. */
const FORGOTTEN_MS = 30_000;
/** Share of a token's lifetime after which it is renewed. */
const RENEW_AT = 0.8;
/** Interval between checks of the token's age, because timers fire late after a machine sleeps. */
const LOOK_MS = 15_000;

const reasonOf = (response: Response): string | null =>
  /error_description="(\w+)"/.exec(response.headers.get("www-authenticate") ?? "")?.[1] ?? null;

/**
 * Authorizes an embedded view's requests with the token from the embedding page, held only in memory. The token is
 * renewed before it expires, by the remaining time that the server reports and never by comparing clocks. If the server
 * reports that the token has expired, such as after an hour of sleep, the request waits for the next token and is
 * repeated.
 */
export class EmbedAuthority implements Authority {
  readonly #options: EmbedAuthorityOptions;
  #token: EmbedToken | null = null;
  #next = Promise.withResolvers<EmbedToken>();
  #askedAt: number;
  /** The frame's first message already requests the first token. */
  #asking = true;
  #renewAt = Number.POSITIVE_INFINITY;
  #revoked = false;
  #ended = false;

  constructor(options: EmbedAuthorityOptions) {
    this.#options = options;
    this.#askedAt = this.#now();
    this.#next.promise.catch(() => undefined);
  }

  get sessionId(): string | null {
    return this.#token?.sessionId ?? null;
  }

  /** Takes a token from the page. */
  take(token: EmbedToken): void {
    const waited = this.#next;
    this.#token = token;
    this.#asking = false;
    this.#renewAt = Number.POSITIVE_INFINITY;
    this.#next = Promise.withResolvers<EmbedToken>();
    this.#next.promise.catch(() => undefined);
    waited.resolve(token);
  }

  /** Handles a page that could not get a token: waiting requests fail like a lost connection and may be retried. */
  takeFailure(): void {
    this.#asking = false;
    const waited = this.#next;
    this.#next = Promise.withResolvers<EmbedToken>();
    this.#next.promise.catch(() => undefined);
    waited.reject(new ApiFailure(0, "The page around this view granted no access"));
  }

  /** Sets the token's remaining lifetime in seconds, by the server's clock. */
  lasts(seconds: number): void {
    this.#renewAt = this.#now() + seconds * 1_000 * RENEW_AT;
  }

  /** Renews the token before it expires, until the signal is aborted. */
  keepFresh(signal: AbortSignal): void {
    const look = () => {
      if (!this.#revoked && this.#now() >= this.#renewAt) this.#ask();
    };
    const timer = setInterval(look, LOOK_MS);
    globalThis.addEventListener?.("online", look, { signal });
    globalThis.document?.addEventListener("visibilitychange", look, { signal });
    signal.addEventListener("abort", () => {
      clearInterval(timer);
      this.#ended = true;
    });
  }

  async fetch(address: string, init: RequestInit): Promise<Response> {
    const token = this.#token ?? (await this.#nextToken(null, init.signal));
    const response = await this.#send(address, init, token);
    if (response.status !== 401) return response;
    if (this.#detectRevoked(response)) return response;
    const again = await this.#send(address, init, await this.#nextToken(token, init.signal));
    if (again.status === 401) this.#detectRevoked(again);
    return again;
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }

  #detectRevoked(response: Response): boolean {
    if (reasonOf(response) !== "revoked") return false;
    if (!this.#revoked) {
      this.#revoked = true;
      this.#options.onRevoked();
    }
    return true;
  }

  #ask(): void {
    if (this.#ended || this.#revoked) return;
    if (this.#now() < this.#askedAt + (this.#asking ? FORGOTTEN_MS : ASK_AGAIN_MS)) return;
    this.#asking = true;
    this.#askedAt = this.#now();
    this.#options.askForToken();
  }

  /** Returns a token other than the refused one; it may already be there. */
  async #nextToken(refused: EmbedToken | null, signal: AbortSignal | null | undefined): Promise<EmbedToken> {
    if (this.#token && this.#token !== refused) return this.#token;
    const waits = this.#next.promise;
    this.#ask();
    if (!this.#asking) throw new ApiFailure(0, "The page around this view granted no access");
    if (!signal) return waits;
    const aborted = Promise.withResolvers<never>();
    const abort = () => aborted.reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    return Promise.race([waits, aborted.promise]).finally(() => signal.removeEventListener("abort", abort));
  }

  async #send(address: string, init: RequestInit, { token }: EmbedToken): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${token}`);
    headers.set("x-embed-session", this.#options.pageSession);
    const request = { ...init, headers, credentials: "omit" as const };
    const response = await (this.#options.fetch ?? fetch)(address, request);
    if (response.status === 202) void this.#reportAccepted(response.clone());
    return response;
  }

  async #reportAccepted(response: Response): Promise<void> {
    const body = (await response.json().catch(() => ({}))) as { job_id?: unknown; job_execution_id?: unknown };
    const jobId = Number(body.job_id ?? body.job_execution_id);
    if (Number.isSafeInteger(jobId)) this.#options.onAccepted(jobId);
  }
}
