import { EmrError } from "#lib/emr/port/port";
import type { FindingName } from "./findings.ts";
import type { FhirServer } from "./server.ts";

/** Parameters that are sent only after a probe found that they work. */
const RELIED_ON: readonly [parameter: RegExp, finding: FindingName][] = [
  [/[?&]_lastUpdated=/, "last_updated"],
  [/[?&]date=/, "date_search"],
  [/[?&]identifier=/, "identifier_search"],
  [/[?&]_summary=count/, "summary_count"],
];

/** A search of a type, not a link to a further page, which may have expired. */
const SEARCH = /^[A-Z][A-Za-z]+(\?|$)/;

/** Returns the findings that the refusal of a search contradicts. */
export function contradictedBy(address: string): FindingName[] {
  if (!SEARCH.test(address)) return [];
  const named = RELIED_ON.filter(([parameter]) => parameter.test(address)).map(([, finding]) => finding);
  return named.length > 0 ? named : ["readable"];
}

/** Returns the server, whose refusals of searches are reported: the last probe found that it answers them. */
export function watched(server: FhirServer, contradict: (finding: FindingName) => Promise<void>): FhirServer {
  return {
    ...server,
    async search(address, ...given) {
      try {
        return await server.search(address, ...given);
      } catch (error) {
        const isRefused = error instanceof EmrError && error.kind === "validation";
        if (isRefused) for (const finding of contradictedBy(address)) await contradict(finding);
        throw error;
      }
    },
  };
}
