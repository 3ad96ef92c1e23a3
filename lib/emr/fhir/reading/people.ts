import { hasCode, isNpi, isSsn } from "#lib/emr/fhir/identifiers";
import { isJobKey } from "#lib/emr/fhir/job-key";
import { holdsAt } from "#lib/emr/fhir/period";
import { objectsOf, type Untrusted } from "#lib/emr/fhir/untrusted";
import type { EmrPatient } from "#lib/emr/port/port";
import { allWords, object, text, Unreadable } from "./elements.ts";

/** Uses of a name in the order in which it is shown. */
const NAME_USES = ["official", "usual", "", "temp", "nickname", "anonymous", "maiden", "old"];
/** Uses of an address in the order in which it is shown. */
const ADDRESS_USES = ["home", "", "work", "temp", "billing", "old"];

/** Returns the entries that hold now, by their `period`. */
const current = (entries: unknown): Untrusted[] => objectsOf(entries).filter((each) => holdsAt(each, new Date()));

/** Returns the entry whose `use` comes first in the order; the first one of several. */
function preferred(entries: Untrusted[], uses: readonly string[]): Untrusted | undefined {
  const place = ({ use }: Untrusted) => (uses.includes(text(use)) ? uses.indexOf(text(use)) : uses.length);
  return entries.toSorted((a, b) => place(a) - place(b))[0];
}

/** Returns a name with its further given names; one that the server holds as text alone is the last name. */
export function nameOf({ name }: Untrusted): {
  firstName: string;
  furtherNames: string[];
  lastName: string;
  suffix: string;
} {
  // A former name is better than none.
  const found = preferred(current(name), NAME_USES) ?? preferred(objectsOf(name), NAME_USES) ?? {};
  const partsOf = (parts: unknown) => (Array.isArray(parts) ? parts : []).map(text).filter((part) => part !== "");
  const [firstName = "", ...furtherNames] = partsOf(found.given);
  const family = text(found.family);
  return {
    firstName,
    furtherNames,
    lastName: family || (firstName === "" ? text(found.text) : ""),
    suffix: partsOf(found.suffix).join(" "),
  };
}

/** Returns the name of a practitioner. Throws Unreadable without one. */
export function practitionerName(practitioner: Untrusted) {
  const found = nameOf(practitioner);
  if (found.firstName === "" && found.lastName === "") throw new Unreadable("The practitioner has no name");
  return found;
}

/** Returns the entries of the contacts of a system, such as "phone", that hold now, that of the best rank first. */
export function contactsOf(
  { telecom }: { telecom?: unknown },
  system: "phone" | "email" | "fax",
  isFit: (contact: Untrusted) => boolean = () => true,
): Untrusted[] {
  const rankOf = ({ rank }: Untrusted) => (typeof rank === "number" && rank > 0 ? rank : Number.MAX_SAFE_INTEGER);
  return current(telecom)
    .filter((each) => text(each.system) === system && text(each.use) !== "old" && text(each.value) !== "")
    .filter(isFit)
    .toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Returns the contact of a system: of those that hold now the one of the best rank; "" without one. */
export const contactOf = (...asked: Parameters<typeof contactsOf>): string => text(contactsOf(...asked)[0]?.value);

/** Codes of a contact for emergencies in HL7's tables, and words that say the same. */
const EMERGENCY = /^(C|EP|ECON)$|emergency/i;

const isForEmergencies = (concept: Untrusted): boolean =>
  [concept.text, ...objectsOf(concept.coding).flatMap(({ code, display }) => [code, display])].some((each) =>
    EMERGENCY.test(text(each)),
  );

/** Returns the contact for emergencies of an entry; null for another contact, and for one without name and telephone. */
function emergencyIn(entry: Untrusted): NonNullable<EmrPatient["emergencyContact"]> | null {
  const relations = objectsOf(entry.relationship);
  if (!relations.some(isForEmergencies)) return null;
  const { firstName, furtherNames, lastName, suffix } = nameOf({ name: objectsOf([entry.name]) });
  const own = [firstName, ...furtherNames, lastName, suffix].filter((part) => part !== "").join(" ");
  const name = own || text(object(entry.organization).display);
  const phone = contactOf(entry, "phone");
  if (name === "" && phone === "") return null;
  const relationship = allWords(relations.filter((relation) => !isForEmergencies(relation)));
  return { name, relationship: relationship || null, phone: phone || null };
}

/** Returns the entry of whom to call about a patient in an emergency; undefined if nobody is named for it. */
export const emergencyEntryOf = ({ contact }: { contact?: unknown }): Untrusted | undefined =>
  current(contact).find((each) => emergencyIn(each) !== null);

/** Returns whom to call about a patient in an emergency; null if nobody is named for it. */
export function emergencyContactOf(patient: { contact?: unknown }): NonNullable<EmrPatient["emergencyContact"]> | null {
  const entry = emergencyEntryOf(patient);
  return entry ? emergencyIn(entry) : null;
}

const isMobile = ({ use }: Untrusted): boolean => text(use) === "mobile";

/** Returns the mobile telephone; "" without one. */
export const mobileOf = (resource: { telecom?: unknown }): string => contactOf(resource, "phone", isMobile);

/** Returns the entry of the address that is shown; undefined without one. */
export const addressEntryOf = (addresses: unknown): Untrusted | undefined =>
  preferred(current(addresses), ADDRESS_USES);

/** Returns an address; one that the server holds as text alone is the street. */
export function addressOf(addresses: unknown) {
  const found = addressEntryOf(addresses) ?? {};
  const lines = (Array.isArray(found.line) ? found.line : []).map(text).filter((line) => line !== "");
  const city = text(found.city);
  return {
    street: lines.join(", ") || (city === "" ? text(found.text) : ""),
    city,
    state: text(found.state),
    zip: text(found.postalCode),
  };
}

/** Returns the National Provider Identifier; "" without one. */
export const npiOf = ({ identifier }: Untrusted): string => text(current(identifier).find(isNpi)?.value);

/**
 * Returns the medical record number that holds now: the identifier of the given system, or if none is given that of the type MR,
 * else the first one. A social security number is none. "" without one.
 */
export function mrnOf({ identifier }: Untrusted, system: string | undefined): string {
  const carried = current(identifier).filter(
    (each) => text(each.use) !== "old" && text(each.value) !== "" && !isSsn(each) && !isJobKey(each),
  );
  if (system !== undefined) return text(carried.find((each) => text(each.system) === system)?.value);
  return text((carried.find((each) => hasCode(each, "MR")) ?? carried[0])?.value);
}
