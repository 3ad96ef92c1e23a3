/** Characters that nobody confuses in print or by phone: no 0 and O, 1, I and L, U and V. */
const CHARACTERS = "23456789ABCDEFGHJKMNPQRSTWXYZ";
const LENGTH = 6;

const OWN = new RegExp(`^R-\\d{8}-[${CHARACTERS}]{${LENGTH}}$`);

/**
 * Returns a reference number for a payment that brings none, such as cash: unlike any other of the day, and short enough to be
 * read out. `day`: the day at the clinic, YYYY-MM-DD.
 */
export function ownReference(day: string): string {
  const drawn = crypto.getRandomValues(new Uint32Array(LENGTH));
  const text = Array.from(drawn, (each) => CHARACTERS[each % CHARACTERS.length]).join("");
  return `R-${day.replaceAll("-", "")}-${text}`;
}

/** Returns whether a reference number was made here: it then says nothing about the payment. */
export const isOwnReference = (value: unknown): boolean => typeof value === "string" && OWN.test(value.trim());
