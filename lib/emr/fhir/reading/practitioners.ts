import type { FhirContext } from "#lib/emr/fhir/context";
import type { SyncedRecords } from "#lib/emr/port/port";
import { allWords, idOf, objects, type Untrusted } from "./elements.ts";
import { addressOf, contactOf, nameOf, npiOf } from "./people.ts";
import { rolesOf } from "./roles.ts";
import { idsOf, type Source, shownOf } from "./source.ts";

/** Practitioners of a page: their roles are searched for by their ids in one address. */
const PAGE_PRACTITIONERS = 50;

type Kind = "providers" | "staff" | "referring_providers";

/** A practitioner with the roles in which they work. */
interface Member {
  practitioner: Untrusted;
  roles: Untrusted[];
}

/** Returns whether somebody works: not if the practitioner, or each of the roles, is inactive. */
const isActive = ({ practitioner, roles }: Member): boolean =>
  practitioner.active !== false && (roles.length === 0 || roles.some(({ active }) => active !== false));

/** Returns the words of an element of all roles. */
const wordsOf = ({ roles }: Member, element: "code" | "specialty"): string =>
  allWords(roles.flatMap((role) => objects(role[element])));

/** Returns a contact of the practitioner, else of a role. */
const contactIn = ({ practitioner, roles }: Member, system: "phone" | "email" | "fax"): string =>
  [practitioner, ...roles].map((each) => contactOf(each, system)).find((value) => value !== "") ?? "";

const toProvider = (member: Member): SyncedRecords["providers"] => {
  const { firstName, lastName } = nameOf(member.practitioner);
  return {
    ehrId: idOf(member.practitioner),
    firstName,
    lastName,
    npi: npiOf(member.practitioner),
    specialty: wordsOf(member, "specialty"),
    status: isActive(member) ? "active" : "inactive",
  };
};

const toStaff = (member: Member): SyncedRecords["staff"] => {
  const { firstName, lastName } = nameOf(member.practitioner);
  return {
    ehrId: idOf(member.practitioner),
    firstName,
    lastName,
    role: wordsOf(member, "code"),
    email: contactIn(member, "email"),
  };
};

const toReferringProvider = (member: Member): SyncedRecords["referring_providers"] => {
  const { practitioner } = member;
  const { firstName, furtherNames, lastName } = nameOf(practitioner);
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

function practitionerSource<Of extends Kind>(
  context: FhirContext,
  toRecord: (member: Member) => SyncedRecords[Of],
): Source<Of> {
  return {
    type: "Practitioner",
    entries: PAGE_PRACTITIONERS,
    shownBy: [],
    isTotal: true,
    async read(practitioners, signal) {
      const roles = await rolesOf(context, practitioners, signal);
      return shownOf<Of>(
        practitioners,
        (id) => id,
        (practitioner) => toRecord({ practitioner, roles: roles.get(idOf(practitioner)) ?? [] }),
      );
    },
    ids: async (practitioners) => idsOf(practitioners),
  };
}

/** Practitioner with PractitionerRole → providers. */
export const providerSource = (context: FhirContext) => practitionerSource<"providers">(context, toProvider);

/** Practitioner with PractitionerRole → staff. */
export const staffSource = (context: FhirContext) => practitionerSource<"staff">(context, toStaff);

/** Practitioner with PractitionerRole → referring providers, since FHIR names those who refer in the same way. */
export const referringProviderSource = (context: FhirContext) =>
  practitionerSource<"referring_providers">(context, toReferringProvider);
