import type { ServiceRequest } from "fhir/r4";
import type { EmrNamed, EmrReferral, EmrReferralChanges } from "#lib/emr/port/port";
import { conceptOf, namedConcept } from "./named-concept.ts";
import { priorityOf } from "./service-request.ts";
import { type AnyShape, isRecord, objectsOf, type Untrusted } from "./untrusted.ts";

/** System of the identifier that holds a prior authorization code. */
export const AUTHORIZATION_SYSTEM = "urn:clinical-records-console:prior-authorization";
const ASSIGNEE_EXTENSION = "urn:clinical-records-console:assigned-to";
const DIRECTION_EXTENSION = "urn:clinical-records-console:referral-direction";

/** What the extensions of ours hold, in words, by their addresses. */
export const EXTENSION_NAMES: ReadonlyMap<string, string> = new Map([
  [ASSIGNEE_EXTENSION, "assignee"],
  [DIRECTION_EXTENSION, "direction"],
]);

/** The statuses of ServiceRequest in FHIR R4: the id is FHIR's code. */
export const REFERRAL_STATUSES = [
  { id: "draft", name: "Draft" },
  { id: "active", name: "Active" },
  { id: "on-hold", name: "On hold" },
  { id: "completed", name: "Completed" },
  { id: "revoked", name: "Revoked" },
  { id: "entered-in-error", name: "Entered in error" },
  { id: "unknown", name: "Unknown" },
] as const satisfies (EmrNamed & { id: ServiceRequest["status"] })[];

/** A ServiceRequest of ours, or one of any shape that a server sent. */
type AnyRequest = AnyShape<ServiceRequest>;

/** How a field of a referral stands in a ServiceRequest. */
export interface ReferralField<Value> {
  /** The field in words, for an admin or a failure reason. */
  name: string;
  /** Returns the value as `EmrReferralChanges` has it; null if the ServiceRequest has none. */
  of(resource: AnyRequest): Value | null;
  /** Returns the elements that hold a value; undefined for an element that must go. */
  set(value: Value, resource: ServiceRequest): Partial<Record<keyof ServiceRequest, unknown>>;
}

const text = (value: unknown): string | null => (typeof value === "string" && value.trim() !== "" ? value : null);

const idOf = (reference: unknown, type: string): string | null => {
  const { reference: address } = isRecord(reference) ? reference : {};
  const [, id] = new RegExp(`(?:^|/)${type}/([^/]+)(?:/_history/[^/]+)?$`).exec(String(address ?? "")) ?? [];
  return id ?? null;
};

const DAY = /^\d{4}-\d{2}-\d{2}/;

const dayOf = (value: unknown): string | null => DAY.exec(String(value ?? ""))?.[0] ?? null;

/** Returns the period in which a referral is to be carried out; a moment is its begin. */
export const occurrenceOf = ({ occurrencePeriod, occurrenceDateTime }: AnyRequest): Untrusted =>
  isRecord(occurrencePeriod) ? occurrencePeriod : occurrenceDateTime === undefined ? {} : { start: occurrenceDateTime };

/** Only one form of `occurrence[x]` may be present. */
const inPeriod = (resource: ServiceRequest, change: { start?: string; end?: string }) => ({
  occurrencePeriod: { ...occurrenceOf(resource), ...change },
  occurrenceDateTime: undefined,
  occurrenceTiming: undefined,
});

const extensionsBut = ({ extension }: ServiceRequest, url: string) =>
  objectsOf(extension).filter((each) => each.url !== url);

const noteText = ({ note }: AnyRequest): string | null =>
  text(
    objectsOf(note)
      .flatMap(({ text: words }) => text(words) ?? [])
      .join("\n\n"),
  );

/** The fields that a referral update may set, each both ways. Reading and writing share them. */
export const REFERRAL_FIELDS: {
  [Field in keyof EmrReferralChanges]-?: ReferralField<NonNullable<EmrReferralChanges[Field]>>;
} = {
  priority: {
    name: "priority",
    of: (resource) => (resource.priority === undefined ? null : priorityOf(resource)),
    set: (priority) => ({ priority }),
  },
  statusId: { name: "status", of: ({ status }) => text(status), set: (status) => ({ status }) },
  reason: {
    name: "reason",
    of({ reasonCode }) {
      const [first] = objectsOf(reasonCode);
      return text(first?.text) ?? namedConcept(first)?.name ?? null;
    },
    // FHIR has no empty text.
    set: (reason, { reasonCode }) => ({
      reasonCode: [...(reason === "" ? [] : [{ text: reason }]), ...objectsOf(reasonCode).slice(1)],
    }),
  },
  notes: { name: "note", of: noteText, set: (notes) => ({ note: notes === "" ? undefined : [{ text: notes }] }) },
  priorAuthorizationCode: {
    name: "prior authorization code",
    of: ({ identifier }) => text(objectsOf(identifier).find(({ system }) => system === AUTHORIZATION_SYSTEM)?.value),
    set: (value, { identifier }) => ({
      identifier: [
        ...objectsOf(identifier).filter(({ system }) => system !== AUTHORIZATION_SYSTEM),
        ...(value === "" ? [] : [{ system: AUTHORIZATION_SYSTEM, type: { text: "Prior authorization" }, value }]),
      ],
    }),
  },
  specialtyId: {
    name: "specialty",
    of: ({ performerType }) => namedConcept(performerType)?.id ?? null,
    set: (id) => ({ performerType: conceptOf(id) }),
  },
  locationEmrId: {
    name: "location",
    of: ({ locationReference }) => idOf(objectsOf(locationReference)[0], "Location"),
    set: (id, { locationReference }) => ({
      locationReference: [{ reference: `Location/${id}` }, ...objectsOf(locationReference).slice(1)],
    }),
  },
  startDate: {
    name: "start date",
    of: (resource) => dayOf(occurrenceOf(resource).start),
    set: (start, resource) => inPeriod(resource, { start }),
  },
  endDate: {
    name: "end date",
    of: (resource) => dayOf(occurrenceOf(resource).end),
    set: (end, resource) => inPeriod(resource, { end }),
  },
  visitsAllowed: {
    name: "number of visits",
    of: ({ quantityQuantity: quantity }) =>
      isRecord(quantity) && Number.isInteger(quantity.value) ? Number(quantity.value) : null,
    set: (value) => ({ quantityQuantity: { value }, quantityRatio: undefined, quantityRange: undefined }),
  },
  assignedToId: {
    name: "assignee",
    of: ({ extension }) =>
      idOf(objectsOf(extension).find(({ url }) => url === ASSIGNEE_EXTENSION)?.valueReference, "Practitioner"),
    set: (id, resource) => ({
      extension: [
        ...extensionsBut(resource, ASSIGNEE_EXTENSION),
        { url: ASSIGNEE_EXTENSION, valueReference: { reference: `Practitioner/${id}` } },
      ],
    }),
  },
};

/** Returns the label of a referral's status: FHIR's code if it is none of FHIR's. */
export const referralStatusOf = ({ status }: AnyRequest): string =>
  REFERRAL_STATUSES.find(({ id }) => id === status)?.name ?? text(status) ?? "Unknown";

/** Returns the name of a referral's specialty; null without one. */
export const specialtyOf = ({ performerType }: AnyRequest): string | null => namedConcept(performerType)?.name ?? null;

/** Returns the direction that was written with a referral, which FHIR has no element for; null without our extension. */
export function writtenDirectionOf({ extension }: AnyRequest): EmrReferral["direction"] | null {
  const written = objectsOf(extension).find(({ url }) => url === DIRECTION_EXTENSION)?.valueCode;
  return written === "incoming" || written === "outgoing" ? written : null;
}

/** Returns the extension that holds a referral's direction. */
export const directionExtension = (direction: EmrReferral["direction"]) => ({
  url: DIRECTION_EXTENSION,
  valueCode: direction,
});
