import { emrClient } from "#lib/egress/emr-client";
import type { EmrCalls } from "#lib/emr/port/calls";
import type { Connector } from "#lib/emr/port/connector";
import { secretsOf } from "#lib/emr/port/secret-fields";
import { authorizationOf, type Caller } from "./auth/authorization-of.ts";
import { bulkLoadOf } from "./bulk/load-of.ts";
import { FHIR_CAPABILITIES, FHIR_UNSUPPORTED_FIELDS, supportedIn } from "./capabilities.ts";
import { type FhirConnection, fhirConnection } from "./connection.ts";
import { type FhirFindings, type FindingName, findingsOf } from "./findings.ts";
import { FHIR_KIND } from "./kind.ts";
import { readMrnSystems } from "./mrn-systems.ts";
import { keepFindings } from "./probe/keep-findings.ts";
import { probeServer } from "./probe/probe.ts";
import { enteredIds } from "./reading/entered.ts";
import { readingOf } from "./reading/reading.ts";
import { kindsOf, loadableKinds } from "./reading/record-kinds.ts";
import { type FhirServer, fhirServer } from "./server.ts";
import { NOTICED_KINDS, noticedBy } from "./subscriptions/noticed.ts";
import { subscriptionsAt } from "./subscriptions/registration.ts";
import { subscriberOf } from "./subscriptions/subscriber.ts";
import { writingOf } from "./writing/writing.ts";

function serverOf(
  connection: FhirConnection,
  { calls, findings }: { calls: EmrCalls | null; findings: FhirFindings | null },
  caller: Caller,
): FhirServer {
  const tokenUrl = "token_url" in connection.auth ? connection.auth.token_url : undefined;
  const client = emrClient({ baseUrl: connection.base_url, ...(tokenUrl !== undefined && { tokenUrl }) });
  return fhirServer({
    baseUrl: connection.base_url,
    client,
    calls,
    takesPost: findings === null ? null : TAKES_POST[findings.post_search],
    named: findings?.stated_base ?? null,
    searchParameters: connection.search_parameters ?? null,
    authorization: authorizationOf(connection, client, caller),
  });
}

/** Whether searches by POST are answered, by the finding; null if it is unknown. */
const TAKES_POST = { works: true, ignored: false, refused: false, unknown: null } as const;

/** A probe has no budget, and knows nothing yet. */
const PROBED = { calls: null, findings: null };

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
  open({ id, profile, timezone, sign, grants }, connection, calls) {
    const findings = findingsOf(profile);
    const context = {
      server: serverOf(connection, { calls, findings }, { id, sign, grants }),
      contradict: (finding: FindingName) => calls.contradict(finding),
      connection,
      findings,
      timeZone: timezone,
    };
    const load = bulkLoadOf(context, loadableKinds(context.findings));
    const { openTimesAt, ...reads } = readingOf({ ...context, ...(load && { loaded: load }) }, load);
    return {
      capabilities: supportedIn(profile),
      ...reads,
      ...(connection.subscriptions === "on" && { noticed: noticedBy(reads.kinds) }),
      ...(load && { firstLoad: load }),
      ...writingOf(context, { openTimesAt, ...reads }),
    };
  },
  probe: (connection, options) =>
    probeServer(serverOf(connection, PROBED, { id: null, ...options }), {
      ...options,
      auth: connection.auth.kind,
      practitionerIds: enteredIds(connection),
      atOnce: connection.at_once ?? null,
      exportGroup: connection.export_group,
      subscribes: connection.subscriptions === "on",
    }),
  keepFindings,
  eventClient: subscriberOf,
  eventWebhook: (connection, { sign, grants }) =>
    connection.subscriptions === "on"
      ? subscriptionsAt(serverOf(connection, PROBED, { id: null, sign, grants }), connection)
      : null,
  noticedKinds: NOTICED_KINDS,
  readMrnSystems: (connection, { sign, grants, signal }) =>
    readMrnSystems(serverOf(connection, PROBED, { id: null, sign, grants }), signal),
};
