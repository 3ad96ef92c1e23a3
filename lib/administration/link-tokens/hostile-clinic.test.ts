/** @module-tag long */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { hostname } from "node:os";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { POST as BEGIN } from "#app/v1/emr-authorizations/route.ts";
import { GET as DIRECTORY } from "#app/v1/emr-directory/route.ts";
import { POST as LINK } from "#app/v1/link-tokens/[id]/account/route.ts";
import { POST as PROBE } from "#app/v1/linked-accounts/probe/route.ts";
import { setDeploymentApp } from "#lib/administration/emr-apps/deployment-apps";
import { importPublication } from "#lib/emr-directory/import";
import { publishedAt, readContent } from "#lib/emr-directory/publication";
import { forgetSingleton } from "#lib/kernel/singleton";
import { call } from "#lib/testing/call";
import { makeLinkToken, type TestLink } from "#lib/testing/link-token";
import { makeLinkedAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

// The holder of a link token chooses the address, and may run the EMR that answers there. Neither may make this process send a
// request to a server of the internal network (SSRF).

const database = testDatabase();
/** The operator has opened the EMR's address, and no other one within. */
const EMR_HOST = "127.0.0.2";

interface Heard {
  server: Server;
  at: string;
  requests: string[];
}

async function listen(
  host: string,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Heard> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return { server, requests, at: `http://${host}:${(server.address() as AddressInfo).port}` };
}

let within: Heard;
let emr: Heard;
/** How the clinic's EMR answers. */
let answers: (request: IncomingMessage, response: ServerResponse) => void;
let link: TestLink;

const json = (response: ServerResponse, body: object) => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(body));
};

beforeEach(async () => {
  vi.stubEnv("EMR_PRIVATE_TARGETS", `${EMR_HOST}/32`);
  for (const name of ["environment", "policy:EMR_PRIVATE_TARGETS", "probe-counts"]) forgetSingleton(name);
  within = await listen("127.0.0.1", (_request, response) =>
    json(response, { access_token: "x", token_type: "bearer" }),
  );
  emr = await listen(EMR_HOST, (request, response) => answers(request, response));
  link = await makeLinkToken(await makeLinkedAccount(), "https://portal.example");
  return () => {
    vi.unstubAllEnvs();
    for (const name of ["environment", "policy:EMR_PRIVATE_TARGETS"]) forgetSingleton(name);
  };
});
afterEach(async () => {
  expect(within.requests).toEqual([]);
  await Promise.all([within, emr].map(({ server }) => new Promise((resolve) => server.close(resolve))));
});

type Auth = Record<string, string>;
const SECRET: Auth = { kind: "client_secret", client_id: "c", client_secret: "the-secret-of-the-clinic" };
const fhir = (base_url: string, auth: Auth = SECRET) => ({ emr_type: "fhir", connection: { base_url, auth } });
const probe = (emrOf: object) => call(PROBE, "POST", "/linked-accounts/probe", { headers: link.headers, body: emrOf });
const linkBy = ({ emr_type, connection }: { emr_type: string; connection: object }) =>
  call(LINK, "POST", `/link-tokens/${link.id}/account`, {
    headers: link.headers,
    params: { id: link.id },
    body: { name: "Elm Street", timezone: "America/New_York", emr_type, connection },
  });
const begin = (base_url: string) =>
  call(BEGIN, "POST", "/emr-authorizations", { headers: link.headers, body: { base_url } });
const accounts = () => database.asOwner("SELECT 1 FROM linked_account WHERE linked_by IS NOT NULL");
const REFUSED =
  /must not lead to a private|must be https|must be an http|must not carry|must be a valid|could not|not reach|must lead to an EMR/;

/** Tries a connection by every request of the view that dials one. */
async function expectRefused(emrOf: ReturnType<typeof fhir>, why = REFUSED) {
  const tried = await probe(emrOf);
  const problems = tried.status === 200 ? JSON.stringify(tried.body.problems) : tried.body.message;
  expect([tried.status === 200 ? tried.body.problems.length > 0 : tried.status === 400, problems]).toEqual([
    true,
    expect.stringMatching(why),
  ]);
  expect((await linkBy(emrOf)).status).toBe(400);
  expect(await accounts()).toEqual([]);
}

describe("an address that leads within, typed into the view of a link", () => {
  const port = () => new URL(within.at).port;
  it.each([
    ["the loopback", () => within.at],
    ["the loopback over TLS", () => `https://127.0.0.1:${port()}`],
    ["a name of the machine itself", () => `http://localhost:${port()}`],
    ["the number of an address", () => `http://2130706433:${port()}`],
    ["an octal address", () => `http://0177.0.0.1:${port()}`],
    ["IPv6", () => `http://[::1]:${port()}`],
    ["IPv4 in IPv6", () => `http://[::ffff:127.0.0.1]:${port()}`],
    ["a user's name before it", () => `http://ehr.example@127.0.0.1:${port()}`],
    ["metadata of a cloud", () => "http://169.254.169.254/latest/meta-data"],
    ["a private network", () => "https://10.0.0.1/fhir"],
    ["a name that resolves to one", () => `https://${hostname()}:${port()}`],
  ])("is dialled by none of its requests: %s", async (_name, address) => {
    await expectRefused(fhir(address()));
    const begun = await begin(address());
    expect([begun.status, begun.body.errors[0].field]).toEqual([400, "base_url"]);
  });

  it("is no more dialled as the address that issues tokens", async () => {
    const { status, body } = await probe(fhir(emr.at, { ...SECRET, token_url: `${within.at}/token` }));
    expect([status, body.errors.map(({ field }: { field: string }) => field)]).toEqual([
      400,
      ["connection.auth.token_url"],
    ]);
    expect(emr.requests).toEqual([]);
  });
});

describe("an EMR of a hostile clinic", () => {
  it.each([301, 302, 307, 308])("leads nowhere by a redirect (%i)", async (status) => {
    answers = (_request, response) => {
      response.writeHead(status, { location: `${within.at}/metadata` });
      response.end();
    };
    await expectRefused(fhir(emr.at), new RegExp(`answers with the status ${status}`));
  });

  it("gets no secret sent to a token endpoint that it names elsewhere", async () => {
    answers = (request, response) =>
      json(
        response,
        request.url?.includes("smart-configuration")
          ? { token_endpoint: `${within.at}/token`, authorization_endpoint: `${emr.at}/authorize`, capabilities: [] }
          : { resourceType: "CapabilityStatement", status: "active", fhirVersion: "4.0.1", format: ["json"], rest: [] },
      );
    await expectRefused(fhir(emr.at), /names a token address at another origin/);
    expect(emr.requests.join()).not.toContain("the-secret-of-the-clinic");
  });

  it("begins no sign-in whose tokens would come from within", async () => {
    await setDeploymentApp({ issuer: emr.at, client_id: "console", client_secret: "a-secret-of-the-vendor" });
    answers = (_request, response) =>
      json(response, {
        issuer: emr.at,
        authorization_endpoint: `${emr.at}/authorize`,
        token_endpoint: `${within.at}/token`,
        code_challenge_methods_supported: ["S256"],
        capabilities: ["launch-standalone", "permission-offline"],
      });
    const { status, body } = await begin(emr.at);
    expect([status, body.errors[0].field]).toEqual([400, "base_url"]);
    expect(await database.asOwner("SELECT 1 FROM emr_authorization")).toEqual([]);
  });
});

describe("a published directory", () => {
  it("names no address within, and is itself fetched from none", async () => {
    const entries = [within.at, "https://10.0.0.1/fhir", "https://ehr.example/elm"].map((address) => ({
      resource: { resourceType: "Endpoint", status: "active", name: "Elm Street", address },
    }));
    const bundle = Buffer.from(JSON.stringify({ resourceType: "Bundle", entry: entries }));
    await importPublication({ name: "Vendor", url: null, acceptsFewer: false }, readContent(bundle));
    const { body } = await call(DIRECTORY, "GET", "/emr-directory?query=elm", { headers: link.headers });
    expect(JSON.stringify(body)).toContain("https://ehr.example/elm");
    expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|10\.0\.0\.1/);
    await expect(publishedAt(`${within.at}/endpoints.json`)).rejects.toThrow(/must not lead to a private/);
    answers = (_request, response) => {
      response.writeHead(302, { location: `${within.at}/endpoints.json` });
      response.end();
    };
    await expect(publishedAt(`${emr.at}/endpoints.json`)).rejects.toThrow(/must not lead to a private/);
  });
});
