import { CAPABILITIES, type Capability, type UnsupportedFields } from "#lib/emr/port/capability";
import { EmrError, type SyncKind } from "#lib/emr/port/port";
import { type CapabilitySupport, type Profile, supportedBy } from "#lib/emr/port/profile";
import { type EmrWrites, WRITES_OF } from "#lib/emr/port/writes";
import type { FhirFindings } from "./findings.ts";
import { kindsOf } from "./reading/record-kinds.ts";
import { comparesVersions, createsOnce, isSearched } from "./writing/guarantee.ts";

interface Write {
  /** The resource type that the capability writes. */
  type: string;
  /** What its operations do with it. */
  does: string;
  /** Types that it names beside Patient. */
  names?: readonly string[];
  /** Returns what the server was not seen to do without which nothing of it is written; null if nothing is lacking. */
  lacks?(findings: FhirFindings): string | null;
}

/** What a live fetch reads. */
interface LiveFetch {
  reads: string;
  does: string;
  /** True if it searches by day. */
  byDay: boolean;
}

type Place = Write | LiveFetch | { hasNone: string };

/** A change is looked for by its key where the server finds others so. */
const searchLacks =
  (type: string) =>
  (findings: FhirFindings): string | null =>
    isSearched(findings) && !findings.readable?.includes(type)
      ? `The server answers no search of all of ${type}, by which a lost answer is looked for`
      : null;

/** A visit whose time cannot be read before and after could double another one unseen. */
const timesLack = ({ day_search, readable }: FhirFindings): string | null =>
  day_search === "works" && readable?.includes("Appointment")
    ? null
    : "The test did not prove that the server finds visits by day: what is at the time could not be read before and after";

/** A booking whose answer is lost must be found again. */
const bookingLacks = (findings: FhirFindings): string | null => {
  if (findings.visit_identifier_search !== "works")
    return "The test did not prove that the server finds an Appointment by an identifier: a booking whose answer is lost could not be looked for";
  return timesLack(findings);
};

/** A patient who is there must be found: by the birth date before the creation, by its key after a lost answer. */
const patientsLack = (findings: FhirFindings): string | null => {
  if (findings.birthdate_search !== "works")
    return "The test did not prove that the server finds patients by birth date: whether a patient is there already could not be asked";
  return isSearched(findings)
    ? null
    : "The test did not prove that the server finds records by an identifier: after a lost answer a patient could be created twice";
};

/** Two insurances of one priority, or one that is added twice, would be billed wrongly. */
const insurancesLack = (findings: FhirFindings): string | null => {
  if (findings.coverage_identifier_search !== "works")
    return "The test did not prove that the server finds a Coverage by an identifier: an insurance whose answer is lost could not be looked for";
  return findings.coverage_patient_search === "works"
    ? null
    : "The test did not prove that the server finds the Coverages of a patient: whether another one has the priority could not be asked";
};

/** What each capability writes to a FHIR server or reads from it, or why FHIR has no place for it. */
const PLACES = {
  appointments_fetch: { reads: "Appointment", does: "Searches the Appointments of some days", byDay: true },
  patients_fetch: {
    reads: "Patient",
    does: "Searches Patients by identifier, name, phone or birthdate; what the server returns beside them is left out",
    byDay: false,
  },
  availability_fetch: { reads: "Slot", does: "Searches the Slots of some days", byDay: true },
  referrals: { type: "ServiceRequest", does: "Creates and updates a ServiceRequest" },
  orders: { type: "ServiceRequest", does: "Creates a ServiceRequest" },
  patient_notes: { type: "DocumentReference", does: "Creates a DocumentReference with the note's text" },
  visit_notes: {
    type: "DocumentReference",
    does: "Creates a DocumentReference with the note's text, which names the Appointment",
    names: ["Appointment"],
  },
  messages: { type: "Communication", does: "Creates a Communication" },
  tasks: { type: "Task", does: "Creates a Task" },
  appointments: { type: "Appointment", does: "Sets the status of an Appointment" },
  patients: {
    type: "Patient",
    does: "Creates a Patient, to whom the server assigns the MRN",
    lacks: patientsLack,
  },
  patient_changes: {
    type: "Patient",
    does: "Changes the telephone numbers, email, address, language and emergency contact of a Patient, and leaves all others",
    lacks: searchLacks("Patient"),
  },
  payments: {
    hasNone: "FHIR has no posting to a ledger: the payment would be called completed although nothing was posted",
  },
  services: {
    hasNone: "FHIR has no posting to a ledger: the service would be called completed although nothing was billed",
  },
  claims_fetch: { hasNone: "FHIR has no balances of a ledger: a claim that was sent does not say what is paid" },
  recall_actions: { hasNone: "FHIR has no list of recalls" },
  bookings: {
    type: "Appointment",
    does: "Creates an Appointment, and takes the Slots of its time",
    names: ["Practitioner", "Location"],
    lacks: bookingLacks,
  },
  moves: {
    type: "Appointment",
    does: "Changes the time, the participants and the texts of an Appointment, and exchanges its Slots",
    names: ["Practitioner", "Location"],
    lacks: timesLack,
  },
  cancellations: {
    type: "Appointment",
    does: "Sets the status of an Appointment to cancelled, with the reason, and opens its Slots again",
    lacks: searchLacks("Appointment"),
  },
  documents: {
    type: "DocumentReference",
    does: "Creates a DocumentReference with the file in it, or, of more than 4 MB, with a Binary",
    lacks: searchLacks("DocumentReference"),
  },
  insurances: { type: "Coverage", does: "Creates and changes a Coverage of a patient", lacks: insurancesLack },
  order_catalog: { hasNone: "FHIR has no catalog of what can be ordered" },
} as const satisfies Record<Capability, Place>;

const placeOf = (name: Capability): Place => PLACES[name];

const isWritten = (name: Capability): boolean => !("hasNone" in placeOf(name));

/** Returns a call that the EMR refuses for good, with the reason. */
export const refusing = (reason: string) => () =>
  Promise.reject(new EmrError("validation", reason, { code: "not_supported" }));

type WithoutPlace = {
  [Name in Capability]: (typeof PLACES)[Name] extends { hasNone: string } ? Name : never;
}[Capability];

/** The writes for which FHIR has no place: each is refused with the reason. */
export const FHIR_REFUSALS = Object.fromEntries(
  CAPABILITIES.flatMap((name) => {
    const place = placeOf(name);
    return "hasNone" in place ? WRITES_OF[name].map((write) => [write, refusing(place.hasNone)]) : [];
  }),
) as unknown as Pick<EmrWrites, (typeof WRITES_OF)[WithoutPlace][number]>;

/** The capabilities that a FHIR server can have. */
export const FHIR_CAPABILITIES: ReadonlySet<Capability> = new Set(CAPABILITIES.filter(isWritten));

/** Values of lists that the practice keeps and FHIR does not have. */
export const FHIR_UNSUPPORTED_FIELDS: UnsupportedFields = {
  bookings: { appointment_mode: "FHIR R4 has no mode of an appointment" },
  patient_notes: { tags: "FHIR has no list of note categories" },
  tasks: {
    task_type: "FHIR has no list of task types",
    details: "FHIR has no list of task details",
    phone_call_type_id: "FHIR has no list of phone call types",
  },
};

/** The kinds of record by the types that they are read from: a record that cannot be shown cannot be written to either. */
const KINDS: Readonly<Record<string, SyncKind>> = {
  Patient: "patients",
  Appointment: "appointments",
  ServiceRequest: "referrals",
  DocumentReference: "documents",
};

/** Returns whether the resources of a type can be read: by a search for all, or part by part. */
function isRead(type: string, findings: FhirFindings): boolean {
  if (findings.readable?.includes(type)) return true;
  const kind = KINDS[type];
  return kind !== undefined && findings.readable !== null && kindsOf(findings)[kind].read !== "unsupported";
}

/** How a create is made sure of; null if the server itself creates once and can be searched for what it created. */
function creates(findings: FhirFindings): string | null {
  if (findings.new_record_search === "later")
    return "The test showed that the server does not find a new record within seconds: if an answer is lost, a person decides";
  if (!isSearched(findings))
    return "The test did not prove that the server finds records by an identifier: if an answer is lost, a person decides";
  if (createsOnce(findings)) return null;
  return "The test did not prove that the server creates once (If-None-Exist): each write is looked for before and after, a weaker guarantee";
}

/** How another's change is noticed; null if the server itself compares versions. */
const updates = (findings: FhirFindings): string | null =>
  comparesVersions(findings)
    ? null
    : "The test did not prove that the server compares versions (If-Match): a record is read right before and after its update, a weaker guarantee";

/** Capabilities that change a record and create none. */
const CHANGES: readonly Capability[] = ["appointments", "moves", "cancellations", "patient_changes"];

/** Capabilities that create records and change them. */
const CREATED_AND_CHANGED: readonly Capability[] = ["referrals", "insurances"];

/** Returns the reasons why a capability's writes have a weaker guarantee. */
const weaknesses = (name: Capability, findings: FhirFindings): string[] =>
  [
    CHANGES.includes(name) ? null : creates(findings),
    CHANGES.includes(name) || CREATED_AND_CHANGED.includes(name) ? updates(findings) : null,
  ].filter((each) => each !== null);

/** Returns how a server supports a live fetch: by a search of all Resources of its type alone, which the probe has tried. */
function fetched(
  name: Capability,
  { reads, does, byDay }: LiveFetch,
  findings: FhirFindings,
  answers: ReadonlyMap<string, string>,
): CapabilitySupport {
  const lacks = (reason: string): CapabilitySupport => ({ name, support: "unsupported", reason });
  const lacking = ["Patient", reads].find((type) => !findings.readable?.includes(type));
  if (lacking !== undefined)
    return lacks(`A search of ${lacking} is not possible: it ${answers.get(lacking) ?? "was not tried"}`);
  if (byDay && findings.day_search !== "works")
    return lacks(`The test did not show that the server finds ${reads} by day`);
  return { name, support: "works", reason: does };
}

/**
 * Returns how a server supports each capability. `answers` holds the answer to a search by type, in words.
 */
export const capabilitiesFound = (findings: FhirFindings, answers: ReadonlyMap<string, string>): CapabilitySupport[] =>
  CAPABILITIES.map((name) => {
    const place = placeOf(name);
    if ("hasNone" in place) return { name, support: "unsupported", reason: place.hasNone };
    if ("reads" in place) return fetched(name, place, findings, answers);
    const { type, does, names = [], lacks } = place;
    const lacking = ["Patient", ...names, type].find((each) => !isRead(each, findings));
    if (lacking !== undefined) {
      const said = answers.get(lacking) ?? "was not tried";
      return { name, support: "unsupported", reason: `A search of ${lacking} is not possible: it ${said}` };
    }
    const lacked = lacks?.(findings) ?? null;
    if (lacked !== null) return { name, support: "unsupported", reason: lacked };
    const weak = weaknesses(name, findings);
    if (weak.length === 0) return { name, support: "works", reason: does };
    return { name, support: "emulated", reason: [does, ...weak].join(". ") };
  });

/** Returns the capabilities of a server that cannot be used. */
export const capabilitiesUnknown = (reason: string): CapabilitySupport[] =>
  CAPABILITIES.map((name) => {
    const place = placeOf(name);
    return { name, support: "unsupported", reason: "hasNone" in place ? place.hasNone : reason };
  });

/** Returns the capabilities of a server: those that the last probe found, or all that it can have if there was none. */
export const supportedIn = (profile: Profile | null | undefined): ReadonlySet<Capability> =>
  profile ? new Set(supportedBy(profile).filter(isWritten)) : FHIR_CAPABILITIES;
