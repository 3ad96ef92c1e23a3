import type { FhirConnection } from "#lib/emr/fhir/connection";

const CREDENTIALS: Readonly<Record<FhirConnection["auth"]["kind"], string>> = {
  // The keys are our own, so the name that the server knows them by is all that an admin enters.
  smart_backend: "auth.client_id",
  client_secret: "auth.client_secret",
  smart_app: "auth.authorization_id",
  header: "auth.header_value",
  none: "auth.kind",
};

/** Returns the field of `connection` that is at fault if the server refuses the credentials of a kind. */
export const credentialsOf = (kind: FhirConnection["auth"]["kind"]): string => CREDENTIALS[kind];
