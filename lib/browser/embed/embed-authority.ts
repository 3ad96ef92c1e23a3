import { ApiFailure } from "#lib/browser/api/api-failure";
import type { Authority } from "#lib/browser/session/authority";

export interface EmbedToken {
  sessionId: string;
  token: string;
}

export interface EmbedAuthorityOptions {
  /** The session that the page's address names: revoking it closes the view whatever token it holds by now. */
  pageSession: string;
  /** Asks the page around for a token; `take` or `takeFailure` is called with what came of it. */
  askForToken(): void;
  /** The session, or its origin, was revoked: no new token helps. Called once. */
  onRevoked(): void;
  /** A write was accepted. */
  onAccepted(jobId: number): void;
  fetch?: typeof fetch;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** A page that could not give a token is asked again at most this often. */
const ASK_AGAIN_MS = 2_000;
/** A page that has not answered for so long has forgotten. */
const FORGOTTEN_MS = 30_000;
/** A token is renewed once this part of its life has passed. */
const RENEW_AT = 0.8;
/** Timers of a sleeping machine come late: the age is also looked at this often. */
const LOOK_MS = 15_000;

const reasonOf = (response: Response): string | null =>
  /error_description="(\w+)"/.exec(response.headers.get("www-authenticate") ?? "")?.[1] ?? null;

/**
 * Authorises an embedded view's calls by the token that the page around gives it, kept in memory alone. It is renewed
 * ahead of its end, by the server's word on how long it has left and never by comparing clocks; and whenever the server
 * says that it has ended, such as after an hour of sleep, what was asked waits for the next one and is asked again.
 */
export class EmbedAuthority implements Authority {
  readonly #options: EmbedAuthorityOptions;
  #token: EmbedToken | null = null;
  #next = Promise.withResolvers<EmbedToken>();
  #askedAt: number;
  /** The frame's first word asks for the first token. */
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

  /** A token came from the page. */
  take(token: EmbedToken): void {
    const waited = this.#next;
    this.#token = token;
    this.#asking = false;
    this.#renewAt = Number.POSITIVE_INFINITY;
    this.#next = Promise.withResolvers<EmbedToken>();
    this.#next.promise.catch(() => undefined);
    waited.resolve(token);
  }

  /** The page could not get a token: what waits fails as a lost connection does, and may be tried again. */
  takeFailure(): void {
    this.#asking = false;
    const waited = this.#next;
    this.#next = Promise.withResolvers<EmbedToken>();
    this.#next.promise.catch(() => undefined);
    waited.reject(new ApiFailure(0, "The page around this view gave no access"));
  }

  /** Says how long the token has left by the server's own clock, in seconds. */
  lasts(seconds: number): void {
    this.#renewAt = this.#now() + seconds * 1_000 * RENEW_AT;
  }

  /** Renews the token ahead of its end until the signal is aborted. */
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
    if (this.#heardRevoked(response)) return response;
    const again = await this.#send(address, init, await this.#nextToken(token, init.signal));
    if (again.status === 401) this.#heardRevoked(again);
    return again;
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }

  #heardRevoked(response: Response): boolean {
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

  /** Another token than the one that was refused, which may already be there. */
  async #nextToken(refused: EmbedToken | null, signal: AbortSignal | null | undefined): Promise<EmbedToken> {
    if (this.#token && this.#token !== refused) return this.#token;
    const waits = this.#next.promise;
    this.#ask();
    if (!this.#asking) throw new ApiFailure(0, "The page around this view gave no access");
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
    if (response.status === 202) void this.#tellAccepted(response.clone());
    return response;
  }

  async #tellAccepted(response: Response): Promise<void> {
    const body = (await response.json().catch(() => ({}))) as { job_id?: unknown; job_execution_id?: unknown };
    const jobId = Number(body.job_id ?? body.job_execution_id);
    if (Number.isSafeInteger(jobId)) this.#options.onAccepted(jobId);
  }
}
