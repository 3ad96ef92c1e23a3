import type { EmrClient, EmrRequest, EmrResponse } from "#lib/egress/emr-client";
import { type EmrStreamClient, type EmrStreamResponse, emrStream } from "#lib/egress/emr-stream";
import { publicClient, publicStream } from "#lib/egress/public-client";
import { callBy, callEmr } from "#lib/emr/http/call-emr";
import { exactJsonOf, jsonOf } from "#lib/emr/http/json";
import { unquoted } from "#lib/emr/http/unquoted";
import type { EmrCalls } from "#lib/emr/port/calls";
import { EmrError } from "#lib/emr/port/port";
import type { Authorization, AuthorizingHeaders } from "./authorization.ts";
import { contradictedBy } from "./contradiction.ts";
import { searchesBy } from "./long-search.ts";
import { messageOf, refusalOf } from "./outcome.ts";
import { reachAt, statedBase } from "./stated-base.ts";
import type { Untrusted } from "./untrusted.ts";

const FHIR_JSON = "application/fhir+json";

/** Headers that ask for a file of resources, one a line. */
const FILE = { accept: "application/fhir+ndjson", "accept-encoding": "gzip" };

/** A FHIR server as its callers see it: authorized calls below its base URL, within the account's budget. */
export interface FhirServer {
  /** Address below which all resources are, without a slash at the end. */
  readonly baseUrl: string;
  /** The base URL by which the server names itself in its answers; null as long as no search told it. */
  readonly statedBase: string | null;
  /**
   * Returns the resource or Bundle of an answer, with the server's own addresses as those at which it is reached. That of a search
   * of a type, `searched`, tells how the server names itself.
   */
  reached(answered: Untrusted, searched?: string): Untrusted;
  /** Whether a search is answered however long its values are: by POST, where the address would be too long. */
  takesLongSearches(): boolean;
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
  /**
   * Asks an address of the server for a file of any size, within the budget; `authorized` with the credentials, of which a
   * 401 renews the token once. Throws an EmrError if there is no response.
   */
  open(address: URL, request: { signal: AbortSignal; authorized: boolean }): Promise<EmrStreamResponse>;
  /** As `askElsewhere`, for a file of any size. */
  openElsewhere: EmrStreamClient;
  /** Returns a resource; null if the server has none under this id, or has deleted it. Throws an EmrError. */
  read(type: string, id: string, signal: AbortSignal): Promise<Untrusted | null>;
  /** Returns a resource like `read`. `exact` returns the same with the digits of its numbers, to be written back. */
  readExact(type: string, id: string, signal: AbortSignal): Promise<{ resource: Untrusted; exact(): Untrusted } | null>;
  /** Sends a resource and returns the response of any status. Throws an EmrError if there is none. */
  send(address: string, request: EmrRequest & { resource?: object }): Promise<EmrResponse>;
}

/**
 * Returns the server of a connection, without a call. `calls` is null for a probe, which has no budget. `searchParameters` go with
 * each search; `takesPost` tells whether the last probe found that searches by POST are answered, and `named` by which base URL the
 * server names itself.
 */
export function fhirServer({
  baseUrl: stated,
  client,
  calls,
  authorization,
  elsewhere = publicClient,
  stream = emrStream({ baseUrl: stated }),
  streamElsewhere = publicStream,
  searchParameters = null,
  takesPost = null,
  named = null,
}: {
  baseUrl: string;
  client: EmrClient;
  calls: EmrCalls | null;
  authorization: Authorization;
  elsewhere?: EmrClient;
  stream?: EmrStreamClient;
  streamElsewhere?: EmrStreamClient;
  searchParameters?: string | null;
  takesPost?: boolean | null;
  named?: string | null;
}): FhirServer {
  const baseUrl = stated.replace(/(?<!\/)\/+$/, "");
  let itself = named;
  const reached: FhirServer["reached"] = (answered, searched) => {
    if (searched !== undefined) itself = statedBase(answered, searched) ?? itself;
    if (itself !== null && itself !== baseUrl) reachAt(answered, { stated: itself, reached: baseUrl });
    return answered;
  };
  const headersFor = async ({ signal }: EmrRequest) => {
    try {
      const headers = await authorization.headers(signal ?? AbortSignal.timeout(30_000));
      await calls?.login?.("taken", "read");
      return headers;
    } catch (error) {
      if (error instanceof EmrError && error.loginRequired) await calls?.login?.("required", "read");
      throw error;
    }
  };
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
  const searches = searchesBy(renewing, { baseUrl, parameters: searchParameters, takesPost });
  const ask: FhirServer["ask"] = async (address, request = {}) => {
    const isRead = (request.method ?? "GET") === "GET";
    const response = await (isRead ? searches.ask(address, request) : renewing(address, request));
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
  const openOnce = async (address: URL, signal: AbortSignal, authorized: AuthorizingHeaders) => {
    const request = { signal, headers: { ...FILE, ...authorized } };
    const response = await callBy(() => stream(address, request), { calls, messageOf }, request);
    return response.content ? response : { ...response, ...unquoted(response, Object.values(authorized)) };
  };
  const open: FhirServer["open"] = async (address, { signal, authorized: isAuthorized }) => {
    const headers = async () => (isAuthorized ? await headersFor({ signal }) : {});
    const authorized = await headers();
    const response = await openOnce(address, signal, authorized);
    if (response.status !== 401 || !isAuthorized || !authorization.renew(authorized)) return response;
    return openOnce(address, signal, await headers());
  };
  return {
    baseUrl,
    get statedBase() {
      return itself;
    },
    reached,
    takesLongSearches: searches.takesLong,
    ask,
    open,
    openElsewhere: (address, request) => streamElsewhere(address, { ...request, headers: FILE }),
    askElsewhere: elsewhere,
    send,
    readExact,
    async read(type, id, signal) {
      const found = await readExact(type, id, signal);
      return found && reached(found.resource);
    },
  };
}
