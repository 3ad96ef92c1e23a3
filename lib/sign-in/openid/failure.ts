import { ResponseBodyError } from "openid-client";
import { TargetRefused } from "#lib/egress/agent";

/** The errors of a token endpoint (RFC 6749 section 5.2). */
const TOKEN_ERRORS = [
  "invalid_request",
  "invalid_client",
  "invalid_grant",
  "unauthorized_client",
  "unsupported_grant_type",
  "invalid_scope",
];

/** Beginnings of the library's own messages, where a code stands for several faults. */
const REASONS = [
  "JWT signature verification failed",
  'unexpected JWT "alg" header parameter',
  'unexpected "iss" (issuer) response parameter',
  'response parameter "iss" (issuer) missing',
  'unexpected "state" response parameter',
  'response parameter "state" missing',
  "error when selecting a JWT verification key",
];

const NAME = /^[A-Za-z0-9_]{1,60}$/;
const MISSING_CLAIM = /^JWT "(\w{1,20})" .* claim missing$/;

const named = (text: unknown): string | undefined => (typeof text === "string" && NAME.test(text) ? text : undefined);

/** An error with what the library adds to it. */
interface Link {
  message?: unknown;
  code?: unknown;
  claim?: unknown;
  cause?: unknown;
}

/** Returns an error and its causes. */
function chain(error: unknown): Link[] {
  const found: Link[] = [];
  for (let each = error; typeof each === "object" && each !== null && found.length < 5; ) {
    const link: Link = each;
    found.push(link);
    each = link.cause;
  }
  return found;
}

/** Returns the claim that a link names. */
const claimOf = ({ claim, message }: Link): string | undefined =>
  named(claim) ?? (typeof message === "string" ? MISSING_CLAIM.exec(message)?.[1] : undefined);

const reasonOf = ({ message }: Link): string | undefined =>
  REASONS.find((reason) => typeof message === "string" && message.startsWith(reason));

/**
 * Returns what the log says of a failed sign-in through a provider: known words and the names of errors and claims alone,
 * because messages may quote a token or a person.
 */
export function failureWords(error: unknown): { kind: string; reason?: string } {
  if (error instanceof TargetRefused) return { kind: "refused_address" };
  const links = chain(error);
  const [kind, ...codes] = links.flatMap(({ code }) => named(code) ?? []);
  const said = error instanceof ResponseBodyError && TOKEN_ERRORS.includes(error.error) ? error.error : undefined;
  const refused = links.some((link) => link instanceof TargetRefused) ? "refused_address" : undefined;
  const inner = links.flatMap((link) => reasonOf(link) ?? claimOf(link) ?? [])[0];
  const reason = said ?? refused ?? inner ?? codes.find((code) => code !== kind);
  return { kind: kind ?? (error instanceof Error ? error.name : "other"), ...(reason !== undefined && { reason }) };
}
