import type { EmrAccount } from "#lib/emr/port/connector";
import type { FhirConnection } from "./connection.ts";
import type { FhirFindings, FindingName } from "./findings.ts";
import type { FhirServer } from "./server.ts";

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
}
