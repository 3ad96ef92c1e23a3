import { expect, it } from "vitest";
import { claim, location, named, patient, provider, referral, visit, visitPatient, visitType } from "./records.ts";

const ZONE = "America/New_York";

it("takes a location's `ehr_id`, and its address from an object, also from none", () => {
  const given = {
    id: "a".repeat(32),
    ehr_id: "7",
    name: "Main",
    address: { address1: "1 Oak St", address2: "Suite 2", city: "Troy", state: "NY", zip: 12180 },
  };
  expect(location.parse(given)).toEqual({
    emrId: "7",
    name: "Main",
    addressStreet: "1 Oak St, Suite 2",
    addressCity: "Troy",
    addressState: "NY",
    addressZip: "12180",
    phone: "",
  });
  for (const address of [null, undefined, "1 Oak St"]) {
    expect(location.parse({ ehr_id: 7, name: "Main", address })).toMatchObject({ emrId: "7", addressStreet: "" });
  }
  expect(location.safeParse({ id: "a".repeat(32), name: "Main" }).error?.issues[0]?.path).toEqual(["ehr_id"]);
});

it("splits a provider's name at its comma, and flattens the hours of its days", () => {
  const shifts = [
    { start: "T08:00:00", end: "T12:00:00", facility_id: "7", facility_name: "Main", set_start_date: null },
    { start: "13:00", end: "T17:30:00", facility_id: 8, set_end_date: "2026-12-31T00:00:00" },
    { start: "T17:00:00", end: "T08:00:00" },
    { start: "noon", end: "T17:00:00" },
  ];
  const given = {
    ehr_id: 101,
    name: "Doe, John",
    npi: "1234567890",
    status: "Active",
    hide_in_availability: "true",
    hours: [{ day: "monday", shifts }, { day: "Someday", shifts }, { day: "Tuesday" }],
  };
  const found = provider.parse(given);
  expect(found).toMatchObject({
    ehrId: "101",
    firstName: "John",
    lastName: "Doe",
    status: "active",
    hideInAvailability: true,
  });
  expect(found.hours).toEqual([
    {
      day: "Monday",
      startTime: "T08:00:00",
      endTime: "T12:00:00",
      facilityId: "7",
      facilityName: "Main",
      startDate: null,
      endDate: null,
    },
    {
      day: "Monday",
      startTime: "T13:00:00",
      endTime: "T17:30:00",
      facilityId: "8",
      facilityName: "",
      startDate: null,
      endDate: "2026-12-31T00:00:00",
    },
  ]);
  expect(provider.parse({ ehr_id: "1", name: "Cher", hide_in_availability: false, hours: null })).toMatchObject({
    firstName: "",
    lastName: "Cher",
    hideInAvailability: false,
    hours: [],
  });
});

it("names a patient by the MRN in a record and in visits alike, and takes `sex` for the gender", () => {
  expect(patient.parse({ mrn: 12, first_name: "Ada", last_name: "Nuñez", dob: "1980-05-17", sex: "F" })).toMatchObject({
    mrn: "12",
    ehrId: "12",
    gender: "F",
  });
  const row = {
    ehr_appointment_id: "V1",
    datetime: "2026-03-02T09:00:00-05:00",
    duration: "30",
    provider_ehr_id: "101",
    patient_mrn: "12",
    patient_ehr_id: "998",
    patient_sex: "F",
    location: "Main",
  };
  expect(visit(ZONE, new Map([["Main", "7"]])).parse(row)).toMatchObject({
    emrAppointmentId: "V1",
    category: "appointment",
    duration: 30,
    patientEhrId: "12",
    locationEmrId: "7",
  });
  expect(visitPatient.parse(row)).toMatchObject({ mrn: "12", ehrId: "12", gender: "F" });
  const blocked = { ...row, patient_mrn: "", patient_ehr_id: null, schedule_block_label: "Lunch" };
  expect(visit(ZONE, new Map()).parse(blocked)).toMatchObject({ category: "schedule_block", patientEhrId: null });
  expect(visitPatient.parse(blocked)).toBeNull();
});

it("gives a claim no patient by the EMR's id, which is no MRN", () => {
  const given = {
    emr_claim_id: 5,
    claim_date: "2026-03-02",
    emr_patient_id: "998",
    claim_status: "SUB",
    total_charge: 150,
    balance: "12.5",
  };
  expect(claim.parse(given)).toMatchObject({
    emrClaimId: "5",
    serviceDate: "2026-03-02",
    patientMrn: "",
    totalCharge: "150.00",
    balance: "12.50",
  });
});

it("takes a referral's own id, and its date as the day of its creation", () => {
  const given = {
    id: "b".repeat(32),
    ehr_id: "77",
    patient_mrn: "12",
    status: "New",
    direction: "Incoming",
    priority: "STAT",
    referral_date: "2026-03-02",
    from_provider_id: "9",
  };
  expect(referral(ZONE).parse(given)).toMatchObject({
    ehrId: "b".repeat(32),
    direction: "incoming",
    priority: "stat",
    createdAt: "2026-03-02T05:00:00.000Z",
    referringProviderEhrId: "9",
  });
});

it("takes visit types as names and as objects", () => {
  expect(
    ["Follow-up", { code: "NEW", name: "New patient", duration: "45" }, { id: 3, description: "Phone" }].map((each) =>
      visitType.parse(each),
    ),
  ).toEqual([
    { id: "Follow-up", name: "Follow-up", duration: 0 },
    { id: "NEW", name: "New patient", duration: 45 },
    { id: "3", name: "Phone", duration: 0 },
  ]);
  expect(named.parse({ id: "1", ehr_id: 9, name: "Aetna" })).toEqual({ id: "9", name: "Aetna" });
});
