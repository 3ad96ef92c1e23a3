import type { Exchange } from "#lib/db/schema";

/** What is kept of an answer's body, in bytes. */
export const KEPT_ANSWER_BYTES = 4_096;

const MOST_HEADERS = 50;
const MOST_VALUE_CHARACTERS = 500;
const MASK = "•••";

/** Headers whose values open something, or may. */
const SECRET = /auth|cookie|token|secret|session|credential|password|api-?key|signature/i;

type Headers = Record<string, string | string[] | undefined>;

/** What PostgreSQL can't store in a text. */
const storable = (text: string) => text.replaceAll("\0", "�").toWellFormed();

function masked(name: string, value: string): string {
  // How many secrets signed stays to be seen.
  if (name === "webhook-signature") return value.replace(/,\S+/g, `,${MASK}`);
  return SECRET.test(name) ? MASK : storable(value.slice(0, MOST_VALUE_CHARACTERS));
}

function headsOf(headers: Headers): Record<string, string> {
  const named = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
  return Object.fromEntries(
    named
      .slice(0, MOST_HEADERS)
      .map(({ name, value }) => [storable(name), masked(name.toLowerCase(), [value].flat().join(", "))]),
  );
}

/** The answer as far as it was read: the beginning of its body, and whether there was or may have been more. */
export interface Answer {
  headers: Headers;
  body: Uint8Array;
  cut: boolean;
}

/** What an attempt said and heard, as it is kept: capped, and without secrets. The request's body is the event's envelope. */
export function keptExchange(requestHeaders: Record<string, string>, answer: Answer | null): Exchange {
  const request = { headers: headsOf(requestHeaders) };
  if (!answer) return { request, response: null };
  const { headers, body, cut } = answer;
  // A character that the cap cuts in two is left out.
  const text = new TextDecoder().decode(body, { stream: cut });
  return { request, response: { headers: headsOf(headers), body: storable(text), cut } };
}
