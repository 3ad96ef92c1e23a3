import { EmrError } from "#lib/emr/port/port";
import type { Token } from "./token-answer.ts";

/** A token is renewed this long before its end, so that a call does not arrive after it; short ones at half their life. */
const MARGIN_MS = 60_000;

/** While a token that replaced a refused one is younger than this and refused too, no further one is fetched. */
const PAUSE_MS = 60_000;

/** Deadline of a fetch, for which all callers wait. */
const FETCH_MS = 30_000;

/** Fetches a token in place of the `refused` one, if there is one. Throws an EmrError. */
export type FetchToken = (
  signal: AbortSignal,
  refused: string | null,
) => Promise<Pick<Token, "accessToken" | "lifetimeMs">>;

interface Present {
  accessToken: string;
  fetchedAt: number;
  goodUntil: number;
  /** Whether it replaced a token that the server refused. */
  isRenewal: boolean;
}

/** Rejects when the signal ends; the work goes on for others. */
function until<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const end = () => reject(new EmrError("passing", "The request to the EMR was ended", { notDone: true }));
  if (signal.aborted) end();
  signal.addEventListener("abort", end);
  return Promise.race([work, over]).finally(() => signal.removeEventListener("abort", end));
}

/** The token of one set of credentials in this process, fetched when it is needed and by one request at a time. */
export class KeptToken {
  #present: Present | null = null;
  #fetching: Promise<Present> | null = null;
  #refused: string | null = null;

  /** Returns the present token, or a new one that all callers wait for together. Throws an EmrError. */
  async get(fetch: FetchToken, signal: AbortSignal): Promise<string> {
    if (this.#present && this.#present.goodUntil > Date.now()) return this.#present.accessToken;
    this.#fetching ??= this.#fetch(fetch).finally(() => {
      this.#fetching = null;
    });
    const { accessToken } = await until(signal, this.#fetching);
    return accessToken;
  }

  /** Forgets a token that the server refused. Returns false if fetching another one is useless for now. */
  forget(refused: string): boolean {
    // Another call has renewed it meanwhile.
    if (this.#present?.accessToken !== refused) return true;
    if (this.#present.isRenewal && Date.now() - this.#present.fetchedAt < PAUSE_MS) return false;
    this.#present = null;
    this.#refused = refused;
    return true;
  }

  async #fetch(fetch: FetchToken): Promise<Present> {
    const { accessToken, lifetimeMs } = await fetch(AbortSignal.timeout(FETCH_MS), this.#refused);
    const fetchedAt = Date.now();
    const goodUntil = fetchedAt + lifetimeMs - Math.min(MARGIN_MS, lifetimeMs / 2);
    this.#present = { accessToken, fetchedAt, goodUntil, isRenewal: this.#refused !== null };
    this.#refused = null;
    return this.#present;
  }
}
