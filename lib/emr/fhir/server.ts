import type { EmrClient, EmrRequest, EmrResponse } from "#lib/egress/emr-client";
import { publicClient } from "#lib/egress/public-client";
import { callEmr } from "#lib/emr/http/call-emr";
import { exactJsonOf, jsonOf } from "#lib/emr/http/json";
import { unquoted } from "#lib/emr/http/unquoted";
import type { EmrCalls } from "#lib/emr/port/calls";
import { EmrError } from "#lib/emr/port/port";
import type { Authorization, AuthorizingHeaders } from "./authorization.ts";
import { contradictedBy } from "./contradiction.ts";
import { messageOf, refusalOf } from "./outcome.ts";
import type { Untrusted } from "./untrusted.ts";

const FHIR_JSON = "application/fhir+json";

/** A FHIR server as its callers see it: authorized calls below its base URL, within the account's budget. */
export interface FhirServer {
  /** Address below which all resources are, without a slash at the end. */
  readonly baseUrl: string;
  /**
   * Makes a call and returns its whole response of any status. `address` is relative to the base URL, or an absolute
   * address of the same origin, such as a `next` link. A 401 renews the token and repeats the call once. Throws an
   * EmrError if there is no response, or if the address leads elsewhere.
   */
  ask(address: string, request?: EmrRequest): Promise<EmrResponse>;
  /**
   * Asks an address that the server names at another origin, such as of presigned content: without credentials, and
   * public addresses alone. Throws an EmrUnanswered.
   */
  askElsewhere: EmrClient;
  /** Returns a resource; null if the server has none under this id, or has deleted it. Throws an EmrError. */
  read(type: string, id: string, signal: AbortSignal): Promise<Untrusted | null>;
  /** Returns a resource like `read`. `exact` returns the same with the digits of its numbers, to be written back. */
  readExact(type: string, id: string, signal: AbortSignal): Promise<{ resource: Untrusted; exact(): Untrusted } | null>;
  /** Sends a resource and returns the response of any status. Throws an EmrError if there is none. */
  send(address: string, request: EmrRequest & { resource?: object }): Promise<EmrResponse>;
}

/** A search of a type, relative to the base URL; a link to a further page is absolute. */
const SEARCH = /^[A-Z][A-Za-z]+(?:\?|$)/;

/** Adds parameters to the address of a search. */
const withParameters = (address: string, parameters: string | null): string =>
  parameters === null || !SEARCH.test(address)
    ? address
    : `${address}${address.includes("?") ? "&" : "?"}${parameters}`;

/** Returns the server of a connection, without a call. `calls` is null for a probe, which has no budget. `searchParameters` go with each search. */
export function fhirServer({
  baseUrl: stated,
  client,
  calls,
  authorization,
  elsewhere = publicClient,
  searchParameters = null,
}: {
  baseUrl: string;
  client: EmrClient;
  calls: EmrCalls | null;
  authorization: Authorization;
  elsewhere?: EmrClient;
  searchParameters?: string | null;
}): FhirServer {
  const baseUrl = stated.replace(/(?<!\/)\/+$/, "");
  const headersFor = ({ signal }: EmrRequest) => authorization.headers(signal ?? AbortSignal.timeout(30_000));
  const once = async (address: string, { headers, ...request }: EmrRequest, authorized: AuthorizingHeaders) => {
    const response = await callEmr({ client, calls, messageOf }, new URL(address, `${baseUrl}/`).href, {
      ...request,
      headers: { accept: FHIR_JSON, ...authorized, ...headers },
    });
    return response.status < 400 ? response : unquoted(response, Object.values(authorized));
  };
  const renewing = async (address: string, request: EmrRequest): Promise<EmrResponse> => {
    const authorized = await headersFor(request);
    const response = await once(address, request, authorized);
    if (response.status !== 401 || !authorization.renew(authorized)) return response;
    return once(address, request, await headersFor(request));
  };
  const ask: FhirServer["ask"] = async (address, request = {}) => {
    const isRead = (request.method ?? "GET") === "GET";
    const response = await renewing(isRead ? withParameters(address, searchParameters) : address, request);
    if (isRead) for (const finding of contradictedBy(address, response.status)) await calls?.contradict(finding);
    return response;
  };
  const send: FhirServer["send"] = (address, { resource, headers, ...request }) =>
    ask(address, {
      ...request,
      headers: { ...(resource === undefined ? {} : { "content-type": FHIR_JSON }), ...headers },
      ...(resource === undefined ? {} : { body: JSON.stringify(resource) }),
    });
  const readExact: FhirServer["readExact"] = async (type, id, signal) => {
    const response = await ask(`${type}/${encodeURIComponent(id)}`, { signal });
    if (response.status === 404 || response.status === 410) return null;
    if (response.status < 200 || response.status > 299) throw refusalOf(response);
    const resource = jsonOf(response);
    if (resource === null) throw new EmrError("passing", "The EMR's answer is not JSON");
    return { resource, exact: () => exactJsonOf(response) ?? resource };
  };
  return {
    baseUrl,
    ask,
    askElsewhere: elsewhere,
    send,
    readExact,
    read: async (type, id, signal) => (await readExact(type, id, signal))?.resource ?? null,
  };
}
