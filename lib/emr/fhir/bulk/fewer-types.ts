import { z } from "zod";
import type { FhirServer } from "#lib/emr/fhir/server";
import { jsonOf } from "#lib/emr/http/json";
import { EmrError } from "#lib/emr/port/port";
import { beginningOf } from "#lib/kernel/beginning-of";

/** Requests for an export of fewer types. */
const MAX_ASKED = 12;
/** Characters of a refusal in which types are looked for. */
const READ_REFUSAL = 10_000;

const statement = z.object({
  rest: z.array(
    z.object({
      resource: z
        .array(z.object({ type: z.string().catch("") }))
        .catch([])
        .default([]),
    }),
  ),
});

/** Returns those of the types that a server's refusal names. */
export function typesNamedIn(refusal: string, types: readonly string[]): string[] {
  const words = new Set(beginningOf(refusal, READ_REFUSAL).split(/[^A-Za-z]+/));
  return types.filter((type) => words.has(type));
}

/** Returns those of the types that the CapabilityStatement names; all of them if there is none. Throws a reached limit of calls. */
async function statedOf(server: FhirServer, types: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
  try {
    const { rest } = statement.parse(jsonOf(await server.ask("metadata", { signal })));
    const stated = new Set(rest.flatMap(({ resource }) => resource.map(({ type }) => type)));
    return types.filter((type) => stated.has(type));
  } catch (error) {
    if (error instanceof z.ZodError || (error instanceof EmrError && !error.limited)) return types;
    throw error;
  }
}

/**
 * Asks for fewer types than those that a server refused together, as far as its CapabilityStatement or its refusals tell
 * which ones it does not export: refusals name one of those, all of those, or all others. `ask` returns null once the server does
 * not refuse, else the text of its refusal. Returns whether one request was not refused.
 */
export async function askForFewer(
  { server, types, refusal }: { server: FhirServer; types: readonly string[]; refusal: string },
  ask: (types: readonly string[]) => Promise<string | null>,
  signal: AbortSignal,
): Promise<boolean> {
  const asked = new Set([types.join()]);
  const next: (readonly string[])[] = [await statedOf(server, types, signal)];
  const last: (readonly string[])[] = [];
  const note = (of: readonly string[], words: string) => {
    const named = typesNamedIn(words, of);
    next.push(of.filter((type) => !named.includes(type)));
    last.push(named);
  };
  note(types, refusal);
  for (let some = next.shift(); some !== undefined && asked.size <= MAX_ASKED; some = next.pop() ?? last.shift()) {
    if (some.length === 0 || asked.has(some.join())) continue;
    asked.add(some.join());
    const words = await ask(some);
    if (words === null) return true;
    note(some, words);
  }
  return false;
}
