import type { Exchange } from "#lib/db/schema";

/** Bytes of a response body that are stored. */
export const KEPT_ANSWER_BYTES = 4_096;

const MAX_HEADERS = 50;
const MAX_VALUE_CHARACTERS = 500;
const MASK = "•••";

/** Headers whose values are or may be credentials. */
const SECRET = /auth|cookie|token|secret|session|credential|password|api-?key|signature/i;

type Headers = Record<string, string | string[] | undefined>;

/** Replaces NUL, which PostgreSQL cannot store in a text. */
const storable = (text: string) => text.replaceAll("\0", "�").toWellFormed();

function masked(name: string, value: string, secretName: string | null): string {
  // The number of signatures stays visible.
  if (name === "webhook-signature") return value.replace(/,\S+/g, `,${MASK}`);
  return name === secretName?.toLowerCase() || SECRET.test(name)
    ? MASK
    : storable(value.slice(0, MAX_VALUE_CHARACTERS));
}

function headsOf(headers: Headers, secretName: string | null = null): Record<string, string> {
  const named = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
  return Object.fromEntries(
    named
      .slice(0, MAX_HEADERS)
      .map(({ name, value }) => [storable(name), masked(name.toLowerCase(), [value].flat().join(", "), secretName)]),
  );
}

/** The response as far as it was read: the beginning of its body, and whether the body is or may be longer. */
export interface ReceiverAnswer {
  headers: Headers;
  body: Uint8Array;
  cut: boolean;
}

/**
 * Returns the request and the response of an attempt as they are stored: truncated, and without secrets. The request
 * body is the event's envelope and is not repeated. `secretName`: a header of the request that is masked whatever its name.
 */
export function keptExchange(
  requestHeaders: Record<string, string>,
  answer: ReceiverAnswer | null,
  secretName: string | null = null,
): Exchange {
  const request = { headers: headsOf(requestHeaders, secretName) };
  if (!answer) return { request, response: null };
  const { headers, body, cut } = answer;
  // A character that the limit splits is left out.
  const text = new TextDecoder().decode(body, { stream: cut });
  return { request, response: { headers: headsOf(headers), body: storable(text), cut } };
}
