import { setTimeout as pause } from "node:timers/promises";
import { HttpError } from "#lib/api/answer/http-error";
import { CALLER_ADDRESS_HEADER, networkOf } from "#lib/api/request/peer";
import { DomainError } from "#lib/kernel/domain-error";
import type { HttpRequest } from "#lib/kernel/http-request";
import type { Principal } from "#lib/kernel/principal";
import { hashToken } from "#lib/security/credentials/token-hash";
import { TokenRefused } from "#lib/security/credentials/token-refused";
import { authenticate } from "./authenticate.ts";
import { MAX_WRONG, wrongCredentials } from "./wrong-credentials.ts";

const CREDENTIALS = ["client_id", "client_secret", "access_token", "authorization"];

/** Returns a digest that identifies the credentials of a request; null if it has none. */
function digestOf(headers: Headers): string | null {
  const given = CREDENTIALS.map((name) => headers.get(name));
  return given.some((value) => value !== null) ? hashToken(JSON.stringify(given)) : null;
}

const tooMany = (seconds: number): HttpError =>
  new HttpError(
    429,
    `Too many requests with wrong credentials from this address (at most ${MAX_WRONG} a minute); nothing was saved`,
    {
      headers: {
        "RateLimit-Limit": String(MAX_WRONG),
        "RateLimit-Remaining": "0",
        "RateLimit-Reset": String(seconds),
        "Retry-After": String(seconds),
      },
    },
  );

/** Checks whether the credentials were never valid: an expired or revoked token is not a guess. */
const isUnknown = (error: unknown): boolean =>
  error instanceof TokenRefused
    ? error.reason === "unknown"
    : error instanceof DomainError && error.code === "unauthenticated";

type Authenticate = (request: HttpRequest) => Promise<Principal>;

/** Authenticates credentials that were not valid recently, from a known address. */
async function authenticateNew(request: HttpRequest, by: Authenticate, address: string): Promise<Principal> {
  const wrong = wrongCredentials();
  const wait = wrong.waitOf(address, performance.now());
  if (wait !== null) {
    const delay = wrong.delayOf(address, performance.now());
    if (delay === null) throw tooMany(wait);
    if (delay > 0) await pause(delay);
  }
  try {
    return await by(request);
  } catch (error) {
    if (!isUnknown(error)) throw error;
    if (wait !== null) throw tooMany(wait);
    wrong.count(address, performance.now());
    throw error;
  }
}

/**
 * Authenticates a caller of `/v1` (see authenticate), or of another door by its own credentials (`by`). An address that sent too many wrong credentials gets 429 with
 * `Retry-After`, but valid ones from it still pass. Throws 401 or 429.
 */
export async function identify(request: HttpRequest, by: Authenticate = authenticate): Promise<Principal> {
  const credentials = digestOf(request.headers);
  const address = networkOf(request.headers.get(CALLER_ADDRESS_HEADER));
  if (credentials === null || address === null) return by(request);
  const wrong = wrongCredentials();
  const wereRight = wrong.wereRight(credentials, performance.now());
  try {
    const principal = await (wereRight ? by(request) : authenticateNew(request, by, address));
    if (!wereRight) wrong.noteRight(credentials, performance.now());
    return principal;
  } catch (error) {
    if (wereRight && isUnknown(error)) wrong.forgetRight(credentials);
    throw error;
  }
}
