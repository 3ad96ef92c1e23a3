import { z } from "zod";
import type { EmrResponse } from "#lib/egress/emr-client";
import { jsonOf } from "#lib/emr/http/json";
import { retryAfterOf } from "#lib/emr/http/limits";
import { boundedWords, commonRefusalOf, statusInWords } from "#lib/emr/http/refusal";
import { EmrError } from "#lib/emr/port/port";
import { beginningOf } from "#lib/kernel/beginning-of";
import type { FailureCode } from "#lib/kernel/failure-reasons";
import { isStorable } from "#lib/kernel/storable-text";
import { isPassing, issueWords } from "./issue-words.ts";
import { isRecord } from "./untrusted.ts";

const MAX_ISSUES = 3;

/** Issues of an answer that are looked at. */
const READ_ISSUES = 50;

/** Characters of a narrative, or of an issue's words, in which something is looked for. */
const READ_NARRATIVE = 2_000;

const texts = z.array(z.string()).optional().catch(undefined);

const optionalText = z.string().optional().catch(undefined);

const issue = z.object({
  severity: z.string().catch("error"),
  code: z.string().catch("processing"),
  diagnostics: optionalText,
  details: z
    .object({
      text: optionalText,
      coding: z
        .array(z.object({ display: optionalText }))
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
  expression: texts,
  location: texts,
});

const operationOutcome = z.object({
  resourceType: z.literal("OperationOutcome"),
  issue: z.preprocess((list) => (Array.isArray(list) ? list.slice(0, READ_ISSUES) : list), z.array(issue)),
  text: z.object({ div: optionalText }).optional().catch(undefined),
});

type Issue = z.infer<typeof issue>;
type Outcome = z.infer<typeof operationOutcome>;

const isError = ({ severity }: Issue): boolean => severity === "error" || severity === "fatal";

const outcomeIn = (response: EmrResponse): Outcome | undefined => operationOutcome.safeParse(jsonOf(response)).data;

/** Returns the issues for which a server refuses: the errors, or the warnings if there are no errors. */
function issuesOf(outcome: Outcome | undefined): Issue[] {
  const issues = outcome?.issue ?? [];
  const errors = issues.filter(isError);
  return errors.length > 0 ? errors : issues.filter(({ severity }) => severity !== "information");
}

/** Returns an issue's own words: servers leave some of the places for them empty. */
const wordsOf = ({ details, diagnostics }: Issue): string | undefined =>
  [details?.text, ...(details?.coding ?? []).map(({ display }) => display), diagnostics].find((words) => words?.trim());

/** Returns the text of the narrative of an OperationOutcome, which some servers fill alone. */
const narrativeOf = (outcome: Outcome | undefined): string =>
  beginningOf(outcome?.text?.div ?? "", READ_NARRATIVE)
    .replaceAll(/<[^<>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

/** Returns a server's OperationOutcome in words without values of patients, or its status in words. */
export function messageOf(response: EmrResponse): string {
  const outcome = outcomeIn(response);
  const issues = issuesOf(outcome);
  const narrative = issues.some(wordsOf) ? "" : narrativeOf(outcome);
  const sentences = issues
    .map((each) =>
      issueWords({
        code: each.code,
        words: wordsOf(each) ?? narrative,
        expression: each.expression?.[0] ?? each.location?.[0],
      }),
    )
    .filter(isStorable);
  if (sentences.length === 0) return statusInWords(response);
  return boundedWords([...new Set(sentences)].slice(0, MAX_ISSUES).join("; "));
}

/** Returns whether a resource within a successful answer is an OperationOutcome that states a failure. */
export const statesFailure = (resource: unknown): boolean =>
  // A page may have very many entries, which the schema would take long to refuse.
  isRecord(resource) &&
  resource.resourceType === "OperationOutcome" &&
  (operationOutcome.safeParse(resource).data?.issue ?? []).some(isError);

/** Returns whether a write was done: some servers state a failure within a successful answer. */
export const isDone = (response: EmrResponse): boolean =>
  response.status >= 200 && response.status <= 299 && !statesFailure(jsonOf(response));

/** Codes of a job's failure that say the same as an issue's. */
const FAILURE_OF_ISSUE: Readonly<Record<string, FailureCode>> = {
  duplicate: "duplicate",
  required: "missing_field",
  "not-supported": "not_supported",
};

/** Returns the error of a response to a request that was not done. */
export function refusalOf(response: EmrResponse): EmrError {
  const message = messageOf(response);
  const common = commonRefusalOf(response, message);
  if (common) return common;
  const issues = issuesOf(outcomeIn(response));
  const isForNow = issues.some(({ code }) => isPassing(code));
  if (isForNow) return new EmrError("passing", message, { retryAfterMs: retryAfterOf(response, message) });
  const code = issues.map((each) => FAILURE_OF_ISSUE[each.code]).find((known) => known !== undefined);
  return new EmrError("validation", message, code && { code });
}

/** Issues of a 409 that the same request would meet again. */
const FOR_GOOD: readonly string[] = ["duplicate", "business-rule", "invariant", "not-supported", "forbidden"];

/**
 * Returns the error of a 409 to a request that compared no version: the server was busy with other writes and did not do
 * this one, unless its issue states a reason that stays.
 */
export function contentionOf(response: EmrResponse): EmrError {
  const stays = issuesOf(outcomeIn(response)).some(({ code }) => FOR_GOOD.includes(code));
  if (stays) return refusalOf(response);
  const retryAfterMs = retryAfterOf(response, "");
  return new EmrError("passing", "The EMR is busy with other writes", { retryAfterMs, notDone: true });
}
