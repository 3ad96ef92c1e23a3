import type { EmrAccount } from "#lib/emr/port/connector";
import type { FhirConnection } from "./connection.ts";
import type { FhirFindings, FindingName } from "./findings.ts";
import type { FhirServer } from "./server.ts";
import type { Untrusted } from "./untrusted.ts";

/** The resources that the server has exported, for what would be looked up otherwise. */
export interface LoadedResources {
  /** Returns whether there are resources of a type, and none is known to be missing. */
  has(type: string): boolean;
  /** Yields the resources of a type as far as they can be read. Throws an EmrError if the server does not answer for now. */
  each(type: string, signal: AbortSignal): AsyncGenerator<Untrusted>;
}

/** All that a read or write of a FHIR server needs. */
export interface FhirContext {
  server: FhirServer;
  connection: FhirConnection;
  /** The findings of the account's last probe. */
  findings: FhirFindings;
  /** Takes note that the server contradicted a finding: it counts as unknown then, and the server is probed again soon. */
  contradict(finding: FindingName): Promise<void>;
  /** IANA name, for times of the server that carry no offset, and for dates. */
  timeZone: EmrAccount["timezone"];
  /** Left out for a server without an export. */
  loaded?: LoadedResources;
}
