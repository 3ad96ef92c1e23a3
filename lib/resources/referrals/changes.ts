import {
  type EmrConnection,
  EmrError,
  type EmrNamed,
  type EmrReferral,
  type EmrReferralChanges,
} from "#lib/emr/port/port";
import type { AccountSettings } from "#lib/resources/settings/model";
import type { ReferralFields } from "./fields.ts";

const plain = (label: string) => label.replaceAll(/\s/g, "").toLowerCase();

/** Finds the list entry with a label, ignoring case and spacing (interface 3.6); an exact match takes precedence. */
const findLabel = (label: string | undefined, list: EmrNamed[]): EmrNamed | undefined =>
  label === undefined
    ? undefined
    : (list.find(({ name }) => name === label) ?? list.find(({ name }) => plain(name) === plain(label)));

/** Finds a label in a live list. Throws a validation fault if it is missing. */
function resolveLabel(kind: string, label: string, list: EmrNamed[]): EmrNamed {
  const found = findLabel(label, list);
  if (!found) throw new EmrError("validation", `${kind} not found in the EMR: ${label}`);
  return found;
}

/** The EMR entries of a request's labels; undefined for a label that the request omits. */
export interface ResolvedLabels {
  status?: EmrNamed;
  specialty?: EmrNamed;
}

/** Resolves a request's labels against the EMR's live lists. Throws a validation fault for an unknown label. */
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

/** Resolves a request's labels against the lists of the last sync; undefined for an unknown label. */
export function syncedLabels({ status, specialty }: ReferralFields, settings: AccountSettings | null): ResolvedLabels {
  return given({
    status: findLabel(status, settings?.referral_statuses ?? []),
    specialty: findLabel(specialty, settings?.specialties ?? []),
  });
}

type Given<Fields> = { [Field in keyof Fields]: Exclude<Fields[Field], undefined> };

/** Omits undefined fields, so that the EMR changes only the given ones. */
const given = <Fields extends object>(fields: Fields): Partial<Given<Fields>> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Given<Fields>>;

/** Maps a request's fields to the changes sent to the EMR. */
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

/** Returns whether a referral of the EMR has the values that a request sets. */
export function isAsWanted(kept: EmrReferral, input: ReferralFields, labels: ResolvedLabels): boolean {
  const { statusId: _status, specialtyId: _specialty, ...changes } = emrChanges(input, labels);
  const wanted = given({ ...changes, status: labels.status?.name, specialty: labels.specialty?.name });
  return Object.entries(wanted).every(([field, value]) => kept[field as keyof typeof wanted] === value);
}

/** Maps a request's fields to columns of the stored referral; resolved labels take the EMR's spelling. */
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

/** Builds the data of `referral.failed`; `error_type` is set only if the EMR refused the values (interface 6). */
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
