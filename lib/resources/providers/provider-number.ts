const DIGITS = /^\d+$/;
/** Hexadecimal digits of a UUID without dashes. */
const ID_LENGTH = 32;

/**
 * Returns the digits-only id by which POST /messages names a provider (interface 4.8): the EMR's id if it is one, else the
 * service's id as a decimal number, since some EMRs, such as FHIR servers, have ids with letters. Safe in browsers.
 */
export const providerNumberOf = ({ id, ehrId }: { id: string; ehrId: string }): string =>
  DIGITS.test(ehrId) ? ehrId : BigInt(`0x${id}`).toString();

/** Returns the service's id of a number that `providerNumberOf` made of one; null for another number. */
export function idOfProviderNumber(digits: string): string | null {
  if (!DIGITS.test(digits)) return null;
  const id = BigInt(digits).toString(16).padStart(ID_LENGTH, "0");
  return id.length === ID_LENGTH ? id : null;
}
