import type { Coverage, Reference } from "fhir/r4";
import type { EmrPatientInsurance } from "#lib/emr/port/port";
import type { Relationship } from "#lib/emr/port/relationships";
import { isStorable } from "#lib/kernel/storable-text";
import { hasCode } from "./identifiers.ts";
import { containedIn, idIn } from "./reading/references.ts";
import { type AnyShape, isRecord, objectsOf, type Untrusted } from "./untrusted.ts";

/** A Coverage of ours, or one of any shape that a server sent. */
type AnyCoverage = AnyShape<Coverage>;

/** Elements of a Coverage; undefined for one that must go. */
type Elements = Partial<Record<keyof Coverage, unknown>>;

const CLASSES = "http://terminology.hl7.org/CodeSystem/coverage-class";
const SUBSCRIBER_RELATIONSHIPS = "http://terminology.hl7.org/CodeSystem/subscriber-relationship";

/** HL7's type of an identifier that is the member's number (US Core). */
const MEMBER_NUMBER = "MB";

/** FHIR's relationships by what they mean here; each other one is `other`. */
const RELATIONSHIP_OF: Readonly<Record<string, Relationship>> = {
  self: "self",
  spouse: "spouse",
  common: "spouse",
  child: "child",
  parent: "parent",
};

const text = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== "" && isStorable(value) ? value.trim() : null;

const isSame = (one: unknown, other: unknown): boolean => {
  const [first, second] = [one, other].map((each) => (isRecord(each) ? text(each.reference) : null));
  return first != null && first === second;
};

/** Returns the name of whom a Reference names: as it says it, or as the resource that stands inside of the Coverage does. */
function nameIn(coverage: AnyCoverage, reference: unknown): string | null {
  const inside = containedIn(coverage as Untrusted, reference) ?? {};
  const [person] = objectsOf(inside.name);
  const given = Array.isArray(person?.given) ? person.given : [];
  const parts = [...given, person?.family].flatMap((part) => text(part) ?? []);
  const own = isRecord(reference) ? text(reference.display) : null;
  return own ?? text(inside.name) ?? text(person?.text) ?? (parts.join(" ") || null);
}

/** Returns the elements without the resource inside of the Coverage that nothing names any more: FHIR allows none. */
function withoutUnnamed(coverage: Coverage, elements: Elements): Elements {
  const next = { ...coverage, ...elements, contained: undefined };
  const kept = objectsOf(coverage.contained).filter(({ id }) => JSON.stringify(next).includes(`"#${id}"`));
  if (kept.length === objectsOf(coverage.contained).length) return elements;
  return { ...elements, contained: kept.length > 0 ? kept : undefined };
}

/** The payer of a Coverage: the first one that it names. */
export interface CoveragePayer {
  /** Id of the Organization of this server; null for a payer that is named otherwise. */
  id: string | null;
  name: string | null;
}

/** Returns the payer; the name is null where the Coverage names the Organization alone. */
export function payerIn(coverage: AnyCoverage, baseUrl: string): CoveragePayer {
  const [payor] = objectsOf(coverage.payor);
  return { id: idIn(payor, "Organization", baseUrl), name: nameIn(coverage, payor) };
}

/** Returns the elements with another payer in the place of the one that is shown: all others stay. */
export function withPayer(coverage: Coverage, { id, name }: { id: string | null; name: string }): Elements {
  const payor: Reference =
    id === null ? { display: name } : { reference: `Organization/${encodeURIComponent(id)}`, display: name };
  const others = objectsOf(coverage.payor)
    .slice(1)
    .filter((each) => !isSame(each, payor));
  return withoutUnnamed(coverage, { payor: [payor, ...others] });
}

const memberIdentifier = ({ identifier }: AnyCoverage): Untrusted | undefined =>
  objectsOf(identifier).find((each) => hasCode(each, MEMBER_NUMBER) && text(each.value) !== null);

/** Returns the member's number: the subscriber's, or the identifier of that type; null without one. */
export const memberIdOf = (coverage: AnyCoverage): string | null =>
  text(coverage.subscriberId) ?? text(memberIdentifier(coverage)?.value);

/** Returns the elements with another member's number: also an identifier that holds the one that is shown. */
export function withMemberId(coverage: Coverage, memberId: string): Elements {
  const held = memberIdentifier(coverage);
  const isShown = held !== undefined && text(held.value) === memberIdOf(coverage);
  const identifiers = objectsOf(coverage.identifier as unknown);
  return {
    subscriberId: memberId,
    ...(isShown && {
      identifier: identifiers.map((each) =>
        each.value === held.value && hasCode(each, MEMBER_NUMBER) ? { ...each, value: memberId } : each,
      ),
    }),
  };
}

const isGroup = ({ type }: Untrusted): boolean => hasCode({ type }, "group");

/** Returns the number of the group; null without one. */
export const groupNumberOf = ({ class: classes }: AnyCoverage): string | null =>
  text(objectsOf(classes).find(isGroup)?.value);

/** Returns the elements with another group in the place of the one that is shown: all other classes stay. */
export function withGroupNumber(coverage: Coverage, groupNumber: string): Elements {
  const all = objectsOf(coverage.class as unknown);
  const shown = all.find(isGroup);
  const next = { type: shown?.type ?? { coding: [{ system: CLASSES, code: "group" }] }, value: groupNumber };
  return { class: shown ? all.map((each) => (each === shown ? next : each)) : [...all, next] };
}

/** Returns the place in the order in which insurances pay; null without one. */
export const priorityOf = ({ order }: AnyCoverage): number | null =>
  Number.isSafeInteger(order) && Number(order) > 0 ? Number(order) : null;

/** Returns what the patient is to the subscriber: `self` if it says neither that nor another subscriber. */
export function relationshipOf({ relationship, subscriber, beneficiary }: AnyCoverage): Relationship {
  const { coding, text: own } = isRecord(relationship) ? relationship : {};
  const said = [...objectsOf(coding).map(({ code }) => code), own].flatMap((each) => text(each)?.toLowerCase() ?? []);
  const known = said.find((each) => Object.hasOwn(RELATIONSHIP_OF, each));
  if (known !== undefined) return RELATIONSHIP_OF[known] ?? "other";
  const isOwn = !isRecord(subscriber) || isSame(subscriber, beneficiary);
  return said.length === 0 && isOwn ? "self" : "other";
}

/** Returns the elements with another relationship: the patient becomes the subscriber of `self`, and is none of another. */
export function withRelationship(coverage: Coverage, relationship: Relationship): Elements {
  const { subscriber, beneficiary } = coverage;
  const isOwn = isSame(subscriber, beneficiary);
  const name = nameIn(coverage, subscriber);
  const other = relationship === "self" && !isOwn ? beneficiary : subscriber;
  const next = relationship !== "self" && isOwn ? (name === null ? undefined : { display: name }) : other;
  return withoutUnnamed(coverage, {
    relationship: { coding: [{ system: SUBSCRIBER_RELATIONSHIPS, code: relationship }] },
    subscriber: next,
  });
}

/** Returns the subscriber's name; null if the Coverage only refers to somebody, as to the patient. */
export const subscriberOf = (coverage: AnyCoverage): string | null => nameIn(coverage, coverage.subscriber);

/** Returns the elements with another subscriber, who is known by name alone unless it is the patient. */
export const withSubscriber = (coverage: Coverage, name: string): Elements =>
  withoutUnnamed(coverage, {
    subscriber: {
      ...(relationshipOf(coverage) === "self" ? coverage.beneficiary : {}),
      display: name,
    },
  });

/** Returns the id of the patient; null for somebody who is none of this server. */
export const beneficiaryOf = ({ beneficiary }: AnyCoverage, baseUrl: string): string | null =>
  idIn(beneficiary, "Patient", baseUrl);

/** Statuses of a Coverage that is in force no longer, or never was. */
const ENDED: readonly unknown[] = ["cancelled", "entered-in-error"];

/** Returns whether a Coverage is ended by its status. */
export const isEnded = ({ status }: AnyCoverage): boolean => ENDED.includes(status);

/** Returns a Coverage as the insurance that it is; `payerName` where it names the payer by its Organization alone. */
export function insuranceOf(
  coverage: AnyCoverage,
  { baseUrl, payerName }: { baseUrl: string; payerName: string },
): EmrPatientInsurance {
  const { id, name } = payerIn(coverage, baseUrl);
  return {
    emrInsuranceId: text(coverage.id) ?? "",
    patientEhrId: beneficiaryOf(coverage, baseUrl) ?? "",
    payerId: id,
    payerName: name ?? payerName,
    memberId: memberIdOf(coverage),
    groupNumber: groupNumberOf(coverage),
    priority: priorityOf(coverage),
    relationship: relationshipOf(coverage),
    subscriber: subscriberOf(coverage),
  };
}
