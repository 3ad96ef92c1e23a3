import { type Answer, outcomeOf } from "#lib/testing/fhir/exchange";
import type { Quirks } from "./quirks.ts";

const DAY_MS = 86_400_000;

/** Returns the days between the bounds of a parameter; null without two of them. */
function daysBetween(bounds: readonly string[]): number | null {
  const bound = (prefix: RegExp) => bounds.find((each) => prefix.test(each))?.replace(prefix, "");
  const [from, to] = [bound(/^g[te]/), bound(/^l[te]/)];
  if (from === undefined || to === undefined) return null;
  // A whole day ends with its last moment.
  const end = Date.parse(to) + (to.includes("T") ? 0 : DAY_MS);
  return (end - Date.parse(from)) / DAY_MS;
}

const refusal = (status: number, diagnostics: string): Answer => ({
  status,
  body: { resourceType: "OperationOutcome", issue: [{ severity: "fatal", code: "required", diagnostics }] },
});

const isRefusedFor = (refusedFor: Quirks["refusedFor"], type: string, name: string, value: string): boolean =>
  `${type}?${name}=${value}` in refusedFor || `${name}=${value}` in refusedFor;

/** Returns the refusal of a search that lacks what the server requires, or asks for too much; null if it is answered. */
export function refusalOf(
  { needs, requires, refusedFor, maxDays, lists }: Quirks,
  type: string,
  query: URLSearchParams,
): Answer | null {
  if (needs && !needs.parameters.some((name) => query.has(name))) return refusal(400, needs.diagnostics);
  const required = requires[type] ?? requires["*"];
  if (required && !required.sets.some((names) => names.every((name) => query.has(name))))
    return refusal(required.status, required.diagnostics);
  const isList = (name: string) => name !== "_elements" && query.getAll(name).some((value) => value.includes(","));
  if (lists === "refused" && [...query.keys()].some(isList)) return outcomeOf(400, "invalid", "One value alone");
  for (const [name, all] of query) {
    // One value of a list refuses all of it.
    const value = all.split(",").find((each) => isRefusedFor(refusedFor, type, name, each)) ?? all;
    const status = refusedFor[`${type}?${name}=${value}`] ?? refusedFor[`${name}=${value}`];
    if (status !== undefined) return refusal(status, "Not for this one");
  }
  const isLong = [...query.keys()].some((name) => (daysBetween(query.getAll(name)) ?? 0) > (maxDays ?? Infinity));
  return isLong ? outcomeOf(400, "too-costly", "The range of days is too long") : null;
}
