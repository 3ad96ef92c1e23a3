import type { IncomingHttpHeaders } from "node:http";
import type { Bundle } from "@medplum/fhirtypes";
import { type Answer, outcomeOf } from "./exchange.ts";
import type { FhirHabits } from "./habits.ts";

/** Removes the conditions that a server ignores; a bundle's too. */
function withoutConditions(body: unknown): unknown {
  const bundle = body as Partial<Bundle> | undefined;
  if (bundle?.resourceType !== "Bundle" || !bundle.entry) return body;
  const entry = bundle.entry.map(({ request, ...each }) => {
    const { ifNoneExist: _ignored, ...kept } = request ?? {};
    return { ...each, request: kept };
  });
  return { ...bundle, entry };
}

/** Returns the `If-Match` that Medplum takes for the one that arrived: null if it is ignored. */
function ifMatchFor(habit: FhirHabits["ifMatch"], header: string): string | null {
  if (habit === "works") return header;
  if (habit === "ignored") return null;
  const weak = /^W\/"(.+)"$/.exec(header)?.[1];
  const strong = /^"(.+)"$/.exec(header)?.[1];
  const unquoted = header.includes('"') ? undefined : header;
  const version = { weak, strong, unquoted, refused: undefined }[habit];
  return `W/"${version ?? "no-such-version"}"`;
}

/** Returns a conditional request as Medplum is to see it, or the answer of a server that refuses the condition. */
export function conditioned(
  { headers, body }: { headers: IncomingHttpHeaders; body: unknown },
  { ifNoneExist, ifMatch }: FhirHabits,
): { headers: IncomingHttpHeaders; body: unknown } | Answer {
  const { "if-none-exist": condition, "if-match": version, ...sent } = headers;
  if (condition !== undefined && ifNoneExist === "refused")
    return outcomeOf(400, "not-supported", "Conditional creates are not supported");
  if (version !== undefined && ifMatch === "refused")
    return outcomeOf(400, "not-supported", "If-Match is not supported");
  const isConditional = condition !== undefined && ifNoneExist === "works";
  const taken = version === undefined ? null : ifMatchFor(ifMatch, version);
  return {
    headers: {
      ...sent,
      ...(isConditional ? { "if-none-exist": condition } : {}),
      ...(taken === null ? {} : { "if-match": taken }),
    },
    body: ifNoneExist === "ignored" ? withoutConditions(body) : body,
  };
}
