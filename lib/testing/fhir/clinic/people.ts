import type {
  ContactPoint,
  Coverage,
  FhirResource,
  HumanName,
  Location,
  Patient,
  Practitioner,
  PractitionerRole,
} from "fhir/r4";
import type { EmrPatient, EmrReferringProvider } from "#lib/emr/port/port";
import type { PracticeRecords } from "#lib/emr/sandbox/records";
import { concept, referenceTo } from "./concepts.ts";
import { MRN_SYSTEM } from "./plan.ts";

const IDENTIFIER_TYPES = "http://terminology.hl7.org/CodeSystem/v2-0203";
const ROLES = "http://terminology.hl7.org/CodeSystem/practitioner-role";
const SPECIALTIES = "https://lakeside-clinic.example/specialty";
const RELATIONSHIPS = "http://terminology.hl7.org/CodeSystem/subscriber-relationship";
const NPI = "http://hl7.org/fhir/sid/us-npi";
const CLINIC = "ORG-1";

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }): HumanName[] => [
  { use: "official", family: lastName, given: [firstName] },
];

const contactsOf = (contacts: Partial<Record<"phone" | "fax" | "email", string | null>>): ContactPoint[] =>
  Object.entries(contacts).flatMap(([system, value]) =>
    value ? [{ system: system as "phone" | "fax" | "email", use: "work" as const, value }] : [],
  );

const codeOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]+/g, "-");

const specialtyOf = (name: string) => concept(SPECIALTIES, codeOf(name), name);

/** The last patient was registered twice: this record was merged into the one before it. */
function linkOf(index: number, patients: readonly EmrPatient[]): Pick<Patient, "link"> {
  const other = patients[index - 1];
  if (index !== patients.length - 1 || !other) return {};
  return { link: [{ other: referenceTo("Patient", other.ehrId), type: "replaced-by" }] };
}

const patientOf = (patient: EmrPatient, index: number, all: readonly EmrPatient[]): Patient => ({
  resourceType: "Patient",
  id: patient.ehrId,
  identifier: [
    { use: "secondary", system: "https://state.example/immunization-registry", value: `R${index}` },
    {
      use: "usual",
      type: concept(IDENTIFIER_TYPES, "MR", "Medical record number"),
      system: MRN_SYSTEM,
      value: patient.mrn,
    },
  ],
  active: index !== all.length - 1,
  name: nameOf(patient),
  gender: patient.gender as "female" | "male" | "other",
  ...(patient.dob === null ? {} : { birthDate: patient.dob }),
  telecom: [
    { system: "phone", use: "home", value: patient.phone },
    ...(patient.email === "" ? [] : [{ system: "email" as const, use: "home" as const, value: patient.email }]),
  ],
  address: [
    {
      use: "home",
      line: [patient.address.street],
      city: patient.address.city,
      state: patient.address.state,
      postalCode: patient.address.zip,
    },
  ],
  ...linkOf(index, all),
});

/** The insurance of the first patient, whose payer is no organization of the server. */
const coveragesOf = ([insured]: readonly EmrPatient[]): Coverage[] =>
  insured
    ? [
        {
          resourceType: "Coverage",
          id: "COV-1",
          identifier: [{ system: "https://lakeside-clinic.example/policy", value: "P-1" }],
          status: "active",
          beneficiary: referenceTo("Patient", insured.ehrId),
          subscriber: referenceTo("Patient", insured.ehrId),
          subscriberId: "W 1042",
          relationship: { coding: [{ system: RELATIONSHIPS, code: "self" }] },
          payor: [{ display: "Aetna" }],
          order: 1,
        },
      ]
    : [];

/** A person who works in the clinic or refers to it. */
interface Worker {
  id: string;
  active: boolean;
  name: HumanName[];
  npi: string | null;
  contacts: ContactPoint[];
  organization: string;
  role: PractitionerRole["code"];
  specialty: string | null;
  locations: readonly string[];
}

const practitionerOf = ({ id, active, name, npi, contacts }: Worker): Practitioner => ({
  resourceType: "Practitioner",
  id,
  active,
  name,
  ...(npi === null ? {} : { identifier: [{ type: concept(IDENTIFIER_TYPES, "NPI", "NPI"), system: NPI, value: npi }] }),
  ...(contacts.length === 0 ? {} : { telecom: contacts }),
});

const roleOf = ({ id, active, role, specialty, organization, locations, name }: Worker): PractitionerRole => ({
  resourceType: "PractitionerRole",
  id: `ROLE-${id}`,
  active,
  practitioner: referenceTo("Practitioner", id, `${name[0]?.given?.[0]} ${name[0]?.family}`),
  organization: referenceTo("Organization", organization),
  ...(role ? { code: role } : {}),
  ...(specialty === null ? {} : { specialty: [specialtyOf(specialty)] }),
  ...(locations.length === 0 ? {} : { location: locations.map((location) => referenceTo("Location", location)) }),
});

function referrerOf(colleague: EmrReferringProvider): Worker {
  const { ehrId: id, active, npi, phone, fax, email, speciality } = colleague;
  const [name] = nameOf(colleague);
  const given = [colleague.firstName, ...(colleague.middleInitial ? [colleague.middleInitial] : [])];
  return {
    id,
    active,
    npi,
    name: [{ ...name, given }],
    contacts: contactsOf({ phone, fax, email }),
    organization: "ORG-2",
    role: [concept(ROLES, "doctor", "Doctor")],
    specialty: speciality,
    locations: [],
  };
}

/** Returns those who work in the clinic and those who refer to it. */
function workersOf({ providers, staff, referringProviders, locations }: PracticeRecords): Worker[] {
  const here = { organization: CLINIC, locations: locations.map(({ emrId }) => emrId) };
  return [
    ...providers.map((provider) => ({
      ...here,
      id: provider.ehrId,
      active: provider.status === "active",
      name: nameOf(provider),
      npi: provider.npi,
      contacts: [],
      role: [concept(ROLES, "doctor", "Doctor")],
      specialty: provider.specialty,
    })),
    ...staff.map((member) => ({
      ...here,
      id: member.ehrId,
      active: true,
      name: nameOf(member),
      npi: null,
      contacts: contactsOf({ email: member.email }),
      role: [member.role === "Nurse" ? concept(ROLES, "nurse", "Nurse") : { text: member.role }],
      specialty: null,
    })),
    ...referringProviders.map(referrerOf),
  ];
}

const locationsOf = ({ locations }: PracticeRecords): Location[] =>
  locations.map((location) => ({
    resourceType: "Location",
    id: location.emrId,
    status: "active",
    name: location.name,
    mode: "instance",
    telecom: [{ system: "phone", use: "work", value: location.phone }],
    address: {
      use: "work",
      line: [location.addressStreet],
      city: location.addressCity,
      state: location.addressState,
      postalCode: location.addressZip,
    },
    managingOrganization: referenceTo("Organization", CLINIC),
  }));

/** Returns the clinic's patients, the people who work there or refer to it, and its places. */
export function peopleOf(practice: PracticeRecords): FhirResource[] {
  const workers = workersOf(practice);
  return [
    { resourceType: "Organization", id: CLINIC, active: true, name: practice.name },
    { resourceType: "Organization", id: "ORG-2", active: true, name: "Colleagues of the region" },
    ...locationsOf(practice),
    ...workers.map(practitionerOf),
    ...workers.map(roleOf),
    ...practice.patients.map(patientOf),
    ...coveragesOf(practice.patients),
  ];
}
