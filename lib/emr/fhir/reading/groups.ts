import type { FhirServer } from "#lib/emr/fhir/server";
import { EmrError } from "#lib/emr/port/port";

/** Characters of an address that the values of one parameter may take: addresses above 2,048 are refused by some servers. */
const MAX_VALUES = 1_500;
/** The same for a search by POST. */
const MAX_POSTED = 100_000;

/** Splits the values of one search parameter into groups that one search of a server may have, each of at most `most` values. */
export function groupsOf(
  server: Pick<FhirServer, "takesLongSearches">,
  values: readonly string[],
  most: number,
): string[][] {
  const longest = server.takesLongSearches() ? MAX_POSTED : MAX_VALUES;
  const groups: string[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const value of values) {
    const needed = encodeURIComponent(`${value},`).length;
    if (length + needed > longest || (groups.at(-1)?.length ?? 0) >= most) {
      groups.push([]);
      length = 0;
    }
    groups.at(-1)?.push(value);
    length += needed;
  }
  return groups;
}

/**
 * Searches for a group of values at once; if that fails for the moment, for each of them, as one may be the cause. `failed`
 * gets those whose search failed alone, and once more after the others: what fails for the moment may meet any of them.
 * Throws an EmrError if all of several fail, since the server is out then.
 */
export async function eachOnFailure(
  group: readonly string[],
  search: (values: readonly string[]) => Promise<void>,
  failed: (value: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const failedAlone = async (values: readonly string[]): Promise<string[]> => {
    const causes: string[] = [];
    for (const value of values)
      await search([value]).catch((alone: unknown) => {
        if (!(alone instanceof EmrError) || alone.limited || signal.aborted || causes.push(value) === group.length)
          throw alone;
      });
    return causes;
  };
  try {
    return await search(group);
  } catch (error) {
    if (!(error instanceof EmrError) || error.limited || signal.aborted || group.length === 1) throw error;
    const causes = await failedAlone(await failedAlone(group));
    causes.forEach(failed);
  }
}
