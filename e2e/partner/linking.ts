import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { fileURLToPath } from "node:url";
import type { PortalOptions } from "./portal.ts";

// How the portal lets its customers link their EMRs (docs/linking.md): by the client's id and secret alone.

/** The customer who is signed in to the portal; a real portal reads it from its session. */
const CUSTOMER = { user_id: "customer-12", organization_name: "Elm Street" };

/** Operations that the portal asks to let write: the second came later, and is asked for in a repair. */
const WRITES = { first: ["payments:create"], later: ["payments:create", "tasks:create"] };

const page = fileURLToPath(new URL("./links.html", import.meta.url));
const script = fileURLToPath(new URL("./links.js", import.meta.url));

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

/** Calls the public API as a client that has no access token. */
function callAlone({ consoleUrl, credentials }: PortalOptions, method: string, path: string, body?: object) {
  const { client_id, client_secret } = credentials;
  return fetch(`${consoleUrl}/v1${path}`, {
    method,
    headers: { client_id, client_secret, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** Asks for a link token: for the customer's first link, or to repair the named account. */
const linkToken = (options: PortalOptions, origin: string, account: string | null) =>
  callAlone(options, "POST", "/link-tokens", {
    origin,
    ...(account === null
      ? { ...CUSTOMER, emr_types: ["sandbox", "fhir", "records_api"], writes: WRITES.first }
      : { linked_account_id: account, writes: WRITES.later }),
  });

/** Exchanges what the view gave to the page. A real portal stores the access token with its customer; its page never sees it. */
async function exchange(options: PortalOptions, publicToken: unknown): Promise<Response> {
  const answer = await callAlone(options, "POST", "/link-tokens/exchange", { public_token: publicToken });
  const { linked_account_id, message } = (await answer.json()) as Record<string, string>;
  return json(answer.status, { linked_account_id, message });
}

/** Answers the requests of the portal's page of links; null for others. */
export async function answerLinking(
  options: PortalOptions,
  origin: string,
  request: IncomingMessage,
  url: URL,
): Promise<Response | null> {
  switch (`${request.method} ${url.pathname}`) {
    case "GET /links":
      return new Response((await readFile(page, "utf8")).replaceAll("{{console}}", options.consoleUrl), {
        headers: { "content-type": "text/html; charset=utf-8" },
      });
    case "GET /links.js":
      return new Response(await readFile(script, "utf8"), { headers: { "content-type": "text/javascript" } });
    case "GET /accounts":
      return callAlone(options, "GET", "/linked-accounts");
    case "POST /link-token":
    case "POST /linked": {
      // A page of another site must not link in this customer's name.
      if (request.headers.origin !== origin) return json(403, { message: "Not from here" });
      if (url.pathname === "/link-token") return linkToken(options, origin, url.searchParams.get("account"));
      const { publicToken } = JSON.parse(Buffer.concat(await request.toArray()).toString()) as Record<string, unknown>;
      return exchange(options, publicToken);
    }
    default:
      return null;
  }
}
