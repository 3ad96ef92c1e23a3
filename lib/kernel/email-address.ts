import { z } from "zod";

/** Letters, marks and digits of all scripts, and what else may stand in a part of an address (RFC 5322, RFC 6531). */
const LOCAL = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const DOMAIN_LETTERS = /^[\p{L}\p{M}\p{N}.\u3002-]+$/u;
/** Characters that are not seen, such as variation selectors and fillers: two addresses would look alike. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

const MAX_LENGTH = 254;
const MAX_LOCAL = 64;

/** Returns a domain as DNS has it: müller.example is xn--mller-kva.example. Other texts stay as they are. */
function asciiDomain(domain: string): string {
  // The parser of URLs knows more than domains.
  if (domain.length > MAX_LENGTH || !DOMAIN_LETTERS.test(domain)) return domain;
  return URL.parse(`http://${domain}`)?.hostname ?? domain;
}

function keyBy(form: "NFC" | "NFKC", given: string): string {
  const address = given.normalize(form).trim().toLowerCase().normalize(form);
  const at = address.lastIndexOf("@");
  return at < 0 ? address : `${address.slice(0, at)}@${asciiDomain(address.slice(at + 1))}`;
}

/**
 * Returns the form in which an email address is stored and compared, wherever it comes from, so that one address has one
 * form: without spaces around it, its letters as Unicode has them for compatibility (NFKC), in lower case, its domain in
 * ASCII. Letters that merely look alike, such as those of other scripts or a dotless i, stay different. A text that is no
 * address is treated in the same way.
 */
export const addressKey = (given: string): string => keyBy("NFKC", given);

/**
 * Returns the forms under which an address may be stored, the present one (NFKC) first. Older addresses were stored in NFC,
 * which keeps ligatures and full-width letters; people with such an address still sign in.
 */
export const storedForms = (given: string): readonly string[] => [...new Set([addressKey(given), keyBy("NFC", given)])];

/**
 * Returns the form of an address that somebody else has verified; null for one whose letters only compatibility makes
 * equal to others: a mail server may deliver the two to different people.
 */
export const verifiedAddressKey = (given: string): string | null =>
  Array.from(given).every((each) => each.normalize("NFKC") === each) ? addressKey(given) : null;

function isAddress(key: string): boolean {
  const at = key.lastIndexOf("@");
  const local = key.slice(0, at);
  return (
    at > 0 && local.length <= MAX_LOCAL && LOCAL.test(local) && !UNSEEN.test(local) && DOMAIN.test(key.slice(at + 1))
  );
}

/** An email address, also an internationalized one (RFC 6531). Parses to the form in which it is stored. */
export const emailAddress = z
  .string({ error: "must be a string" })
  .trim()
  .max(MAX_LENGTH, `must have at most ${MAX_LENGTH} characters`)
  .transform(addressKey)
  .refine((key) => key.length <= MAX_LENGTH && isAddress(key), "must be an email address");
