import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { patientVisits } from "#lib/browser/api/appointments";
import { useAside } from "#lib/browser/page/form-intent";
import { useAccount } from "#lib/browser/session/account";
import { todayIn } from "#lib/kernel/dates";
import type { PatientModel } from "#lib/resources/patients/model";
import type { Offer } from "./use-offers.ts";

/** Kinds of record that are a visit of a patient. */
const VISITS: readonly Offer["changes"][] = ["appointment", "visit"];

/**
 * Returns a function that starts an operation for a patient. One that changes a visit takes the patient's only visit of today;
 * if there is another number of them, or they cannot be read, the patient's page opens, which lists all.
 */
export function useStartFor() {
  const { id: accountId, timezone } = useAccount();
  const client = useQueryClient();
  const router = useRouter();
  const { openForm } = useAside();

  const startForVisit = async ({ id, changes }: Offer, { mrn }: PatientModel) => {
    const today = todayIn(timezone);
    const visits = await client.fetchQuery(patientVisits(accountId, mrn, today)).catch(() => []);
    const [visit, other] = visits.filter(({ datetime }) => datetime.startsWith(today));
    if (!visit || other) router.push(`/a/${accountId}/patients/${encodeURIComponent(mrn)}`);
    else if (changes === "appointment") openForm(id, { emr_appointment_id: visit.emr_appointment_id });
    else openForm(id, { id: visit.id });
  };

  return (offer: Offer, patient: PatientModel): void => {
    if (VISITS.includes(offer.changes)) void startForVisit(offer, patient);
    else if (offer.changes === "patient") openForm(offer.id, { mrn: patient.mrn }, { ...patient });
    else if (offer.changes === "insurances") openForm(offer.id, { mrn: patient.mrn });
    else openForm(offer.id, { patient_mrn: patient.mrn });
  };
}
