import type { ServiceRequest } from "fhir/r4";
import { directionExtension, REFERRAL_FIELDS, REFERRAL_STATUSES } from "#lib/emr/fhir/referral-fields";
import { referralCategory, referralCode } from "#lib/emr/fhir/service-request";
import type { EmrNewReferral, EmrReferralChanges } from "#lib/emr/port/port";
import { type Change, type FieldChange, withFields } from "./field-change.ts";
import { referenceTo } from "./references.ts";

type Field = keyof EmrReferralChanges;

/** Fields of free text: a conflict about them quotes nothing. */
const FREE_TEXT: readonly Field[] = ["reason", "notes", "priorAuthorizationCode"];

const isField = (name: string): name is Field => Object.hasOwn(REFERRAL_FIELDS, name);

const statusName = (id: string): string => REFERRAL_STATUSES.find((status) => status.id === id)?.name ?? id;

function shown(name: Field, value: string | number | null): string | null {
  if (FREE_TEXT.includes(name)) return null;
  if (value === null) return "empty";
  if (name === "statusId") return statusName(String(value));
  // The id of a specialty is `system|code|name`.
  return name === "specialtyId" ? String(value).split("|").slice(2).join("|") : String(value);
}

/** Returns the fields that a request sets, each with its place in a ServiceRequest. */
const fieldsOf = (changes: EmrReferralChanges): FieldChange<ServiceRequest>[] =>
  Object.entries(changes).flatMap(([field, wanted]) => {
    if (!isField(field) || wanted === undefined) return [];
    const { name, of, set } = REFERRAL_FIELDS[field];
    return [
      {
        name,
        // An empty text stands as an absent element.
        wanted: wanted === "" ? null : wanted,
        of,
        set: (resource) =>
          (set as (value: typeof wanted, resource: ServiceRequest) => ReturnType<typeof set>)(wanted, resource),
        shown: (value) => shown(field, value),
      },
    ];
  });

/** Returns the change of the given fields of a referral. */
export const referralChange = (id: string, changes: EmrReferralChanges): Change<ServiceRequest> => ({
  type: "ServiceRequest",
  id,
  noun: "referral",
  fields: fieldsOf(changes),
});

/** Returns a new referral. It is active unless the request names another status. */
export function newReferral(
  { patientEhrId, direction, referringProviderEhrId, ...changes }: EmrNewReferral,
  now: Date,
): ServiceRequest {
  const referral: ServiceRequest = {
    resourceType: "ServiceRequest",
    status: "active",
    intent: "order",
    priority: "routine",
    category: referralCategory(),
    // US Core and others require a code of what is requested.
    code: referralCode(),
    subject: referenceTo("Patient", patientEhrId),
    authoredOn: now.toISOString(),
    extension: [directionExtension(direction)],
    ...(referringProviderEhrId === null ? {} : { requester: referenceTo("Practitioner", referringProviderEhrId) }),
  };
  return withFields(referral, fieldsOf(changes));
}
