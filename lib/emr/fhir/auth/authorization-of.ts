import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { EmrClient } from "#lib/egress/emr-client";
import { type Authorization, noAuthorization } from "#lib/emr/fhir/authorization";
import type { FhirConnection } from "#lib/emr/fhir/connection";
import type { SignAssertion } from "#lib/emr/port/assertion";
import type { Grants } from "#lib/emr/port/grants";
import { EmrError } from "#lib/emr/port/port";
import { singleton } from "#lib/kernel/singleton";
import { refreshAt } from "./app-tokens.ts";
import { fetchToken } from "./fetch-token.ts";
import { type FetchToken, KeptToken } from "./kept-token.ts";

/** Whose calls are authorized. */
export interface Caller {
  /** Id of the linked account; null for a probe, whose token is kept for the probe alone. */
  id: string | null;
  sign?: SignAssertion | undefined;
  grants?: Grants | undefined;
}

const tokens = () => singleton("emr-tokens", () => new LRUCache<string, KeptToken>({ max: 5_000 }));

/** Returns the token that all connections of an account share while its credentials stay the same. */
function keptToken(id: string | null, baseUrl: string, auth: FhirConnection["auth"]): KeptToken {
  if (id === null) return new KeptToken();
  const key = createHash("sha256")
    .update(JSON.stringify([id, baseUrl, auth]))
    .digest("hex");
  const known = tokens().get(key);
  if (known) return known;
  const kept = new KeptToken();
  tokens().set(key, kept);
  return kept;
}

type Fetching = Exclude<FhirConnection["auth"], { kind: "none" | "header" }>;

/** Returns how a connection's tokens are fetched: by the client itself, or by what a person has granted at the EMR. */
function fetchOf(baseUrl: string, auth: Fetching, client: EmrClient, { sign, grants }: Caller): FetchToken {
  if (auth.kind !== "smart_app") return (ends) => fetchToken({ client, baseUrl, auth, sign }, ends);
  if (!grants) throw new EmrError("validation", "Nobody can have authorized this connection");
  const refresh = refreshAt(baseUrl, sign);
  return (signal, refused) => grants.token({ id: auth.authorization_id, baseUrl }, { refused, refresh, signal });
}

const BEARER = "Bearer ";

/** Returns the authorization of a connection's calls, without a call. */
export function authorizationOf(
  { base_url: baseUrl, auth }: FhirConnection,
  client: EmrClient,
  caller: Caller,
): Authorization {
  if (auth.kind === "none") return noAuthorization;
  if (auth.kind === "header") {
    const headers = { [auth.header_name.toLowerCase()]: auth.header_value };
    return { headers: async () => headers, renew: () => false };
  }
  const kept = keptToken(caller.id, baseUrl, auth);
  const fetch = fetchOf(baseUrl, auth, client, caller);
  return {
    async headers(signal) {
      const token = await kept.get(fetch, signal);
      return { authorization: `${BEARER}${token}` };
    },
    renew: ({ authorization = "" }) => kept.forget(authorization.slice(BEARER.length)),
  };
}
