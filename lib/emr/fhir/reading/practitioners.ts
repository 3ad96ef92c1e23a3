import { objectsOf, type Untrusted } from "#lib/emr/fhir/untrusted";
import type { SyncedRecords } from "#lib/emr/port/port";
import { allWords, idOf, Unreadable, word } from "./elements.ts";
import { lookupByIdentifier } from "./lookup.ts";
import { addressOf, contactOf, npiOf, practitionerName } from "./people.ts";
import { identifierIn, idIn } from "./references.ts";
import type { Reading } from "./resolve.ts";
import { rolesOf } from "./roles.ts";
import { idsOf, type Source, shownOf } from "./source.ts";

/** Practitioners of a page: their roles are searched for by their ids in one address. */
const PAGE_PRACTITIONERS = 50;

type Kind = "providers" | "staff" | "referring_providers";

/** HL7's codes of roles that see patients. */
const CLINICAL = ["doctor", "nurse", "pharmacist"];

/** A practitioner with the roles in which they work. */
interface Member {
  practitioner: Untrusted;
  roles: Untrusted[];
  /** True if the roles could not be read. */
  isUnread: boolean;
  /** True if every role is at an organization to which none of the server's locations belongs. */
  isElsewhere: boolean;
}

/**
 * Returns whether somebody may have a schedule: anybody but those whose roles name work without patients, and who have
 * neither an NPI, a specialty nor a qualification.
 */
function seesPatients({ practitioner, roles }: Member): boolean {
  const codes = roles.flatMap(({ code }) => objectsOf(code));
  const isClinical = codes.flatMap(({ coding }) => objectsOf(coding)).some(({ code }) => CLINICAL.includes(word(code)));
  const isQualified = npiOf(practitioner) !== "" || objectsOf(practitioner.qualification).length > 0;
  return (
    codes.length === 0 || isClinical || isQualified || roles.some(({ specialty }) => objectsOf(specialty).length > 0)
  );
}

/** Returns whether somebody works: not if the practitioner, or each of the roles, is inactive. */
const isActive = ({ practitioner, roles }: Member): boolean =>
  practitioner.active !== false && (roles.length === 0 || roles.some(({ active }) => active !== false));

/** Returns the words of an element of all roles. */
const wordsOf = ({ roles }: Member, element: "code" | "specialty"): string =>
  allWords(roles.flatMap((role) => objectsOf(role[element])));

/** Returns a contact of the practitioner, else of a role. */
const contactIn = ({ practitioner, roles }: Member, system: "phone" | "email" | "fax"): string =>
  [practitioner, ...roles].map((each) => contactOf(each, system)).find((value) => value !== "") ?? "";

const toProvider = (member: Member): SyncedRecords["providers"] | null => {
  if (member.isElsewhere || !seesPatients(member)) return null;
  const { firstName, lastName } = practitionerName(member.practitioner);
  return {
    ehrId: idOf(member.practitioner),
    firstName,
    lastName,
    npi: npiOf(member.practitioner),
    specialty: wordsOf(member, "specialty"),
    status: isActive(member) ? "active" : "inactive",
  };
};

const toStaff = (member: Member): SyncedRecords["staff"] | null => {
  if (member.isElsewhere) return null;
  const { firstName, lastName } = practitionerName(member.practitioner);
  return {
    ehrId: idOf(member.practitioner),
    firstName,
    lastName,
    role: wordsOf(member, "code"),
    email: contactIn(member, "email"),
  };
};

const toReferringProvider = (member: Member): SyncedRecords["referring_providers"] | null => {
  const { practitioner } = member;
  if (!seesPatients(member)) return null;
  const { firstName, furtherNames, lastName } = practitionerName(practitioner);
  const { street, city, state, zip } = addressOf(practitioner.address);
  return {
    ehrId: idOf(practitioner),
    firstName,
    lastName,
    middleInitial: furtherNames[0]?.slice(0, 1).toWellFormed() || null,
    speciality: wordsOf(member, "specialty") || null,
    phone: contactIn(member, "phone") || null,
    fax: contactIn(member, "fax") || null,
    email: contactIn(member, "email") || null,
    npi: npiOf(practitioner) || null,
    addressStreet: street || null,
    addressCity: city || null,
    addressState: state || null,
    addressZip: zip || null,
    active: isActive(member),
  };
};

/** Returns the members among practitioners: their roles come by one search, the clinic's organizations by its locations. */
function membership({ context, organizations }: Reading) {
  const { baseUrl } = context.server;
  const identified = lookupByIdentifier(context, "Organization");
  return async (practitioners: readonly Untrusted[], signal: AbortSignal): Promise<Map<Untrusted, Member>> => {
    const roles = await rolesOf(context, practitioners, signal);
    const named = [...roles.values()].flatMap((own) => own ?? []).map(({ organization }) => organization);
    const byIdentifier =
      context.findings.identifier_search === "works"
        ? await identified(
            named.flatMap((organization) => identifierIn(organization, "Organization") ?? []),
            signal,
          )
        : new Map<string, string>();
    const employersOf = (own: readonly Untrusted[]) =>
      own.map(
        ({ organization }) =>
          idIn(organization, "Organization", baseUrl) ??
          byIdentifier.get(identifierIn(organization, "Organization") ?? "") ??
          null,
      );
    const { isUnknown, among } = await organizations(signal);
    const all = [...roles.values()].flatMap((own) => employersOf(own ?? []));
    const ours = await among(
      all.filter((id) => id !== null),
      signal,
    );
    return new Map(
      practitioners.map((practitioner) => {
        const found = roles.get(word(practitioner.id));
        const own = found ?? [];
        const employers = employersOf(own);
        const isElsewhere =
          !isUnknown && own.length > 0 && employers.every((employer) => employer !== null && !ours.has(employer));
        return [practitioner, { practitioner, roles: own, isUnread: found === null, isElsewhere }];
      }),
    );
  };
}

function practitionerSource<Of extends Kind>(
  reading: Reading,
  toRecord: (member: Member) => SyncedRecords[Of] | null,
): Source<Of> {
  const membersOf = membership(reading);
  const read = async (practitioners: readonly Untrusted[], signal: AbortSignal) => {
    const members = await membersOf(practitioners, signal);
    return shownOf<Of>(
      practitioners,
      (id) => id,
      (practitioner) => {
        const member = members.get(practitioner);
        if (!member || member.isUnread) throw new Unreadable("The roles of the practitioner could not be read");
        return toRecord(member);
      },
    );
  };
  return {
    type: "Practitioner",
    entries: PAGE_PRACTITIONERS,
    shownBy: ["identifier", "name", "qualification"],
    resourceIdOf: (id) => id,
    isTotal: false,
    read,
    async ids(practitioners, signal) {
      const { gone } = await read(practitioners, signal);
      return idsOf(practitioners).filter((id) => !gone.includes(id));
    },
  };
}

/** Practitioner with PractitionerRole → providers: those of the clinic who see patients. */
export const providerSource = (reading: Reading) => practitionerSource<"providers">(reading, toProvider);

/** Practitioner with PractitionerRole → staff: those of the clinic. */
export const staffSource = (reading: Reading) => practitionerSource<"staff">(reading, toStaff);

/** Practitioner with PractitionerRole → referring providers: all who see patients, as FHIR names those who refer alike. */
export const referringProviderSource = (reading: Reading) =>
  practitionerSource<"referring_providers">(reading, toReferringProvider);
