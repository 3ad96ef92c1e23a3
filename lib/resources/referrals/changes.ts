import { type EmrConnection, EmrError, type EmrNamed, type EmrReferralChanges } from "#lib/emr/port/port";
import type { AccountSettings } from "#lib/resources/settings/model";
import type { ReferralFields } from "./fields.ts";

const plain = (label: string) => label.replaceAll(/\s/g, "").toLowerCase();

/** The entry of a list that a label means, ignoring case and spacing (interface 3.6), an exact match first. */
const findLabel = (label: string | undefined, list: EmrNamed[]): EmrNamed | undefined =>
  label === undefined
    ? undefined
    : (list.find(({ name }) => name === label) ?? list.find(({ name }) => plain(name) === plain(label)));

/** As `findLabel`, in a live list. Throws a validation fault for a label that is not there. */
function resolveLabel(kind: string, label: string, list: EmrNamed[]): EmrNamed {
  const found = findLabel(label, list);
  if (!found) throw new EmrError("validation", `${kind} not found in the EMR: ${label}`);
  return found;
}

/** What a request's labels mean in the EMR; absent where the request names none. */
export interface ResolvedLabels {
  status?: EmrNamed;
  specialty?: EmrNamed;
}

/** Looks a request's labels up in the EMR's live lists. Throws a validation fault for one that is in none. */
export async function resolveLabels(
  { status, specialty }: ReferralFields,
  emr: EmrConnection,
  signal: AbortSignal,
): Promise<ResolvedLabels> {
  const resolved: ResolvedLabels = {};
  if (status !== undefined) {
    resolved.status = resolveLabel("referral status", status, await emr.listReferralStatuses(signal));
  }
  if (specialty !== undefined) {
    resolved.specialty = resolveLabel("specialty", specialty, await emr.listSpecialties(signal));
  }
  return resolved;
}

/** What a request's labels mean in the lists that were synchronized last; absent where they have none of the name. */
export function syncedLabels({ status, specialty }: ReferralFields, settings: AccountSettings | null): ResolvedLabels {
  return given({
    status: findLabel(status, settings?.referral_statuses ?? []),
    specialty: findLabel(specialty, settings?.specialties ?? []),
  });
}

type Given<Fields> = { [Field in keyof Fields]: Exclude<Fields[Field], undefined> };

/** Leaves out what has no value, so that the EMR changes the given fields alone. */
const given = <Fields extends object>(fields: Fields): Partial<Given<Fields>> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Given<Fields>>;

/** A request's fields as the EMR is asked to write them. */
export const emrChanges = (input: ReferralFields, { status, specialty }: ResolvedLabels): EmrReferralChanges =>
  given({
    priority: input.priority,
    statusId: status?.id,
    reason: input.reason,
    notes: input.notes,
    priorAuthorizationCode: input.prior_authorization_code,
    specialtyId: specialty?.id,
    locationEmrId: input.location_id,
    startDate: input.start_date,
    endDate: input.end_date,
    visitsAllowed: input.visits_allowed,
    assignedToId: input.assigned_to_id,
  });

/** A request's fields as our record holds them: the EMR's spelling of the labels where they are resolved. */
export const recordChanges = (input: ReferralFields, { status, specialty }: ResolvedLabels) =>
  given({
    priority: input.priority,
    status: input.status && (status?.name ?? input.status),
    reason: input.reason,
    notes: input.notes,
    priorAuthorizationCode: input.prior_authorization_code,
    specialty: input.specialty && (specialty?.name ?? input.specialty),
    locationId: input.location_id,
    startDate: input.start_date,
    endDate: input.end_date,
    visitsAllowed: input.visits_allowed,
    assignedToId: input.assigned_to_id,
  });

/** `referral.failed`'s data: `error_type` only for what the EMR refused (interface 6). */
export const referralFailure = async (failed: {
  identifiers: { referral_id: string };
  patientMrn: string | null;
  reason: string;
  refused: boolean;
}) => ({
  referral_id: failed.identifiers.referral_id,
  patient_mrn: failed.patientMrn ?? "",
  failure_reason: failed.reason,
  ...(failed.refused ? { error_type: "emr_validation_failure" as const } : {}),
});
