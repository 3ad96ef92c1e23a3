import type { EmrClient } from "#lib/egress/emr-client";
import { type Authorization, noAuthorization } from "#lib/emr/fhir/authorization";
import type { FhirConnection } from "#lib/emr/fhir/connection";

/** Returns the authorization of a connection's calls, without a call. */
export function authorizationOf(_connection: FhirConnection, _client: EmrClient): Authorization {
  return noAuthorization;
}
