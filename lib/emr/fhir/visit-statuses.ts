import type { Appointment } from "fhir/r4";
import { z } from "zod";
import { EmrError, type EmrSettings } from "#lib/emr/port/port";
import type { VisitMeaning } from "#lib/emr/port/visit-meaning";
import { oneLineName } from "#lib/kernel/one-line";
import { type AnyShape, objectsOf } from "./untrusted.ts";

/** The statuses of Appointment in FHIR R4, with their names at a desk. */
export const FHIR_VISIT_STATUSES = {
  proposed: "Proposed",
  pending: "Pending",
  waitlist: "Waitlisted",
  booked: "Booked",
  arrived: "Arrived",
  "checked-in": "Checked in",
  fulfilled: "Completed",
  cancelled: "Cancelled",
  noshow: "No show",
  "entered-in-error": "Entered in error",
} as const satisfies Record<Appointment["status"], string>;

type FhirStatus = keyof typeof FHIR_VISIT_STATUSES;

/** The meaning of each status to a front desk; null for appointments that are not in the schedule. */
const MEANINGS: Record<FhirStatus, VisitMeaning | null> = {
  proposed: null,
  pending: "booked",
  waitlist: null,
  booked: "booked",
  arrived: "arrived",
  "checked-in": "arrived",
  fulfilled: "done",
  cancelled: "cancelled",
  noshow: "no_show",
  "entered-in-error": null,
};

const STATUSES = Object.keys(FHIR_VISIT_STATUSES) as FhirStatus[];

const isFhirStatus = (code: string): code is FhirStatus => Object.hasOwn(FHIR_VISIT_STATUSES, code);

/** Extension that holds the visit status code of an Appointment, since several codes may share one FHIR status. */
const CODE_EXTENSION = "urn:clinical-records-console:visit-status";

/**
 * `connection.visit_statuses` of `fhir`: the practice's visit statuses, each with the FHIR status for which it stands
 * (decisions §12). Without it the codes are FHIR's own.
 */
export const visitStatuses = z
  .array(
    z.object({
      code: oneLineName(100).describe("Code of GET /visit-statuses"),
      description: oneLineName(200),
      fhir_status: z.enum(STATUSES, { error: `must be one of ${STATUSES.join(", ")}` }).describe("Status in FHIR"),
    }),
    { error: "must be an array of visit statuses" },
  )
  .max(100, "must have at most 100 entries")
  .superRefine((mapped, context) => {
    const codes = mapped.map(({ code }) => code);
    for (const [index, { code, fhir_status }] of mapped.entries()) {
      const add = (message: string) => context.addIssue({ code: "custom", path: [index, "code"], message });
      if (codes.indexOf(code) !== index) add("must be unique");
      // An appointment of the unmapped status would be shown with a code that means another status.
      if (isFhirStatus(code) && code !== fhir_status && mapped.every((other) => other.fhir_status !== code))
        add(`is FHIR's own code of a status that is not mapped: map ${code} as well`);
    }
  });

export type VisitStatuses = z.infer<typeof visitStatuses>;

/**
 * Returns the practice's visit statuses, in the admin's order; FHIR's own without a mapping. Their meanings follow from
 * the statuses of FHIR for which they stand.
 */
export const visitStatusList = (mapped: VisitStatuses | undefined): EmrSettings["visitStatuses"] =>
  mapped?.length
    ? mapped.map(({ code, description, fhir_status }) => ({ code, description, meaning: MEANINGS[fhir_status] }))
    : STATUSES.map((code) => ({ code, description: FHIR_VISIT_STATUSES[code], meaning: MEANINGS[code] }));

/** Returns the FHIR statuses that no code stands for: appointments show them with their own code. */
export const unmappedStatuses = (mapped: VisitStatuses | undefined): FhirStatus[] =>
  mapped?.length ? STATUSES.filter((status) => mapped.every(({ fhir_status }) => fhir_status !== status)) : [];

/**
 * Returns the visit status code of an appointment; null without a status. If several codes stand for its FHIR status, it
 * is the one in our extension, else the first of the mapping. An unmapped status is shown with its own code.
 */
export function statusCodeOf(
  { status, extension }: AnyShape<Pick<Appointment, "status" | "extension">>,
  mapped: VisitStatuses | undefined,
): string | null {
  if (typeof status !== "string" || status.trim() === "") return null;
  const codes = (mapped ?? []).filter(({ fhir_status }) => fhir_status === status).map(({ code }) => code);
  const kept = objectsOf(extension).find(({ url }) => url === CODE_EXTENSION)?.valueString;
  return codes.find((code) => code === kept) ?? codes[0] ?? status;
}

/** Returns the FHIR status of a visit status code. Throws a validation fault for a code without one. */
export function fhirStatusOf(code: string, mapped: VisitStatuses | undefined): FhirStatus {
  if (mapped?.length) {
    const found = mapped.find((each) => each.code === code);
    if (found) return found.fhir_status;
    throw new EmrError("validation", `The visit status ${code} is not mapped to a status of FHIR`, {
      code: "value_not_found",
    });
  }
  if (isFhirStatus(code)) return code;
  throw new EmrError("validation", `FHIR has no visit status ${code}: map it in the account's connection`, {
    code: "value_not_found",
  });
}

/** Returns the elements of an appointment that hold a visit status. Throws a validation fault for a code without one. */
export function statusElements(
  code: string,
  { extension }: Pick<Appointment, "extension">,
  mapped: VisitStatuses | undefined,
): Pick<Appointment, "status" | "extension"> {
  const status = fhirStatusOf(code, mapped);
  const others = objectsOf(extension).filter(({ url }) => url !== CODE_EXTENSION);
  const isShared = (mapped ?? []).filter(({ fhir_status }) => fhir_status === status).length > 1;
  const kept = isShared ? [...others, { url: CODE_EXTENSION, valueString: code }] : others;
  return { status, ...(kept.length > 0 || extension ? { extension: kept } : {}) };
}
