import type { FhirFindings } from "#lib/emr/fhir/findings";
import type { ProbeCalls } from "./answer.ts";
import { type Found, found } from "./found.ts";
import { type Page, search } from "./page.ts";
import { FEW, type ProbedType } from "./readable.ts";

type Handling = FhirFindings["unknown_parameter"];

const UNKNOWN = "crc-unknown-parameter";

export const STRICT = { prefer: "handling=strict" };

/** Returns whether a page's `self` link repeats a parameter; null without such a link. */
export const selfRepeats = (page: Page, parameter: string): boolean | null =>
  page.link("self")?.includes(parameter) ?? null;

/** Compares a search with an unknown parameter with one without. */
function handlingOf(page: Page, without: Page): Handling {
  if (page.answer.kind === "refused") return "refused";
  if (page.answer.kind === "none") return "unknown";
  if (page.resources.length > 0) return "ignored";
  if (without.resources.length > 0) return "empty";
  return selfRepeats(page, UNKNOWN) === false ? "ignored" : "unknown";
}

const WORDS: Record<Handling, string> = {
  refused: "is refused",
  ignored: "is ignored: the effect of each filter is compared",
  empty: "empties the answer: a filter counts only if it finds a record that is known",
  unknown: "could not be told: there is nothing to compare",
};

const SELF = { true: ", and the self link repeats it", false: ", and the self link leaves it out", null: "" } as const;

/** Probe: what the server does with a parameter that it does not know, also under `Prefer: handling=strict`. */
export async function probeUnknownParameter(
  calls: ProbeCalls,
  { type, page: without }: { type: ProbedType; page: Page },
): Promise<Found> {
  const address = `${type}?${UNKNOWN}=none&_count=${FEW}`;
  const [lenient, strict] = await Promise.all([search(calls, address), search(calls, address, STRICT)]);
  const findings = { unknown_parameter: handlingOf(lenient, without), strict_handling: handlingOf(strict, without) };
  const self = SELF[`${lenient.answer.kind === "ok" ? selfRepeats(lenient, UNKNOWN) : null}`];
  const { behaviour } = found("A search parameter that does not exist", WORDS[findings.unknown_parameter] + self);
  const further = found("The same with “Prefer: handling=strict”", WORDS[findings.strict_handling]);
  return { findings, behaviour: [...behaviour, ...further.behaviour] };
}
