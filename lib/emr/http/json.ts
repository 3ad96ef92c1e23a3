import type { EmrResponse } from "#lib/egress/emr-client";
import { isTooDeep } from "#lib/kernel/nesting";

/** What JSON can do with the text of a number, which TypeScript's library does not declare yet. */
interface ExactJson {
  rawJSON(text: string): object;
  parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown;
}
const EXACT = JSON as unknown as ExactJson;

/** Keeps a number that JavaScript would write otherwise, such as `1.10`, as its text. */
const withDigits = (_key: string, value: unknown, { source }: { source?: string }): unknown =>
  typeof value === "number" && source !== undefined && String(value) !== source ? EXACT.rawJSON(source) : value;

/** Returns the JSON object of a response's body; null for anything else, and for JSON that is nested too deeply. */
export const jsonOf = (response: EmrResponse): Record<string, unknown> | null =>
  objectOf(response, (text) => JSON.parse(text));

/** Returns the same for writing it back: numbers keep their digits, some of them as raw JSON that cannot be read. */
export const exactJsonOf = (response: EmrResponse): Record<string, unknown> | null =>
  objectOf(response, (text) => EXACT.parse(text, withDigits));

function objectOf({ body }: EmrResponse, parse: (text: string) => unknown): Record<string, unknown> | null {
  if (isTooDeep(body)) return null;
  try {
    // Some servers begin their text with a byte order mark, which the decoder leaves out.
    const value: unknown = parse(new TextDecoder().decode(body));
    return value !== null && typeof value === "object" && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
