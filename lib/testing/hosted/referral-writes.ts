import { refusal } from "./answer.ts";
import { idOf } from "./ids.ts";
import { accepted, lacks, type Write } from "./writing.ts";
import { noPatient, patientOf } from "./written.ts";

const refer: Write = (writing) => {
  const { account, body, newId } = writing;
  const lack = lacks(body, ["patient_mrn"]);
  if (lack) return lack;
  const patient = patientOf(account, body.patient_mrn);
  if (!patient) return noPatient(body.patient_mrn);
  const { direction = "outgoing" } = body;
  if (!["incoming", "outgoing"].includes(String(direction))) {
    return refusal(400, "direction must be one of incoming, outgoing");
  }
  const documents = body.documents ?? [];
  if (!Array.isArray(documents)) return refusal(400, "documents must be an array");
  const id = newId();
  return accepted(writing, {
    ids: { referral_id: id },
    recordId: id,
    types: { done: "referral.created", failed: "referral.failed" },
    perform(ehrId) {
      account.clinic.referrals.push({
        id,
        ehr_id: ehrId,
        direction,
        patient_mrn: body.patient_mrn,
        patient_first_name: patient.first_name,
        patient_last_name: patient.last_name,
        from_provider_ehr_id: body.referring_from_provider_ehr_id ?? null,
        to_provider_ehr_id: body.referring_to_provider_ehr_id ?? null,
        priority: body.priority ?? "routine",
        reason: body.reason ?? null,
        notes: body.notes ?? null,
        diagnosis_codes: [],
        document_ids: documents.map((_each, place) => idOf(id, place)),
        status: "New",
        referral_date: new Date().toISOString().slice(0, 10),
      });
      return {
        data: { referral_id: id, ehr_id: ehrId, patient_mrn: body.patient_mrn, direction },
      };
    },
  });
};

const UPDATABLE = [
  "priority",
  "status",
  "reason",
  "notes",
  "prior_authorization_code",
  "specialty",
  "location_id",
  "start_date",
  "end_date",
  "visits_allowed",
  "assigned_to_id",
];

const updateReferral: Write = (writing) => {
  const { account, body, id = "" } = writing;
  const referral = account.clinic.referrals.find((each) => each.id === id.replaceAll("-", ""));
  if (!referral) return refusal(404, "Referral not found");
  const { callback_urls: _callbacks, ...changes } = body;
  const unexpected = Object.keys(changes).filter((name) => !UPDATABLE.includes(name));
  if (unexpected.length > 0) return refusal(400, `Unexpected fields: ${unexpected.join(", ")}`);
  if (Object.keys(changes).length === 0) return refusal(400, "No updatable fields provided");
  if (changes.priority !== undefined && !/^(routine|urgent|stat)$/i.test(String(changes.priority))) {
    return refusal(400, "priority must be one of routine, urgent, stat");
  }
  if (
    changes.location_id !== undefined &&
    !account.clinic.locations.some(({ ehr_id }) => ehr_id === changes.location_id)
  ) {
    return refusal(404, `Unknown location_id: ${changes.location_id}`);
  }
  return accepted(writing, {
    ids: { referral_id: referral.id },
    recordId: String(referral.id),
    types: { done: "referral.updated", failed: "referral.failed" },
    perform() {
      Object.assign(referral, changes);
      const { id: referral_id, ehr_id, patient_mrn, direction } = referral;
      return { data: { referral_id, ehr_id, patient_mrn, direction, updated_fields: Object.keys(changes) } };
    },
  });
};

export const REFERRAL_WRITES: Record<string, Write> = {
  "POST /referrals": refer,
  "PATCH /referrals/{id}": updateReferral,
};
