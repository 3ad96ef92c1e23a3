import { addDays, todayIn } from "#lib/kernel/dates";
import type { InterfaceOnlyServer } from "./interface-only-server.ts";

/** Fills the server with a small practice: two patients whose visits lie weeks apart, a slot, claims and referrals. */
export function fillClinic({ records, files }: InterfaceOnlyServer): void {
  const today = todayIn("America/New_York");
  const visit = (id: string, day: string, patient: number) => ({
    emr_appointment_id: id,
    datetime: `${day}T09:00:00-05:00`,
    duration: 30,
    location: "Main",
    provider_ehr_id: "101",
    patient_mrn: `MRN-${patient}`,
    patient_ehr_id: `PAT-${patient}`,
    patient_first_name: "Ana",
    patient_last_name: "Ávila",
    patient_dob: "1980-05-17",
  });
  const claim = (id: string) => ({
    id,
    emr_claim_id: id,
    service_date: "2026-03-02",
    claim_status: "SUB",
    claim_status_description: "Submitted to payer",
    total_charge: "150.00",
    balance: "150.00",
  });
  Object.assign(records, {
    locations: [
      { emr_id: "LOC-1", name: "Main" },
      { emr_id: "LOC-2", name: "North" },
    ],
    providers: [
      { ehr_id: "101", status: "active", first_name: "Dora", last_name: "Ruiz" },
      { ehr_id: "102", status: "inactive", first_name: "Emil", last_name: "Sato" },
    ],
    appointments: [
      visit("APT-1", today, 1),
      visit("APT-2", today, 2),
      visit("APT-3", addDays(today, 30), 1),
      {
        emr_appointment_id: "APT-4",
        category: "schedule_slot",
        datetime: `${today}T10:00:00-05:00`,
        duration: 30,
        location: "Main",
        provider_ehr_id: "101",
      },
    ],
    claims: [claim("CLM-1"), claim("CLM-2"), claim("CLM-3")],
    referrals: [
      { id: "1".repeat(32), status: "New", document_ids: ["D-1", "D-2"] },
      { id: "2".repeat(32), status: "New", document_ids: ["D-2", "D-3"] },
    ],
  });
  for (const id of ["D-1", "D-2", "D-3"]) {
    files.set(id, { name: `${id}.txt`, type: "text/plain", content: Buffer.from(`Letter ${id}\n`) });
  }
}
