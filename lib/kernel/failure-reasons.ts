import { beginningOf } from "./beginning-of.ts";
import { isStorable } from "./storable-text.ts";

/**
 * The codes of a job's `reasons`, with what each says: the one list of the product, which the API reference and the typed
 * client publish (additions §1). A code is chosen where the failure is decided, never from a sentence.
 */
export const FAILURE_CODES = {
  patient_not_found: "the EMR, or its synchronized copy here, has no such patient",
  patient_ambiguous: "several patients of the EMR carry the MRN",
  record_not_found: "the record that the request changes, or that it is about, is not in the EMR",
  value_not_found: "the EMR does not know something that the request names, such as a location, status, form or item",
  team_not_found: "the patient has no such team, or several fit the name",
  not_in_billing_matrix: "the service type is not in the client's billing matrix",
  missing_answers: "required answers of the form are missing",
  invalid_answers: "answers are to no question of the form, or no option of their question",
  missing_field: "the EMR requires a field that the request lacks",
  overlap: "the time is taken by another visit or block",
  duplicate: "the EMR has such a record already",
  changed_meanwhile: "another changed the record in the EMR, so that it was not overwritten; see `conflicts`",
  not_supported: "the connected EMR has no such operation",
  user_not_found: "the user of the access token is no longer active in the EMR",
  login_required: "the EMR refuses the credentials of the linked account",
  emr_refused: "the EMR, or a check against its records, refused the request for a reason that no other code names",
  emr_unavailable: "the EMR did not answer, or not as it should, until no attempt was left",
  emr_unlinked: "the account is no longer linked to the EMR that the job was accepted for",
  not_held: "the EMR was asked, or a person looked there: it does not hold the write",
  cancelled: "the job was cancelled",
} as const;

export type FailureCode = keyof typeof FAILURE_CODES;

/** One reason of a job's failure. `description` is a sentence for people, of at most 2,000 characters. */
export interface FailureReason {
  code: FailureCode;
  description: string;
}

/** Returns the reasons of a failure that has one. */
export const reasonOf = (code: FailureCode, description: string): FailureReason[] => [{ code, description }];

const MAX_REASONS = 20;
const MAX_DESCRIPTION = 2_000;

const isFailureCode = (code: unknown): code is FailureCode =>
  typeof code === "string" && Object.hasOwn(FAILURE_CODES, code);

function statedReason(given: unknown): FailureReason[] {
  if (typeof given === "string") return statedReason({ description: given });
  if (typeof given !== "object" || given === null) return [];
  const { code, description, message } = given as Record<string, unknown>;
  const said = [description, message, code].find((words) => typeof words === "string" && words.trim() !== "");
  if (typeof said !== "string" || !isStorable(said)) return [];
  return [{ code: isFailureCode(code) ? code : "emr_refused", description: beginningOf(said, MAX_DESCRIPTION) }];
}

/**
 * Returns the reasons that an EMR of this same interface states, at most 20; an entry may be a text. A code that is not
 * in our list becomes `emr_refused`, with the EMR's own words; entries without words are left out.
 */
export const statedReasons = (given: unknown): FailureReason[] =>
  Array.isArray(given) ? given.slice(0, MAX_REASONS).flatMap(statedReason) : [];
