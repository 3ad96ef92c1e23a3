import type { CodeableConcept, ServiceRequest } from "fhir/r4";
import type { EmrOrder, EmrReferral } from "#lib/emr/port/port";
import { type AnyShape, isRecord, objectsOf } from "./untrusted.ts";

const SNOMED = "http://snomed.info/sct";

const REFERRAL = { system: SNOMED, code: "3457005", display: "Patient referral" };

/** The category of an order by its type: lab, imaging or procedure. */
const ORDERS: Record<EmrOrder["type"], { system: string; code: string; display: string }> = {
  lab: { system: SNOMED, code: "108252007", display: "Laboratory procedure" },
  imaging: { system: SNOMED, code: "363679005", display: "Imaging" },
  procedure: { system: SNOMED, code: "71388002", display: "Procedure" },
};

/** Codes of categories that make a ServiceRequest a referral. */
const REFERRAL_CODES = [REFERRAL.code, "306206005"];

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

/**
 * Returns whether a ServiceRequest is a referral: one with a category of referrals, or with no category at all. Any other
 * category makes it an order, such as of a laboratory test.
 */
export function isReferral({ category }: AnyShape<Pick<ServiceRequest, "category">>): boolean {
  const codings = objectsOf(category).flatMap(({ coding }) => objectsOf(coding));
  return codings.length === 0 || codings.some(({ code }) => REFERRAL_CODES.some((each) => each === code));
}

/** Returns the priority of a ServiceRequest: FHIR has a fourth one, `asap`, which comes after `stat`. */
export function priorityOf({ priority }: AnyShape<Pick<ServiceRequest, "priority">>): EmrReferral["priority"] {
  if (priority === "stat" || priority === "urgent") return priority;
  return priority === "asap" ? "urgent" : "routine";
}
