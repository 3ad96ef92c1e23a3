import { objectsOf, type Untrusted } from "#lib/emr/fhir/untrusted";
import { object, text } from "./elements.ts";

/** Uses of a name in the order in which it is shown. */
const NAME_USES = ["official", "usual", "", "temp", "nickname", "anonymous", "maiden", "old"];
/** Uses of an address in the order in which it is shown. */
const ADDRESS_USES = ["home", "", "work", "temp", "billing", "old"];
const SSN = "http://hl7.org/fhir/sid/us-ssn";
const NPI = "http://hl7.org/fhir/sid/us-npi";

/** Returns the entry whose `use` comes first in the order; the first one of several. */
function preferred(entries: Untrusted[], uses: readonly string[]): Untrusted | undefined {
  const place = ({ use }: Untrusted) => (uses.includes(text(use)) ? uses.indexOf(text(use)) : uses.length);
  return entries.toSorted((a, b) => place(a) - place(b))[0];
}

/** Returns a name with its further given names; one that the server holds as text alone is the last name. */
export function nameOf({ name }: Untrusted): { firstName: string; furtherNames: string[]; lastName: string } {
  const found = preferred(objectsOf(name), NAME_USES) ?? {};
  const [firstName = "", ...furtherNames] = (Array.isArray(found.given) ? found.given : [])
    .map(text)
    .filter((part) => part !== "");
  const family = text(found.family);
  return { firstName, furtherNames, lastName: family || (firstName === "" ? text(found.text) : "") };
}

/** Returns the contact of a system, such as "phone": the one of the best rank that is not old; "" without one. */
export function contactOf({ telecom }: Untrusted, system: "phone" | "email" | "fax"): string {
  const rankOf = ({ rank }: Untrusted) => (typeof rank === "number" && rank > 0 ? rank : Number.MAX_SAFE_INTEGER);
  const found = objectsOf(telecom)
    .filter((each) => text(each.system) === system && text(each.use) !== "old" && text(each.value) !== "")
    .toSorted((a, b) => rankOf(a) - rankOf(b))[0];
  return text(found?.value);
}

/** Returns an address; one that the server holds as text alone is the street. */
export function addressOf(addresses: unknown) {
  const found = preferred(objectsOf(addresses), ADDRESS_USES) ?? {};
  const lines = (Array.isArray(found.line) ? found.line : []).map(text).filter((line) => line !== "");
  const city = text(found.city);
  return {
    street: lines.join(", ") || (city === "" ? text(found.text) : ""),
    city,
    state: text(found.state),
    zip: text(found.postalCode),
  };
}

/** Returns whether an identifier is of a system, or of a type of HL7's table 0203, such as "NPI". */
const isOf = ({ system, type }: Untrusted, ofSystem: string | null, code: string): boolean =>
  (ofSystem !== null && text(system) === ofSystem) ||
  objectsOf(object(type).coding).some((coding) => text(coding.code) === code);

/** Returns the National Provider Identifier; "" without one. */
export const npiOf = ({ identifier }: Untrusted): string =>
  text(objectsOf(identifier).find((each) => isOf(each, NPI, "NPI"))?.value);

/**
 * Returns the medical record number: the identifier of the given system, or if none is given that of the type MR, else
 * the first one that is no social security number. "" without one.
 */
export function mrnOf({ identifier }: Untrusted, system: string | undefined): string {
  const current = objectsOf(identifier).filter(({ use, value }) => text(use) !== "old" && text(value) !== "");
  if (system !== undefined) return text(current.find((each) => text(each.system) === system)?.value);
  const [first] = current.filter((each) => !isOf(each, SSN, "SS"));
  return text((current.find((each) => isOf(each, null, "MR")) ?? first)?.value);
}
