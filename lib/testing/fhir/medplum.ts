import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { badRequest, getStatus, gone, OperationOutcomeError } from "@medplum/core";
import { FhirRouter, type HttpMethod } from "@medplum/fhir-router";
import type { Bundle, OperationOutcome, Resource } from "@medplum/fhirtypes";
import type { FhirResource } from "fhir/r4";
import { CAPABILITY_STATEMENT } from "./capability-statement.ts";
import { conditioned } from "./conditions.ts";
import { HELD_TYPES, readDefinitions } from "./definitions.ts";
import { type Answer, bodyOf, isFhirJson, NOT_FOUND, outcomeOf, send } from "./exchange.ts";
import { type FhirHabits, GOOD_HABITS } from "./habits.ts";
import { TestRepository } from "./repository.ts";
import { SearchRefused, searches } from "./search.ts";
import type { TestFhirServer } from "./server.ts";
import { wholeSecond } from "./whole-seconds.ts";

const BASE_PATH = "/fhir/R4";
const STORAGE_PATH = "/storage/";
/** The signature of a presigned address. */
const SIGNATURE = "X-Signature=a-signature";

/** Medplum's router with what it lacks for a server. */
export interface MedplumServer extends TestFhirServer {
  /** May be changed at any time. */
  habits: FhirHabits;
  /** Returns whether a request may be answered; by default every one. */
  admits(headers: IncomingHttpHeaders, path: string): boolean | Promise<boolean>;
  /** The answer of `.well-known/smart-configuration`; null for 404. */
  smartConfiguration: Record<string, unknown> | null;
  /** Requests so far, such as `GET /Patient?_count=1`. */
  requests: string[];
}

const isType = (type: string): boolean => HELD_TYPES.some((held) => held === type);

/** Starts the server on a free loopback port, without resources. */
export async function startMedplum(habits: Partial<FhirHabits> = {}): Promise<MedplumServer> {
  readDefinitions();
  const router = new FhirRouter();
  const repository = new TestRepository();
  const deleted = new Set<string>();

  const routed = async (method: HttpMethod, url: string, body?: unknown, headers: IncomingHttpHeaders = {}) => {
    const config = { transactions: server.habits.transactions === "atomic" };
    repository.validates = server.habits.validates;
    return router.handleRequest(
      { method, url, body, headers, pathname: "", params: {}, query: {}, config },
      repository,
    );
  };

  const search = searches(
    async (address) => {
      const [outcome, bundle] = await routed("GET", address);
      if (!bundle) throw new OperationOutcomeError(outcome);
      return bundle as Bundle;
    },
    () => server.habits,
  );

  /** Returns a resource as the server shows it. */
  function shown<Shown extends Resource>(resource: Shown): Shown {
    const { versionIds, wholeSeconds, presigned } = server.habits;
    const { versionId, lastUpdated, ...meta } = resource.meta ?? {};
    const result = {
      ...resource,
      meta: {
        ...meta,
        ...(versionIds && versionId ? { versionId } : {}),
        ...(lastUpdated ? { lastUpdated: wholeSeconds ? wholeSecond(lastUpdated) : lastUpdated } : {}),
      },
    };
    if (!presigned || result.resourceType !== "DocumentReference") return result;
    const content = result.content.map((each) => {
      const id = /\bBinary\/([^/?]+)$/.exec(each.attachment.url ?? "")?.[1];
      return id
        ? { attachment: { ...each.attachment, url: `${storageOrigin}${STORAGE_PATH}${id}?${SIGNATURE}` } }
        : each;
    });
    return { ...result, content };
  }

  function answerWith(outcome: OperationOutcome, resource: Resource | undefined, asked: Asked): Answer {
    const status = getStatus(outcome);
    if (!resource) return { status, body: outcome };
    const binary = resource.resourceType === "Binary" ? resource : null;
    const wantsRaw = asked.method === "GET" && !isFhirJson(asked.headers.accept);
    if (binary && wantsRaw && server.habits.binary === "raw") {
      const headers = { "content-type": binary.contentType };
      return { status, body: Buffer.from(binary.data ?? "", "base64"), headers };
    }
    const body = resource.resourceType === "Bundle" ? resource : shown(resource);
    const { versionId } = body.meta ?? {};
    const headers = {
      ...(versionId ? { etag: `W/"${versionId}"` } : {}),
      ...(status === 201
        ? { location: `${asked.baseUrl}/${body.resourceType}/${body.id}/_history/${versionId ?? 1}` }
        : {}),
    };
    return { status, body, headers };
  }

  interface Asked {
    method: HttpMethod;
    /** Below the base URL, without a slash at its begin. */
    path: string;
    parameters: URLSearchParams;
    headers: IncomingHttpHeaders;
    body: unknown;
    baseUrl: string;
  }

  /** Answers a search, with the habits and in pages. */
  async function searched({ path, parameters, headers, baseUrl }: Asked): Promise<Answer> {
    const strict = /\bhandling=strict\b/.test(String(headers.prefer ?? ""));
    try {
      const bundle = await search({ type: path, parameters, strict, baseUrl });
      for (const entry of bundle.entry ?? []) if (entry.resource) entry.resource = shown(entry.resource);
      return { status: 200, body: bundle };
    } catch (error) {
      if (error instanceof SearchRefused) return outcomeOf(error.status, "not-supported", error.message);
      if (error instanceof OperationOutcomeError) return { status: getStatus(error.outcome), body: error.outcome };
      throw error;
    }
  }

  /** Returns the body of a write as the server stores it. */
  function keptBody({ method, type, id, body }: { method: string; type: string; id: string; body: unknown }): unknown {
    const { readOnly, rewrites } = server.habits;
    if (method === "POST" && isType(type)) return { ...(body as object), ...rewrites };
    const stored = method === "PUT" ? repository.held(type).find((each) => each.id === id) : undefined;
    if (!stored) return body;
    const before = stored as unknown as Record<string, unknown>;
    return { ...(body as object), ...Object.fromEntries(readOnly.map((name) => [name, before[name]])) };
  }

  /** Answers all but searches by Medplum's router, after the habits have changed the request. */
  async function answerOf(asked: Asked): Promise<Answer> {
    const { method, path, parameters } = asked;
    const [type = "", id = ""] = path.split("/");
    if (type !== "" && !isType(type)) return NOT_FOUND;
    const isSearch = method === "GET" && id === "" && (type !== "" || parameters.size > 0);
    if (isSearch) return searched(asked);
    if (type === "" && server.habits.transactions === "refused")
      return outcomeOf(400, "not-supported", "Bundles are not supported");
    const { updates, writeAnswer, isBusy } = server.habits;
    if ((method === "PUT" || method === "PATCH") && updates !== "both" && updates !== method)
      return outcomeOf(405, "not-supported", `${method} is not supported`);
    if (isBusy && method !== "GET")
      return outcomeOf(409, "conflict", "Could not serialize access due to concurrent update");
    const sent = conditioned(asked, server.habits);
    if ("status" in sent) return sent;
    const query = parameters.size > 0 ? `?${parameters}` : "";
    const kept = keptBody({ method, type, id, body: sent.body });
    const [outcome, resource] = await routed(method, `${path}${query}`, kept, sent.headers);
    const status = getStatus(outcome);
    if (method === "DELETE" && status === 200) deleted.add(path);
    if (method !== "DELETE" && status < 300) deleted.delete(path);
    if (status === 404 && deleted.has(path) && server.habits.deleted === 410) return { status: 410, body: gone };
    const answer = answerWith(outcome, resource, asked);
    if (writeAnswer === "stored" || method === "GET" || status > 299) return answer;
    return { ...answer, body: writeAnswer === "sent" ? (sent.body as object) : null };
  }

  /** Answers at a presigned address, which refuses further credentials. */
  function stored({ pathname, search: query }: URL, headers: IncomingHttpHeaders): Answer {
    const binary = repository.held("Binary").find(({ id }) => id === pathname.slice(STORAGE_PATH.length));
    if (query !== `?${SIGNATURE}` || binary?.resourceType !== "Binary") return { status: 403, body: null };
    if (headers.authorization) return { status: 400, body: null };
    return {
      status: 200,
      body: Buffer.from(binary.data ?? "", "base64"),
      headers: { "content-type": binary.contentType },
    };
  }

  async function respond(request: IncomingMessage): Promise<Answer> {
    const { method = "GET", headers } = request;
    const origin = `http://${headers["x-forwarded-host"] ?? headers.host}`;
    const url = new URL(request.url ?? "/", origin);
    if (url.pathname.startsWith(STORAGE_PATH)) return stored(url, headers);
    if (url.pathname !== BASE_PATH && !url.pathname.startsWith(`${BASE_PATH}/`)) return NOT_FOUND;
    const path = url.pathname.slice(BASE_PATH.length + 1);
    server.requests.push(`${method} /${path}${url.search}`);
    if (path === "metadata") return { status: 200, body: CAPABILITY_STATEMENT };
    if (path === ".well-known/smart-configuration")
      return server.smartConfiguration ? { status: 200, body: server.smartConfiguration } : NOT_FOUND;
    if (!(await server.admits(headers, path))) return outcomeOf(401, "login", "Unauthorized");
    let body: unknown;
    try {
      body = await bodyOf(request);
    } catch {
      return { status: 400, body: badRequest("The body is not JSON") };
    }
    const parameters = url.searchParams;
    return answerOf({
      method: method as HttpMethod,
      path,
      parameters,
      headers,
      body,
      baseUrl: `${origin}${BASE_PATH}`,
    });
  }

  const listeners = [1, 2].map(() =>
    createServer((request, response) => {
      respond(request).then(
        (answer) => send(response, answer),
        (error: Error) => response.destroy(error),
      );
    }).listen(0, "127.0.0.1"),
  );
  await Promise.all(listeners.map((each) => once(each, "listening")));
  const [origin = "", storageOrigin = ""] = listeners.map(
    (each) => `http://127.0.0.1:${(each.address() as AddressInfo).port}`,
  );

  const server: MedplumServer = {
    origin,
    baseUrl: `${origin}${BASE_PATH}`,
    habits: { ...GOOD_HABITS, ...habits },
    admits: () => true,
    smartConfiguration: null,
    requests: [],
    async load(resources) {
      repository.validates = false;
      await repository.withSeeding(async () => {
        for (const resource of resources) await repository.createResource(resource as Resource, undefined, true);
      });
    },
    async remove(type, id) {
      await repository.deleteResource(type, id);
      deleted.add(`${type}/${id}`);
    },
    held: async (type) => repository.held(type) as FhirResource[] as never,
    async stop() {
      for (const each of listeners) each.closeAllConnections();
      await Promise.all(listeners.map((each) => new Promise((resolve) => each.close(resolve))));
    },
  };
  return server;
}
