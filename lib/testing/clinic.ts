import type { SandboxKind } from "#lib/emr/sandbox/kinds";
import { loadPractice } from "#lib/emr/sandbox/load";
import type { PracticeRecords } from "#lib/emr/sandbox/records";
import { syncAccount } from "#lib/sync/sync-account";
import { makeLinkedAccount, type TestAccount } from "./linked-account.ts";

const address = { addressStreet: "1 Main Street", addressCity: "Springfield", addressState: "NY", addressZip: "10001" };
const home = { street: "2 Side Street", city: "Springfield", state: "NY", zip: "10001" };

const patient = (number: number, firstName: string, lastName: string) => ({
  mrn: `MRN-${number}`,
  ehrId: `PAT-${number}`,
  firstName,
  lastName,
  dob: "1980-05-17",
  gender: "female",
  phone: "212-555-0147",
  email: `patient${number}@example.com`,
  address: home,
});

const nothing = {
  requiredPatientFields: [],
  referralStatuses: [],
  specialties: [],
  taskTypes: [],
  taskDetails: [],
  phoneCallTypes: [],
  staffGroups: [],
  recallActions: [],
  recallClosingActions: [],
  teams: [],
  insuranceCompanies: [],
  pharmacies: [],
};

const records = (kind: SandboxKind): PracticeRecords => ({
  name: "Test practice",
  kind,
  timezone: "America/New_York",
  lists: nothing,
  visitStatuses: [
    { code: "SCH", description: "Scheduled" },
    { code: "ARR", description: "Arrived" },
  ],
  paymentMethods: [
    { id: "PM-1", name: "Cash" },
    { id: "PM-2", name: "Credit Card" },
  ],
  noteCategories: [],
  locations: [
    { emrId: "LOC-1", name: "Main", phone: "212-555-0100", ...address },
    { emrId: "LOC-2", name: "North", phone: "212-555-0101", ...address },
  ],
  providers: [],
  patients: [patient(1, "Ana", "Ávila"), patient(2, "Bo", "Nguyen"), patient(3, "Cy", "O'Neil")],
  appointments: [],
});

/** A linked account whose sandbox EMR holds a small practice without latency, synchronized. */
export async function openClinic(given: { kind?: SandboxKind; eventTypes?: string[] } = {}): Promise<TestAccount> {
  const kind = given.kind ?? "sandbox";
  const account = await makeLinkedAccount({ ...given, emrType: kind });
  await loadPractice(account.tenant.linkedAccountId, records(kind));
  await syncAccount(account.tenant);
  return account;
}

/** A payment that the practice of `openClinic` takes. */
export const aPayment = {
  patient_mrn: "MRN-1",
  payment_method: "credit card",
  reference_number: "RCPT-1",
  location: "LOC-1",
  amount: 45.5,
};
