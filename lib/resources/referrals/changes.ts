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

/** The EMR entries of a request's labels; undefined for a label that the request omits. */
export interface ResolvedLabels {
  status?: EmrNamed;
  specialty?: EmrNamed;
}

/** The labels of a referral as the EMR has it. */
type PresentLabels = Pick<EmrReferral, "status" | "specialty">;

const KINDS = { status: "referral status", specialty: "specialty" } as const;

/**
 * Resolves a request's labels against the EMR's live lists. A label that the list lacks, but that the changed referral
 * has already (`present`), is left out, as it stays: an EMR may take a referral's specialty from elsewhere. Throws a
 * validation fault for another unknown label.
 */
export async function resolveLabels(
  input: ReferralFields,
  emr: EmrConnection,
  signal: AbortSignal,
  present: () => Promise<PresentLabels | null> = async () => null,
): Promise<ResolvedLabels> {
  const resolve = async (field: keyof PresentLabels, list: () => Promise<EmrNamed[]>) => {
    const label = input[field];
    if (label === undefined) return undefined;
    const found = findLabel(label, await list());
    if (found) return found;
    if (plain((await present())?.[field] ?? "") === plain(label)) return undefined;
    throw new EmrError("validation", `${KINDS[field]} not found in the EMR: ${label}`, { code: "value_not_found" });
  };
  return given({
    status: await resolve("status", () => emr.listReferralStatuses(signal)),
    specialty: await resolve("specialty", () => emr.listSpecialties(signal)),
  });
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
