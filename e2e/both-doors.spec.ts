import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { request as nodeRequest } from "node:http";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { loginRole, urlAs } from "#lib/db/login-roles";
import { environment } from "#lib/kernel/environment";
import { deploymentSecrets } from "#lib/launcher/secrets";
import { startEmbeddedPostgres } from "#lib/postgres/embedded-postgres";
import { makeToken } from "./support/assistant.ts";
import { apiHeaders } from "./support/credentials.ts";
import { freePort } from "./support/free-port.ts";
import { ownAccount } from "./support/own-account.ts";
import { sharedSession } from "./support/session.ts";
import { expect, test } from "./support/test.ts";

const START_MS = 120_000;
/** Headers that state the moment, the connection or the number of earlier requests. */
const VARYING = /^(date|connection|keep-alive|transfer-encoding|content-length|ratelimit-.*|retry-after)$/;
/** Values that the framework adds to `Vary` of every route, for its own client. */
const FRAMEWORK_VARY = /(rsc|next-router-[a-z-]+|next-url),? ?/g;

let framework: ChildProcess | undefined;
/** Address of the same product, with every route called by the framework. */
let other: string;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  test.setTimeout(START_MS);
  const dataDir = process.env.E2E_DATA_DIR ?? "";
  const { url } = await startEmbeddedPostgres({ dataDir });
  const secrets = await deploymentSecrets(environment(), dataDir);
  const port = await freePort();
  other = `http://127.0.0.1:${port}`;
  framework = fork(fileURLToPath(new URL("support/framework-door.ts", import.meta.url)), {
    env: {
      ...process.env,
      ...secrets,
      NODE_ENV: "production",
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      RATE_LIMIT_PER_MINUTE: "6000",
      LOG_LEVEL: "error",
      APP_DATABASE_URL: urlAs(url, loginRole("crc_app", secrets.ENCRYPTION_KEY)),
      SANDBOX_DATABASE_URL: urlAs(url, loginRole("crc_sandbox", secrets.ENCRYPTION_KEY)),
    },
  });
  const [first] = await Promise.race([once(framework, "message"), once(framework, "exit")]);
  expect(first, "the framework serves").toBe("ready");
});

test.afterAll(() => {
  framework?.kill();
});

interface Asked {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends a request exactly as given: without headers of its own, and with a path that is not normalized. */
async function ask(address: string, { method, path, headers = {}, body }: Asked) {
  const { hostname, port } = new URL(address);
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const asked = nodeRequest({ hostname, port, method, path, headers: { ...headers, ...length }, agent: false });
  asked.end(body);
  const [response] = await once(asked, "response");
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const shown = Object.entries(response.headers as Record<string, string | string[]>)
    .map(([name, value]) => [name, String(value).replaceAll(FRAMEWORK_VARY, "").replace(/, $/, "")])
    .filter(([name = "", value]) => !VARYING.test(name) && value !== "");
  return {
    status: response.statusCode as number,
    headers: Object.fromEntries(shown) as Record<string, string>,
    body: Buffer.concat(chunks).toString("latin1"),
  };
}

/** How often a read is compared: a job of another test may end between the two answers. */
const READS = 3;

/** Asks both ways and expects the same response. Returns it. */
async function compare(
  console_url: string,
  asked: Asked,
  left = asked.method === "GET" ? READS : 1,
): Promise<Awaited<ReturnType<typeof ask>>> {
  const [direct, through] = [await ask(console_url, asked), await ask(other, asked)];
  if (left > 1 && !isDeepStrictEqual(direct, through)) return compare(console_url, asked, left - 1);
  expect(direct, `${asked.method} ${asked.path}`).toEqual(through);
  return direct;
}

/** The documented requests: method and path with ids in the path. */
async function documented(base_url: string, headers: Record<string, string>) {
  const { paths } = (await (await fetch(`${base_url}/openapi.json`, { headers })).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => /^(get|post|put|patch|delete)$/.test(method))
      .map((method) => ({ method: method.toUpperCase(), path: `/v1${path}` })),
  );
}

const UNKNOWN_IDS = ["00000000000000000000000000000000", "999999999", "no-such-id"];

test("every documented request has the same answer from the server and through the framework", {
  tag: "@long",
}, async ({ demo }) => {
  test.setTimeout(START_MS);
  const headers = apiHeaders(demo);
  const all = await documented(demo.base_url, headers);
  expect(all.length).toBeGreaterThan(80);
  let compared = 0;
  for (const { method, path } of all) {
    // The stream does not end, and the metrics of a moment differ: compared below, or by their status.
    if (path === "/v1/events/stream") continue;
    const ids = path.includes("{") ? UNKNOWN_IDS : [""];
    for (const id of ids) {
      const asked = { method, path: path.replaceAll(/\{\w+\}/g, id) };
      const body = method === "GET" ? {} : { body: "[]" };
      const json = method === "GET" ? {} : { "content-type": "application/json" };
      await compare(demo.console_url, { ...asked, ...body, headers: { ...headers, ...json } });
      compared++;
    }
    await compare(demo.console_url, { method, path, headers: {} });
    compared++;
  }
  for (const path of new Set(all.map(({ path }) => path.replaceAll(/\{\w+\}/g, "1")))) {
    if (path === "/v1/events/stream") continue;
    await compare(demo.console_url, { method: "HEAD", path, headers });
    await compare(demo.console_url, { method: "OPTIONS", path, headers });
    await compare(demo.console_url, { method: "DELETE", path: `${path}/x/y/z`, headers });
    compared += 3;
  }
  console.log(`${compared} requests, compared both ways`);
});

test("odd addresses and bodies have the same answer both ways", { tag: "@long" }, async ({ demo }) => {
  const headers = apiHeaders(demo);
  const json = { ...headers, "content-type": "application/json" };
  const odd: Asked[] = [
    { method: "GET", path: "/v1/payments/", headers },
    { method: "GET", path: "/v1//payments", headers },
    { method: "GET", path: "/v1/payments?limit=1&limit=2", headers },
    { method: "GET", path: "/v1/forms/%00", headers },
    { method: "GET", path: "/v1/forms/%E0%A4%A", headers },
    { method: "GET", path: "/v1/forms/%2e%2e", headers },
    { method: "GET", path: "/v1/forms/a%2Fb", headers },
    { method: "GET", path: "/v1/forms/a%20b", headers },
    { method: "GET", path: "/v1/%70ayments", headers },
    { method: "GET", path: "/v1/PAYMENTS", headers },
    { method: "GET", path: "/v1/payments/..", headers },
    { method: "GET", path: "/v1/patients/%C3%A9", headers },
    { method: "GET", path: "/v1", headers },
    { method: "POST", path: "/v1/payments", headers: json, body: '{"amount":' },
    { method: "POST", path: "/v1/payments", headers: json, body: "" },
    { method: "POST", path: "/v1/payments", headers, body: "amount=1" },
    { method: "POST", path: "/v1/payments", headers: json, body: `{"notes":"${"x".repeat(1_048_576)}"}` },
    { method: "POST", path: "/api/webhooks/inbox", headers: json, body: "{}" },
    { method: "GET", path: "/api/webhooks/inbox", headers },
    { method: "GET", path: "/mcp", headers },
    { method: "POST", path: "/mcp", headers: json, body: "{}" },
  ];
  for (const asked of odd) await compare(demo.console_url, asked);
});

test("an assistant's messages have the same answers both ways", { tag: "@long" }, async ({ demo }) => {
  const { account } = await sharedSession(demo, "admin");
  const headers = {
    authorization: `Bearer ${await makeToken(demo, account.split("/").at(-1) ?? "")}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const message = (method: string, params: object) => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const bodies = [
    message("tools/list", {}),
    message("tools/call", { name: "read_locations", arguments: {} }),
    message("tools/call", { name: "read_locations", arguments: { limit: 0 } }),
    message("resources/read", { uri: "records:///settings" }),
    "[]",
  ];
  for (const body of bodies) await compare(demo.console_url, { method: "POST", path: "/mcp", headers, body });
});

test("a repeated write has its stored answer both ways", { tag: "@long" }, async ({ demo }) => {
  const headers = { ...apiHeaders(demo), "content-type": "application/json", "idempotency-key": crypto.randomUUID() };
  const { patients } = await (await fetch(`${demo.base_url}/patients?limit=1`, { headers })).json();
  const { locations } = await (await fetch(`${demo.base_url}/locations?limit=1`, { headers })).json();
  const body = JSON.stringify({
    patient_mrn: patients[0].mrn,
    payment_method: "Cash",
    reference_number: "BOTH",
    location: locations[0].emr_id,
    amount: 5,
  });
  const write = { method: "POST", path: "/v1/payments", headers, body };
  const first = await ask(demo.console_url, write);
  const answer = await compare(demo.console_url, write);
  expect(answer.headers["idempotent-replayed"]).toBe("true");
  expect([answer.status, answer.body]).toEqual([202, first.body]);
});

test("documents and lists have the same bytes both ways: whole, in part, compressed and unchanged", {
  tag: "@long",
}, async ({ demo }) => {
  const headers = apiHeaders(demo);
  const { referrals } = await (await fetch(`${demo.base_url}/referrals`, { headers })).json();
  const [document] = referrals.flatMap(({ document_ids }: { document_ids: string[] }) => document_ids);
  const path = `/v1/documents/${document}`;
  const whole = await compare(demo.console_url, { method: "GET", path, headers });
  expect(whole.body.length).toBeGreaterThan(100);
  await compare(demo.console_url, { method: "HEAD", path, headers });
  await compare(demo.console_url, { method: "GET", path, headers: { ...headers, range: "bytes=10-29" } });
  await compare(demo.console_url, { method: "GET", path, headers: { ...headers, range: "bytes=99999999-" } });
  const unchanged = { ...headers, "if-none-match": whole.headers.etag ?? "" };
  expect((await compare(demo.console_url, { method: "GET", path, headers: unchanged })).status).toBe(304);
  const list = "/v1/patients?limit=100";
  const read = await compare(demo.console_url, { method: "GET", path: list, headers });
  expect(read.headers.etag).toMatch(/^W\/"/);
  await compare(demo.console_url, { method: "HEAD", path: list, headers });
  // Each process answers by the tag that the other gave: it is made of what the database holds.
  const known = { ...headers, "if-none-match": read.headers.etag ?? "" };
  expect((await compare(demo.console_url, { method: "GET", path: list, headers: known })).status).toBe(304);
  // Both compress at their own level, so only the decoded lists are compared.
  for (const encoding of ["gzip", "identity"]) {
    const asked = { headers: { ...headers, "accept-encoding": encoding } };
    const [direct, through] = await Promise.all(
      [demo.console_url, other].map((address) => fetch(`${address}${list}`, asked)),
    );
    expect(await direct?.json()).toEqual(await through?.json());
    expect(direct?.headers.get("content-encoding")).toBe(through?.headers.get("content-encoding"));
  }
});

test("streams begin alike and end when the client leaves, both ways", { tag: "@long" }, async ({ demo }) => {
  // Of an account whose stream no other test writes to.
  const { accessToken } = await ownAccount(demo);
  const headers = { ...apiHeaders(demo), access_token: accessToken };
  const opened = async (address: string) => {
    const controller = new AbortController();
    const response = await fetch(`${address}/v1/events/stream`, { headers, signal: controller.signal });
    expect(response.status).toBe(200);
    const { value } = (await response.body?.getReader().read()) ?? {};
    controller.abort();
    return { type: response.headers.get("content-type"), first: Buffer.from(value ?? []).toString() };
  };
  // More than a caller may have at once: the earlier ones must have ended.
  for (let round = 0; round < 60; round++) {
    const [direct, through] = [await opened(demo.console_url), await opened(other)];
    expect(direct.type).toBe(through.type);
    expect(direct.first.replaceAll(/\d+/g, "0")).toBe(through.first.replaceAll(/\d+/g, "0"));
  }
});
