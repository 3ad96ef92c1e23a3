import type { OperationOutcomeIssue } from "fhir/r4";
import { beginningOf } from "#lib/kernel/beginning-of";

const MAX_WORDS = 300;

/** Characters of a server's texts that are looked at. */
const READ_WORDS = 2_000;
const READ_EXPRESSION = 300;

/** An issue's code in words; `it` is the field that the issue names. */
const MEANINGS: Record<OperationOutcomeIssue["code"], (it: string) => string> = {
  invalid: (it) => `The EMR does not accept ${it}`,
  structure: (it) => `The EMR cannot read ${it}`,
  required: (it) => `The EMR requires ${it}`,
  value: (it) => `The EMR does not accept the value of ${it}`,
  invariant: (it) => `A rule of the EMR about ${it} is not met`,
  security: () => "The EMR does not allow it",
  login: () => "The EMR asks for another sign-in",
  unknown: () => "The EMR does not know the user",
  expired: () => "The session with the EMR has expired",
  forbidden: () => "The EMR does not allow it",
  suppressed: (it) => `The EMR does not show ${it}`,
  processing: (it) => `The EMR cannot process ${it}`,
  "not-supported": (it) => `The EMR does not support ${it}`,
  duplicate: () => "The EMR has such a record already",
  "multiple-matches": () => "Several records of the EMR match",
  "not-found": (it) => `The EMR does not find ${it}`,
  deleted: (it) => `The EMR no longer has ${it}`,
  "too-long": (it) => `The EMR finds ${it} too long`,
  "code-invalid": (it) => `The EMR does not know the code of ${it}`,
  extension: (it) => `The EMR does not accept an extension of ${it}`,
  "too-costly": () => "The EMR finds it too costly",
  "business-rule": (it) => `A rule of the EMR does not allow ${it}`,
  conflict: () => "It conflicts with what the EMR has by now",
  transient: () => "The EMR is not ready for it now",
  "lock-error": () => "The EMR has locked the record for now",
  "no-store": () => "The EMR's storage is not ready now",
  exception: () => "The EMR failed at it",
  timeout: () => "The EMR took too long",
  incomplete: () => "The EMR's answer is not complete",
  throttled: () => "The EMR takes no more calls for now",
  informational: () => "The EMR has a remark",
};

/** Issues after which the same request may succeed later. */
const PASSING: readonly string[] = ["transient", "lock-error", "no-store", "timeout", "incomplete", "throttled"];

/** Returns whether the same request may succeed after an issue with this code. */
export const isPassing = (code: string): boolean => PASSING.includes(code);

/** Elements in the words of a request, if they differ. */
const FIELDS: Readonly<Record<string, string>> = {
  subject: "the patient",
  for: "the patient",
  requester: "the provider",
  recipient: "the recipient",
  owner: "the assignee",
  performerType: "the specialty",
  locationReference: "the location",
  reasonCode: "the reason",
  occurrencePeriod: "the dates",
  quantityQuantity: "the visits allowed",
  beneficiary: "the patient",
  payor: "the payer",
  subscriberId: "the member number",
  class: "the group number",
  order: "the priority",
};

/** Returns the element of an expression, such as `ServiceRequest.note[0].text`, or of an XPath, in words; null if neither. */
function fieldOf(expression: string | undefined): string | null {
  const path = beginningOf(expression ?? "", READ_EXPRESSION)
    .replaceAll(/\/?f:/g, ".")
    .replaceAll(/\[[^[\]]*\]/g, "")
    .replace(/^[./]+/, "");
  const [, field] = /^[A-Z][A-Za-z]+\.([a-z][A-Za-z.]{0,80})$/.exec(path) ?? [];
  if (field === undefined) return null;
  return FIELDS[field.split(".")[0] ?? ""] ?? `the field ${field}`;
}

const withoutQuotes = (words: string): string => words.replaceAll(/"[^"]*"|'[^']*'|`[^`]*`|[“«][^”»]*(?:[”»]|$)/g, "…");

/** Returns the first line of a server's words without its quoted values, nor one that goes on after the part that is read. */
function withoutQuotedValues(words: string): string {
  const [line = ""] = beginningOf(words, READ_WORDS).split("\n", 1);
  if (line.length < READ_WORDS) return withoutQuotes(line);
  const wholeWords = line.slice(0, line.lastIndexOf(" ") + 1);
  return withoutQuotes(wholeWords).replace(/["'`].*$/s, "…");
}

/** Removes what may be about a patient from a server's words: quoted values, numbers, dates and addresses. */
const withoutValues = (words: string): string =>
  beginningOf(
    withoutQuotedValues(words)
      .replaceAll(/\S+/g, (part) => (part.includes("@") ? "…" : part))
      .replaceAll(/\b[A-Z][A-Za-z]+\/[A-Za-z0-9.-]+/g, (reference) => reference.split("/")[0] ?? "")
      .replaceAll(/\d[\d\-:./() ]{3,}\d\S*/g, "…")
      .trim(),
    MAX_WORDS,
  );

/** Returns an issue of an OperationOutcome as a sentence, with the server's own words but for values of patients. */
export function issueWords({
  code,
  words,
  expression,
}: {
  code: string;
  words: string | undefined;
  expression: string | undefined;
}): string {
  const meaning = Object.hasOwn(MEANINGS, code) ? MEANINGS[code as OperationOutcomeIssue["code"]] : MEANINGS.processing;
  const said = withoutValues(words ?? "");
  const sentence = meaning(fieldOf(expression) ?? "it");
  return said === "" ? sentence : `${sentence}: ${said}`;
}
