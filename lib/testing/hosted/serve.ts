import type { IncomingHttpHeaders } from "node:http";
import { type Answer, type Fields, refusal } from "./answer.ts";
import { link } from "./link.ts";
import { read } from "./reads.ts";
import type { Service } from "./service.ts";
import type { Account } from "./state.ts";
import type { Variants } from "./variants.ts";
import { webhooks } from "./webhooks.ts";
import { write } from "./writes.ts";

/** A request that has arrived whole. */
export interface Arrived {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
  /** Null if it was neither a JSON object nor a form. */
  body: Fields | null;
}

const UNAUTHORIZED = refusal(401, "Missing or invalid credentials");
const EVENTS = "/webhook-events";

/** Returns whether a request has two headers: those of the client alone. */
const isOfClient = (path: string, { eventScope }: Variants): boolean =>
  /^\/(webhook|link)(\/|$)/.test(path) || (path === EVENTS && eventScope === "client");

/** Returns the account of a request's access token; null if it has none. */
export const accountOf = ({ accounts }: Service, { headers }: Arrived): Account | null =>
  accounts.get(String(headers.access_token)) ?? null;

/** Returns the refusal of an account whose login is lost; null if it is not, or if the request needs none. */
function refusedLogin({ variants }: Service, account: Account, method: string, path: string): Answer | null {
  const needsLogin = path !== EVENTS && (method !== "GET" || variants.lostLogin === "all");
  if (!account.isLoginLost || !needsLogin) return null;
  return refusal(403, "The EMR refuses the credentials of this account", { error: "login_required" });
}

/** Answers a request. */
export function serve(service: Service, arrived: Arrived): Answer {
  const { method, url, headers, body } = arrived;
  if (!url.pathname.startsWith("/v1/")) return refusal(404, "Not found");
  const path = url.pathname.slice("/v1".length);
  const { client, variants } = service;
  if (headers.client_id !== client.client_id || headers.client_secret !== client.client_secret) return UNAUTHORIZED;
  const query = url.searchParams;
  const ofClient = isOfClient(path, variants);
  const account = accountOf(service, arrived) ?? (ofClient ? [...service.accounts.values()][0] : undefined);
  if (!account) return UNAUTHORIZED;
  if (body === null) return refusal(400, "The body must be a JSON object");
  if (ofClient && path !== EVENTS) {
    return (
      webhooks(service, method, path, body) ?? link(service, method, path, { body, query }) ?? refusal(404, "Not found")
    );
  }
  const refused = refusedLogin(service, account, method, path);
  if (refused) return refused;
  return method === "GET" ? read(service, account, path, query) : write(service, account, { method, path, body });
}
