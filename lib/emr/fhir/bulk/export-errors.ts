import { statesFailure } from "#lib/emr/fhir/outcome";
import type { FhirServer } from "#lib/emr/fhir/server";
import { EmrError } from "#lib/emr/port/port";
import { resourceOf } from "./line-resource.ts";
import type { Manifest } from "./manifest.ts";
import { openFile } from "./open-file.ts";

/** Files of errors, and lines of each, that are looked at. */
const MAX_FILES = 10;
const MAX_LINES = 1_000;
const MAX_LINE_BYTES = 1024 * 1024;
/** Time for reading them. */
const DEADLINE_MS = 20_000;

/**
 * Returns why an export that has ended lacks resources, by its files of errors; null if they state nothing but warnings. A
 * file that cannot be read may state any. Throws an EmrError if no call is left.
 */
export async function errorsOf(
  server: FhirServer,
  parts: readonly Manifest[],
  signal: AbortSignal,
): Promise<string | null> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]);
  const files = parts.flatMap(({ error, requiresAccessToken: authorized }) =>
    error.map(({ url }) => ({ url, authorized })),
  );
  for (const file of files.slice(0, MAX_FILES)) {
    let lines = 0;
    try {
      const open = await openFile(server, { ...file, after: 0, maxBytes: MAX_LINE_BYTES }, deadline);
      deadline.addEventListener("abort", open.close);
      try {
        for await (const line of open.lines) {
          const found = resourceOf(line, MAX_LINE_BYTES);
          if (found !== null && (!("resource" in found) || statesFailure(found.resource)))
            return "The EMR states that its export could not read everything";
          if (++lines === MAX_LINES) break;
        }
      } finally {
        deadline.removeEventListener("abort", open.close);
        open.close();
      }
    } catch (error) {
      if (signal.aborted || (error instanceof EmrError && error.limited)) throw error;
      return "What the EMR's export could not read cannot be read itself";
    }
  }
  return null;
}
