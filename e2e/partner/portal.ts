import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { answerLinking } from "./linking.ts";

/** The console's URL and the three API credentials, which a partner receives from the clinic's admin. */
export interface PortalOptions {
  /** Example: `https://records.example`. */
  consoleUrl: string;
  credentials: { client_id: string; client_secret: string; access_token: string };
  /** The partner's customer whose user is signed in to the portal; a real portal reads it from its session. */
  customer?: string;
  /** The visit types and providers that the portal's patients may book; all by default. */
  offer?: { appointment_types?: string[]; provider_ehr_ids?: string[] };
  /** 0 selects a free port. */
  port: number;
  /** The portal's page and its script; those of this folder by default. */
  page?: { html: string; script: string };
  /** Further headers of the page, as a portal may have them. */
  headers?: Record<string, string>;
}

export interface Portal {
  /** Origin of the portal's pages, such as `http://localhost:4700`. */
  origin: string;
  server: Server;
}

/** User who is signed in to the portal; a real portal reads it from its session. */
const USER = { id: "portal-user-7", name: "Robin of the partner portal" };

/** Parameters and permissions of each view of the portal. */
const VIEWS: Record<string, { parameters?: Record<string, unknown>; permissions?: string[] }> = {
  jobs: {},
  appointments: {},
  providers: {},
  documents: {},
  operation: {
    parameters: { operation: "payments:create", values: { reference_number: "PORTAL-1", amount: 20 } },
    permissions: ["payments:create", "events:read", "jobs:read", "locations:read", "patients:read", "settings:read"],
  },
};

const page = fileURLToPath(new URL("./portal.html", import.meta.url));
const script = fileURLToPath(new URL("./portal.js", import.meta.url));

/** Calls the public API from the portal's back end. */
const callApi = ({ consoleUrl, credentials }: PortalOptions, method: string, path: string, body?: unknown) =>
  fetch(`${consoleUrl}/v1${path}`, {
    method,
    headers: { ...credentials, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** Returns the MRN of the patient who is signed in to the portal: here the first one; a real portal reads it from its session. */
async function patientOf(options: PortalOptions): Promise<string | undefined> {
  const { patients } = (await (await callApi(options, "GET", "/patients?limit=1")).json()) as {
    patients: { mrn: string }[];
  };
  return patients[0]?.mrn;
}

/** Returns the parameters of a view that depend on the request or on who is signed in; null for an unknown view. */
async function parametersOf(view: string, options: PortalOptions, asked: URLSearchParams) {
  const { customer = "customer-7", offer = {} } = options;
  if (view === "job") return { parameters: { job_id: Number(asked.get("job_id")) } };
  if (view === "booking") return { parameters: { patient_mrn: await patientOf(options), ...offer } };
  return view === "webhooks" ? { parameters: { owner: customer } } : null;
}

/** Creates an embed session for a view and the portal's signed-in user: all that a partner's back end needs. */
async function makeSession(options: PortalOptions, origin: string, asked: URLSearchParams): Promise<Response> {
  const view = asked.get("view") ?? "";
  const given = VIEWS[view] ?? (await parametersOf(view, options, asked));
  if (!given) return new Response("There is no such view", { status: 404 });
  const patient = asked.get("patient_mrn");
  return callApi(options, "POST", "/embed/sessions", {
    view,
    origin,
    actor: USER,
    ...given,
    parameters: { ...given.parameters, ...(patient && { patient_mrn: patient }) },
  });
}

/**
 * Passes a request of the portal's page on to the interface, which answers to pages of its own origin alone: with the
 * token of the page, and without the portal's own credentials.
 */
async function passOn({ consoleUrl }: PortalOptions, request: IncomingMessage, response: ServerResponse) {
  const { authorization = "", accept = "", "last-event-id": last, "idempotency-key": key } = request.headers;
  const passed = await fetch(`${consoleUrl}${request.url}`, {
    method: request.method ?? "GET",
    headers: {
      authorization,
      accept,
      "content-type": "application/json",
      ...(last && { "last-event-id": String(last) }),
      ...(key && { "idempotency-key": String(key) }),
    },
    ...(request.method === "GET" ? {} : { body: Buffer.concat(await request.toArray()) }),
  });
  response.writeHead(passed.status, { "content-type": passed.headers.get("content-type") ?? "text/plain" });
  response.flushHeaders();
  if (passed.body) await pipeline(passed.body, response).catch(() => undefined);
}

async function answer(options: PortalOptions, origin: string, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? "/", origin);
  const send = (status: number, type: string, body: string) =>
    response.writeHead(status, { "content-type": type, "cache-control": "no-store" }).end(body);
  if (request.method === "POST" && url.pathname === "/session") {
    // A page of another site must not create sessions in this user's name.
    if (request.headers.origin !== origin) return send(403, "text/plain", "Not from here");
    const made = await makeSession(options, origin, url.searchParams);
    return send(made.status, "application/json", await made.text());
  }
  if (url.pathname.startsWith("/v1/")) return passOn(options, request, response);
  const policy = `default-src 'self'; script-src 'self' ${options.consoleUrl}; frame-src ${options.consoleUrl}; style-src 'self' 'unsafe-inline'`;
  const links = await answerLinking(options, origin, request, url);
  if (links) {
    response.setHeader("content-security-policy", policy);
    return send(links.status, links.headers.get("content-type") ?? "text/plain", await links.text());
  }
  if (url.pathname === "/portal.js") {
    return send(200, "text/javascript", options.page?.script ?? (await readFile(script, "utf8")));
  }
  if (url.pathname !== "/") return send(404, "text/plain", "Not found");
  const html = options.page?.html ?? (await readFile(page, "utf8"));
  for (const [name, value] of Object.entries({ "content-security-policy": policy, ...options.headers })) {
    response.setHeader(name, value);
  }
  return send(200, "text/html; charset=utf-8", html.replaceAll("{{console}}", options.consoleUrl));
}

/**
 * Starts the portal on this machine, on another hostname than the console, and registers its origin as an admin would.
 */
export async function startPortal(options: PortalOptions): Promise<Portal> {
  let origin = "";
  const server = createServer((request, response) => {
    answer(options, origin, request, response).catch(() => response.writeHead(502).end());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(options.port, "127.0.0.1", resolve);
  });
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const registered = await callApi(options, "POST", "/embed/origins", { origin });
  if (!registered.ok) {
    server.close();
    throw new Error(`The console did not register ${origin}: ${await registered.text()}`);
  }
  return { origin, server };
}
