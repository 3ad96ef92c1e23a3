import type { Address, ContactPoint, Patient } from "fhir/r4";
import type { FhirContext } from "#lib/emr/fhir/context";
import { Unreadable } from "#lib/emr/fhir/reading/elements";
import { languageOf } from "#lib/emr/fhir/reading/patients";
import {
  addressEntryOf,
  addressOf,
  contactOf,
  contactsOf,
  emergencyContactOf,
  emergencyEntryOf,
} from "#lib/emr/fhir/reading/people";
import { objectsOf, type Untrusted } from "#lib/emr/fhir/untrusted";
import type { EmrPatient, EmrPatientChanges, WriteOptions } from "#lib/emr/port/port";
import { makeChange } from "./change.ts";
import { emergencyEntry, languageEntry } from "./contact-entries.ts";
import type { FieldChange, Value } from "./field-change.ts";
import { type ReadPatient, writtenPatient } from "./patient.ts";

const MERGED = "The patient was merged into another one in the EMR: change that one";

/** Returns a value of the server; null for one that cannot be shown. */
function shownValue(read: () => Value): Value {
  try {
    return read() || null;
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

const isMobile = ({ use }: Untrusted): boolean => use === "mobile";

/** A contact of a patient that a change sets. */
interface Contact {
  system: "phone" | "email";
  use?: ContactPoint["use"];
  /** Returns whether an entry is of this contact. */
  isFit(entry: Untrusted): boolean;
}

const PHONE: Contact = { system: "phone", use: "home", isFit: (entry) => !isMobile(entry) };
const MOBILE: Contact = { system: "phone", use: "mobile", isFit: isMobile };
const EMAIL: Contact = { system: "email", isFit: () => true };

/** Returns the entries of contacts with another value in the place of the one that is shown; all others stay. */
function withContact(patient: Patient, { system, use, isFit }: Contact, value: string | null): Untrusted[] {
  const all = objectsOf(patient.telecom as unknown);
  const held = contactsOf(patient, system, isFit);
  // What no longer holds is kept as what it was.
  if (value === null) return all.map((each) => (held.includes(each) ? { ...each, use: "old" } : each));
  const [shown] = held;
  if (shown) return all.map((each) => (each === shown ? { ...each, value } : each));
  const entry = { system, value, ...(use ? { use } : {}) };
  // The first one of the same rank is shown as the telephone, which a mobile one must not become.
  if (use === "mobile") return [...all, entry];
  const { rank } = contactsOf(patient, system)[0] ?? {};
  return [{ ...entry, ...(rank ? { rank } : {}) }, ...all];
}

/** Returns the addresses with another one in the place of the one that is shown; all others stay. */
function withAddress(patient: Patient, { street, city, state, zip }: EmrPatient["address"]): Untrusted[] {
  const all = objectsOf(patient.address as unknown);
  const shown = addressEntryOf(all);
  const { use, type, country, period } = (shown ?? { use: "home" }) as Address;
  const next = {
    ...(use ? { use } : {}),
    ...(type ? { type } : {}),
    ...(street ? { line: [street] } : {}),
    ...(city ? { city } : {}),
    ...(state ? { state } : {}),
    ...(zip ? { postalCode: zip } : {}),
    ...(country ? { country } : {}),
    ...(period ? { period } : {}),
  };
  return shown ? all.map((each) => (each === shown ? next : each)) : [next, ...all];
}

/** Returns the languages with the one in which the patient is spoken to from now on; others are no longer preferred. */
function withLanguage(patient: Patient, language: string): Untrusted[] {
  const all = objectsOf(patient.communication as unknown).filter(
    (each) => languageOf({ communication: [each] }) !== language,
  );
  const others = all.map((each) => (each.preferred === true ? { ...each, preferred: false } : each));
  return [languageEntry(language) as unknown as Untrusted, ...others];
}

/** Returns the contacts with another one for emergencies in the place of the one that is shown; all others stay. */
function withEmergency(patient: Patient, contact: NonNullable<EmrPatient["emergencyContact"]>): Untrusted[] {
  const all = objectsOf(patient.contact as unknown);
  const shown = emergencyEntryOf(patient);
  const next = emergencyEntry(contact) as unknown as Untrusted;
  if (!shown) return [...all, next];
  const isSame = emergencyContactOf({ contact: [shown] })?.name === contact.name;
  // What else is known of a person belongs to that person alone.
  const merged = isSame ? { ...shown, ...next, name: shown.name ?? next.name } : next;
  return all.map((each) => (each === shown ? merged : each));
}

const EMPTY = JSON.stringify({ street: "", city: "", state: "", zip: "" });

/** Returns the fields of a patient that a change sets. */
function fieldsOf(changes: EmrPatientChanges): FieldChange<Patient>[] {
  const { phone, mobilePhone, email, preferredLanguage, address, emergencyContact } = changes;
  const field = (
    name: string,
    wanted: Value | undefined,
    made: { of(patient: Patient): Value; set(patient: Patient): Partial<Record<keyof Patient, unknown>> },
  ): FieldChange<Patient>[] =>
    wanted === undefined
      ? []
      : [
          {
            name,
            wanted: wanted === "" || wanted === EMPTY ? null : wanted,
            of: (patient) => shownValue(() => made.of(patient)),
            set: made.set,
            // What is known of a patient stands in no reason.
            shown: () => null,
          },
        ];
  const contact = (name: string, kind: Contact, wanted: string | null | undefined) =>
    field(name, wanted, {
      of: (patient) => contactOf(patient as unknown as Untrusted, kind.system, kind.isFit),
      set: (patient) => ({ telecom: withContact(patient, kind, wanted || null) }),
    });
  return [
    ...contact("telephone", PHONE, phone),
    ...contact("mobile telephone", MOBILE, mobilePhone),
    ...contact("email", EMAIL, email),
    ...field("language", preferredLanguage, {
      of: languageOf,
      set: (patient) => ({ communication: preferredLanguage ? withLanguage(patient, preferredLanguage) : undefined }),
    }),
    ...field("address", address && JSON.stringify(address), {
      of: (patient) => {
        const shown = JSON.stringify(addressOf(patient.address));
        return shown === EMPTY ? null : shown;
      },
      set: (patient) => ({ address: address ? withAddress(patient, address) : undefined }),
    }),
    ...field("emergency contact", emergencyContact && JSON.stringify(emergencyContact), {
      of: (patient) => {
        const shown = emergencyContactOf(patient);
        return shown && JSON.stringify(shown);
      },
      set: (patient) => ({ contact: emergencyContact ? withEmergency(patient, emergencyContact) : undefined }),
    }),
  ];
}

/**
 * Changes how a patient is reached under a job's key, once, and returns the patient as the server keeps them: all other numbers,
 * addresses and contacts stay. Throws an EmrError.
 */
export async function changePatient(
  context: FhirContext,
  { ehrId, changes }: { ehrId: string; changes: EmrPatientChanges },
  { options, readPatient }: { options: WriteOptions; readPatient: ReadPatient },
): Promise<EmrPatient> {
  await makeChange<Patient>(
    context,
    {
      type: "Patient",
      id: ehrId,
      noun: "patient",
      fields: fieldsOf(changes),
      check: ({ link }) => (objectsOf(link).some(({ type }) => type === "replaced-by") ? MERGED : null),
    },
    options,
  );
  return writtenPatient(readPatient, ehrId, options.signal);
}
