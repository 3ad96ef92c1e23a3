import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { FhirResource } from "fhir/r4";
import { HELD_TYPES } from "#lib/testing/fhir/definitions";
import { type Answer, bodyOf, NOT_FOUND, outcomeOf, send } from "#lib/testing/fhir/exchange";
import type { TestFhirServer } from "#lib/testing/fhir/server";
import { valuesAt } from "./matching.ts";
import { NO_QUIRKS, type Quirks } from "./quirks.ts";
import { refusalOf } from "./refusals.ts";
import { matching, pageOf, shown } from "./search.ts";
import { newStore, type Store } from "./store.ts";

const BASE_PATH = "/fhir";

/** A server that replays what real ones do, by its quirks. */
export interface ReplayServer extends TestFhirServer {
  /** May be changed at any time. */
  quirks: Quirks;
  /** Requests so far, such as `GET /Patient?_count=1`. */
  requests: string[];
}

const STATEMENT = {
  resourceType: "CapabilityStatement",
  fhirVersion: "4.0.1",
  software: { name: "Replay", version: "1" },
  rest: [{ mode: "server", resource: HELD_TYPES.map((type) => ({ type, interaction: [{ code: "search-type" }] })) }],
};

interface Request {
  method: string;
  type: string;
  id: string;
  query: URLSearchParams;
  body: unknown;
  headers: IncomingMessage["headers"];
  /** Base URL under which the client knows the server. */
  base: string;
}

const isResource = (body: unknown): body is FhirResource =>
  typeof body === "object" && body !== null && "resourceType" in body;

/** Returns the answer to a search. */
function searched(store: Store, quirks: Quirks, { type, query, base }: Request): Answer {
  const status = [...query.keys()].map((name) => quirks.refused[name]).find((refused) => refused !== undefined);
  if (status !== undefined) return outcomeOf(status, "exception", "The search failed");
  const refused = refusalOf(quirks, type, query);
  if (refused) return refused;
  if (quirks.oneBound && [...query.keys()].some((name) => query.getAll(name).length > 1))
    return outcomeOf(400, "invalid", "A parameter stands twice");
  const found = matching(store.all(type), type, query, quirks);
  if (found.length === 0 && quirks.nothingFound === 404) return NOT_FOUND;
  return { status: 200, body: pageOf(found, query, quirks, (asked) => `${base}/${type}?${asked}`) };
}

/** Returns the answer to reading one resource, or its file. */
function read(store: Store, quirks: Quirks, { type, id, headers }: Request): Answer {
  const name = `${type}/${id}`;
  const status = quirks.statuses[name];
  if (status !== undefined)
    return outcomeOf(status, status === 403 ? "forbidden" : "exception", "This one is not shown");
  const file = quirks.files[name];
  if (file) {
    if (file.wants !== undefined && !(headers.accept ?? "").startsWith(file.wants))
      return outcomeOf(406, "not-supported", `Ask for ${file.wants}`);
    return { status: 200, body: Buffer.from(file.base64, "base64"), headers: { "content-type": file.contentType } };
  }
  const held = store.get(type, id);
  return held ? { status: 200, body: shown(held, quirks) } : NOT_FOUND;
}

/** Returns the answer to a write. */
function written(store: Store, quirks: Quirks, { method, type, id, body, headers, base }: Request): Answer {
  if (quirks.refusal) return quirks.refusal;
  if (method === "DELETE") {
    store.remove(type, id);
    return { status: 204, body: null };
  }
  if (!isResource(body) || body.resourceType !== type) return outcomeOf(400, "invalid", `Expected a ${type}`);
  const lacking = quirks.required[type]?.find((path) => valuesAt(body, path).length === 0);
  if (lacking !== undefined)
    return outcomeOf(422, "required", `${type}.${lacking}: minimum required = 1, but only found 0`);
  if (method === "PUT") {
    const before = store.get(type, id);
    if (body.id !== id) return outcomeOf(400, "invalid", "The id is not that of the address");
    if (!before) return NOT_FOUND;
    const kept = Object.fromEntries(
      (quirks.kept[type] ?? []).map((element) => [element, Reflect.get(before, element) as unknown]),
    );
    const held = store.put({ ...body, ...kept });
    return { status: 200, body: shown(held, quirks), headers: { location: `${base}/${type}/${id}` } };
  }
  const condition = new URLSearchParams(String(headers["if-none-exist"] ?? ""));
  const existing =
    quirks.conditionalCreate && condition.size > 0 ? matching(store.all(type), type, condition, quirks)[0] : undefined;
  const { id: _own, ...resource } = body;
  const held = existing ?? store.put(resource as FhirResource);
  // Without the resource, and with an address that is relative: so a library for servers does it.
  return { status: existing ? 200 : 201, body: null, headers: { location: `R4/${type}/${held.id}/_history/1` } };
}

function answerTo(store: Store, quirks: Quirks, request: Request): Answer {
  const { method, type, id } = request;
  if (type === "metadata") return { status: 200, body: STATEMENT };
  if (!HELD_TYPES.some((held) => held === type)) return outcomeOf(404, "not-supported", "Unknown resource type");
  if (method === "POST" && id === "_search" && quirks.postSearch !== null)
    return outcomeOf(quirks.postSearch, "not-supported", "No search by POST");
  if (method === "POST" && id === "_search")
    return searched(store, quirks, { ...request, query: new URLSearchParams(request.body as Record<string, string>) });
  if (method === "PATCH") return outcomeOf(405, "not-supported", "No patches");
  if (method !== "GET") return written(store, quirks, request);
  if (id !== "") return read(store, quirks, request);
  if (quirks.searchBy === "POST" && !request.query.has("_offset"))
    return outcomeOf(405, "not-supported", "Search by POST _search");
  return searched(store, quirks, request);
}

/** Starts the server on a free loopback port, without resources. */
export async function startReplayServer(quirks: Partial<Quirks> = {}): Promise<ReplayServer> {
  const store = newStore();
  const requests: string[] = [];
  const listener = createServer(async (incoming, response) => {
    const address = incoming.url ?? "/";
    const method = incoming.method ?? "GET";
    requests.push(`${method} ${address.slice(BASE_PATH.length)}`);
    const { callsLeft } = server.quirks;
    if (callsLeft !== null && callsLeft <= 0) return send(response, outcomeOf(429, "throttled", "Too many requests"));
    if (callsLeft !== null) server.quirks = { ...server.quirks, callsLeft: callsLeft - 1 };
    if (address.length > server.quirks.maxAddress) return send(response, NOT_FOUND);
    const host = `http://${incoming.headers["x-forwarded-host"] ?? incoming.headers.host}`;
    const url = new URL(address, host);
    const [, , type = "", id = ""] = url.pathname.split("/");
    const [query, headers, base] = [
      url.searchParams,
      incoming.headers,
      server.quirks.namesItself ?? `${host}${BASE_PATH}`,
    ];
    try {
      const body = await bodyOf(incoming);
      send(
        response,
        answerTo(store, server.quirks, { method, type, id: decodeURIComponent(id), query, body, headers, base }),
      );
    } catch {
      send(response, outcomeOf(400, "invalid", "Not FHIR"));
    }
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const origin = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const server: ReplayServer = {
    origin,
    baseUrl: `${origin}${BASE_PATH}`,
    quirks: { ...NO_QUIRKS, ...quirks },
    requests,
    async load(resources) {
      for (const resource of resources) store.put(resource, { keepsTime: true });
    },
    remove: async (type, id) => store.remove(type, id),
    held: async (type) => store.all(type) as never,
    async stop() {
      listener.closeAllConnections();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
  return server;
}
