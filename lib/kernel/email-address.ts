import { z } from "zod";

/** Letters, marks and digits of all scripts, and what else may stand in a part of an address (RFC 5322, RFC 6531). */
const LOCAL = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const DOMAIN_LETTERS = /^[\p{L}\p{M}\p{N}.-]+$/u;
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

const MAX_LENGTH = 254;
const MAX_LOCAL = 64;

/** Returns a domain as DNS has it: müller.example is xn--mller-kva.example. Other texts stay as they are. */
function asciiDomain(domain: string): string {
  // The parser of URLs knows more than domains.
  if (domain.length > MAX_LENGTH || !DOMAIN_LETTERS.test(domain)) return domain;
  return URL.parse(`http://${domain}`)?.hostname ?? domain;
}

/**
 * Returns the form in which an email address is stored and looked up, so that one address has one form: without spaces
 * around it, in lower case, its letters composed (NFC), its domain in ASCII. A text that is no address is only lowered.
 */
export function addressKey(given: string): string {
  const address = given.trim().normalize("NFC").toLowerCase().normalize("NFC");
  const at = address.lastIndexOf("@");
  return at < 0 ? address : `${address.slice(0, at)}@${asciiDomain(address.slice(at + 1))}`;
}

function isAddress(key: string): boolean {
  const at = key.lastIndexOf("@");
  const local = key.slice(0, at);
  return at > 0 && local.length <= MAX_LOCAL && LOCAL.test(local) && DOMAIN.test(key.slice(at + 1));
}

/** An email address, also an internationalized one (RFC 6531). Parses to the form in which it is stored. */
export const emailAddress = z
  .string({ error: "must be a string" })
  .trim()
  .max(MAX_LENGTH, `must have at most ${MAX_LENGTH} characters`)
  .transform(addressKey)
  .refine((key) => key.length <= MAX_LENGTH && isAddress(key), "must be an email address");
