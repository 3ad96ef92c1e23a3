import type { CodeableConcept, ServiceRequest } from "fhir/r4";
import type { EmrOrder, EmrReferral } from "#lib/emr/port/port";
import { type AnyShape, isRecord, objectsOf, type Untrusted } from "./untrusted.ts";

const SNOMED = "http://snomed.info/sct";

const REFERRAL = { system: SNOMED, code: "3457005", display: "Patient referral" };

/** The category of an order by its type: lab, imaging or procedure. */
const ORDERS: Record<EmrOrder["type"], { system: string; code: string; display: string }> = {
  lab: { system: SNOMED, code: "108252007", display: "Laboratory procedure" },
  imaging: { system: SNOMED, code: "363679005", display: "Imaging" },
  procedure: { system: SNOMED, code: "71388002", display: "Procedure" },
};

/** SNOMED CT's codes of referrals: patient referral, referral to service, patient referral to specialist. */
const REFERRAL_CODES = [REFERRAL.code, "306206005", "103696004"];
/** Words of a practice's own categories and codes of referrals. */
const REFERRAL_WORDS = /\b(referrals?|refer|consults?|consultations?|specialists?)\b/i;

/** The code of a new referral. */
export const referralCode = (): CodeableConcept => ({ coding: [{ ...REFERRAL }], text: REFERRAL.display });

/** Returns whether a code says no more than that a referral is requested. */
export const isReferralCode = (code: unknown): boolean =>
  isRecord(code) && objectsOf(code.coding).some((coding) => REFERRAL_CODES.some((each) => each === coding.code));

/** The category of a new referral. */
export const referralCategory = (): CodeableConcept[] => [referralCode()];

/** The category of a new order. */
export const orderCategory = (type: EmrOrder["type"]): CodeableConcept[] => [
  { coding: [{ ...ORDERS[type] }], text: ORDERS[type].display },
];

/** Returns whether a concept is one of referrals, by its codes or its words. */
function isOfReferrals({ text, coding }: Untrusted): boolean {
  const codings = objectsOf(coding);
  const isCoded = codings.some(({ code }) => REFERRAL_CODES.some((each) => each === code));
  const words = [text, ...codings.flatMap(({ display, code }) => [display, code])];
  return isCoded || words.some((each) => typeof each === "string" && REFERRAL_WORDS.test(each));
}

/** Elements by which `isReferral` judges. */
export const JUDGED_BY = [
  "category",
  "code",
  "doNotPerform",
  "performerType",
] as const satisfies (keyof ServiceRequest)[];

/**
 * Returns whether a ServiceRequest is a referral: one with a category of referrals. Any other category makes it an order, such
 * as of a laboratory test. Without a category it is one if its code says so, if it names a specialty, or if nothing
 * is ordered by a code. One that forbids a service is none.
 */
export function isReferral(request: AnyShape<Pick<ServiceRequest, (typeof JUDGED_BY)[number]>>): boolean {
  const { category, code, doNotPerform, performerType } = request;
  if (doNotPerform === true) return false;
  const categories = objectsOf(category as unknown);
  if (categories.length > 0) return categories.some(isOfReferrals);
  if (isRecord(performerType)) return true;
  return !isRecord(code) || isOfReferrals(code);
}

/** Returns the priority of a ServiceRequest: FHIR has a fourth one, `asap`, which comes after `stat`. */
export function priorityOf({ priority }: AnyShape<Pick<ServiceRequest, "priority">>): EmrReferral["priority"] {
  if (priority === "stat" || priority === "urgent") return priority;
  return priority === "asap" ? "urgent" : "routine";
}
