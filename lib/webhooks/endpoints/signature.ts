import { z } from "zod";
import { listRule } from "#lib/kernel/validation";

/** How deliveries to an endpoint are signed: `standard` always, `body_hmac` besides where it is asked for (additions §6). */
const SIGNATURES = ["standard", "body_hmac"] as const;

export type Signature = (typeof SIGNATURES)[number];

export const signatureModel = z
  .array(z.enum(SIGNATURES))
  .describe("`standard`: Standard Webhooks, always. `body_hmac`: also `signature_header`");

const listProblem = listRule(`must be an array of ${SIGNATURES.join(" and ")}, with standard in it`);

/** `signature` of a request: `["standard"]` or `["standard", "body_hmac"]`. */
export const signature = z
  .array(z.enum(SIGNATURES, { error: listProblem }), { error: listProblem })
  .max(SIGNATURES.length, listProblem)
  .refine((given) => given.includes("standard"), listProblem)
  .transform((given) => SIGNATURES.filter((each) => given.includes(each)))
  .describe(
    '`["standard"]`, or `["standard", "body_hmac"]`: then `signature_header` carries the hexadecimal HMAC-SHA256 of the bytes of the body, keyed with the text of the present secret as it is (`whsec_…`); after a rotation that is the new one at once. It shows who sent the body and that nobody has changed it, but not when: who has seen a delivery can send it again. Only `webhook-signature` covers the time and the id of the event',
  );

/** A name of a header as RFC 9110 has it, without those that begin with another character than a letter. */
const NAME = /^[A-Za-z][A-Za-z0-9!#$%&'*+.^_`|~-]{0,99}$/;

/** Headers that have a meaning of their own on the way, that a delivery has already, or that carry credentials. */
const TAKEN =
  /^(?:(?:webhook|content|proxy|sec|accept|access-control|x-forwarded|if|www)-.*|accept|authorization|authentication-info|baggage|connection|cookie2?|date|expect|forwarded|from|host|keep-alive|max-forwards|origin|range|referer|set-cookie2?|te|trace(?:parent|state)|trailer|transfer-encoding|upgrade|user-agent|via|x-api-key|x-real-ip)$/i;

/** `signature_header` of a request; null for none. */
export const signatureHeader = z
  .string({ error: "must be the name of a header" })
  .regex(
    NAME,
    "must be the name of a header, such as X-Signature: at most 100 letters, digits and signs, a letter first",
  )
  .refine((name) => !TAKEN.test(name), "must be another header: this one has a meaning of its own")
  .nullable()
  .describe("Name of the header with the `body_hmac`; null without one");

/** Returns what is wrong with the two fields together, as a problem of `signature_header`; null if nothing is. */
export function headerProblem(given: readonly Signature[], header: string | null | undefined): string | null {
  if (given.includes("body_hmac")) return header ? null : "is required with body_hmac";
  return header ? "must not be sent without body_hmac in signature" : null;
}

/** Returns the `signature` of an endpoint with this `signature_header`. */
export const signatureOf = (header: string | null): Signature[] =>
  header === null ? ["standard"] : ["standard", "body_hmac"];
