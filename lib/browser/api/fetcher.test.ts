import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createClient } from "#lib/client/package/index";
import { ApiFailure, isPassing, jobInTheWay } from "./api-failure.ts";
import { submitOperation } from "./create-operation.ts";
import { call, callFile } from "./fetcher.ts";

const REFUSAL = {
  success: false,
  message: "A sync is already running",
  job_execution_id: 7,
  errors: [{ field: "priority", message: "must be known" }],
};

/** The requests that came, without the headers that a connection or its caller has of its own. */
let seen: Record<string, unknown>[];
let answer: { status: number; text: string };
let origin: string;

beforeEach(async () => {
  seen = [];
  answer = { status: 200, text: '{"success":true}' };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const { host: _host, connection: _connection, ...headers } = request.headers;
    seen.push({ method: request.method, url: request.url, headers, body });
    response.writeHead(answer.status, { "content-type": "application/json", "retry-after": "3" }).end(answer.text);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // A page's addresses are those of its own origin.
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", (address: string, init: RequestInit) => fetch(new URL(address, origin), init));
  return () => server.close().closeAllConnections();
});
afterEach(() => vi.unstubAllGlobals());

const integrator = () =>
  createClient({
    baseUrl: `${origin}/v1`,
    credentials: { client_id: "c", client_secret: "s", access_token: "t" },
  });

/** Returns the two last requests, by the console and by the client, without who sent them and the kept cache. */
const sentByBoth = () =>
  seen.slice(-2).map(({ headers, ...request }) => {
    const own = /^(client_id|client_secret|access_token|x-linked-account|cache-control|pragma)$/;
    const others = Object.entries(headers as object).filter(([name]) => !own.test(name));
    return { ...request, headers: Object.fromEntries(others) };
  });

it("asks as the client does: a list with filters, a write with its key, a file", async () => {
  const filters = { status: ["queued", "running"] as ("queued" | "running")[], query: "", limit: 5 };
  await call("account", "GET /jobs", filters);
  await integrator().jobs.list(filters);
  const [list, same] = sentByBoth();
  expect(list).toMatchObject({ method: "GET", url: "/v1/jobs?status=queued%2Crunning&limit=5", body: "" });
  expect(list).toEqual(same);

  const change = { id: "a/b", priority: "urgent" };
  await call("account", "PATCH /referrals/{id}", change, { idempotencyKey: "key" });
  await integrator().referrals.update(change, { idempotencyKey: "key" });
  const [write, again] = sentByBoth();
  expect(write).toMatchObject({ method: "PATCH", url: "/v1/referrals/a%2Fb", body: '{"priority":"urgent"}' });
  expect(write).toEqual(again);

  expect(await (await callFile("account", "GET /documents/{id}", { id: "d" })).blob.text()).toBe(answer.text);
  await integrator().documents.get({ id: "d" });
  const [file, other] = sentByBoth();
  expect(file).toMatchObject({ url: "/v1/documents/d", headers: { accept: "*/*" } });
  expect(file).toEqual(other);
});

it("names the account, and what an operation of a person has besides", async () => {
  await submitOperation("account").mutationFn({
    route: "PATCH /appointments",
    input: { emr_appointment_id: "1", status: "2" },
    idempotencyKey: "key",
    holdSeconds: 6,
    draftId: "draft",
  });
  expect(seen[0]?.headers).toMatchObject({
    "x-linked-account": "account",
    "idempotency-key": "key",
    "x-hold-seconds": "6",
    "x-draft": "draft",
  });
});

it("fails as the client does, and sends once whatever the failure", async () => {
  answer = { status: 409, text: JSON.stringify(REFUSAL) };
  const own = await call("account", "GET /settings", {}).catch((error) => error);
  const theirs = await integrator()
    .settings.get({}, { retries: 0 })
    .catch((error) => error);
  expect(own).toBeInstanceOf(ApiFailure);
  expect(own).toEqual(theirs);
  expect(own).toMatchObject({ status: 409, message: REFUSAL.message, errors: REFUSAL.errors, retryAfter: 3 });
  expect([jobInTheWay(own), isPassing(own), own.mayHaveBeenSaved]).toEqual([7, false, false]);

  // A proxy's error has no body of the API, and may be JSON.
  for (const text of ["<html>", "null", '"down"', '{"message":5,"errors":"none"}']) {
    answer = { status: 503, text };
    const failure = await call("account", "GET /settings", {}).catch((error) => error);
    expect(failure).toMatchObject({ status: 503, message: "The server answered 503", errors: [] });
    expect([jobInTheWay(failure), isPassing(failure), failure.mayHaveBeenSaved]).toEqual([null, true, true]);
  }
  expect(seen).toHaveLength(6);
});

it("passes the reason of its signal on, and calls no route that the client lacks", async () => {
  const reason = new Error("left");
  await expect(call("account", "GET /settings", {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  await expect(call("account", "GET /referrals/{id}", { id: "" })).rejects.toThrow("GET /referrals/{id} needs id");
  // @ts-expect-error a route that the interface does not have
  await call("account", "GET /jobs/papers", {});
  // @ts-expect-error a method that the route does not have
  await call("account", "POST /jobs/stats", {});
  // @ts-expect-error a field that the path needs
  await expect(call("account", "GET /jobs/{job_id}", {})).rejects.toThrow("needs job_id");
  // @ts-expect-error a value that the schema refuses
  await call("account", "PATCH /users/{id}", { id: "u", role: "owner" });
});
