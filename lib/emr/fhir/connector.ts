import { emrClient } from "#lib/egress/emr-client";
import type { EmrCalls } from "#lib/emr/port/calls";
import type { Connector } from "#lib/emr/port/connector";
import { secretsOf } from "#lib/emr/port/secret-fields";
import { authorizationOf, type Caller } from "./auth/authorization-of.ts";
import { FHIR_CAPABILITIES, FHIR_UNSUPPORTED_FIELDS, supportedIn } from "./capabilities.ts";
import { type FhirConnection, fhirConnection } from "./connection.ts";
import { type FindingName, findingsOf } from "./findings.ts";
import { FHIR_KIND } from "./kind.ts";
import { readMrnSystems } from "./mrn-systems.ts";
import { keepFindings } from "./probe/keep-findings.ts";
import { probeServer } from "./probe/probe.ts";
import { enteredIds } from "./reading/entered.ts";
import { readingOf } from "./reading/reading.ts";
import { kindsOf } from "./reading/record-kinds.ts";
import { type FhirServer, fhirServer } from "./server.ts";
import { writingOf } from "./writing/writing.ts";

function serverOf(connection: FhirConnection, calls: EmrCalls | null, caller: Caller): FhirServer {
  const tokenUrl = "token_url" in connection.auth ? connection.auth.token_url : undefined;
  const client = emrClient({ baseUrl: connection.base_url, ...(tokenUrl !== undefined && { tokenUrl }) });
  return fhirServer({
    baseUrl: connection.base_url,
    client,
    calls,
    searchParameters: connection.search_parameters ?? null,
    authorization: authorizationOf(connection, client, caller),
  });
}

/** The connector `fhir`: any FHIR R4 server (decisions §12). */
export const fhirConnector: Connector<FhirConnection> = {
  ...FHIR_KIND,
  capabilities: FHIR_CAPABILITIES,
  requiredFields: {},
  unsupportedFields: FHIR_UNSUPPORTED_FIELDS,
  connection: fhirConnection,
  secrets: secretsOf(fhirConnection),
  readOnlyAtFirst: true,
  kinds: (profile) => kindsOf(findingsOf(profile)),
  open({ id, profile, timezone, sign }, connection, calls) {
    const context = {
      server: serverOf(connection, calls, { id, sign }),
      contradict: (finding: FindingName) => calls.contradict(finding),
      connection,
      findings: findingsOf(profile),
      timeZone: timezone,
    };
    return { capabilities: supportedIn(profile), ...readingOf(context), ...writingOf(context) };
  },
  probe: (connection, options) =>
    probeServer(serverOf(connection, null, { id: null, sign: options.sign }), {
      ...options,
      auth: connection.auth.kind,
      practitionerIds: enteredIds(connection),
      atOnce: connection.at_once ?? null,
    }),
  keepFindings,
  readMrnSystems: (connection, { sign, signal }) =>
    readMrnSystems(serverOf(connection, null, { id: null, sign }), signal),
};
