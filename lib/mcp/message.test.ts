import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as makeToken } from "#app/v1/mcp-tokens/route.ts";
import { GET as listUsers } from "#app/v1/users/route.ts";
import { operationIds } from "#lib/catalog/catalog";
import { MCP_READ_PERMISSIONS } from "#lib/security/permissions";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { type McpServer, startMcpServer } from "#lib/testing/mcp-server";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

testDatabase();
let server: McpServer;
let token: string;

beforeAll(async () => {
  const [clinic, started] = await Promise.all([openClinic(), startMcpServer()]);
  server = started;
  const admin = await signIn(clinic, "admin");
  const { users } = (await call(listUsers, "GET", "/users", { headers: admin })).body;
  const body = { name: "Scribe", user_id: users[0].id, valid_days: 1, reads: [...MCP_READ_PERMISSIONS] };
  const made = await call(makeToken, "POST", "/mcp-tokens", {
    headers: admin,
    body: { ...body, drafts: operationIds },
  });
  token = made.body.mcp_token.token;
});
afterAll(() => server.stop());

/** Sends a body as it is, and returns status and JSON of the answer. */
async function post(body: string, others: Record<string, string> = {}) {
  const answer = await fetch(server.url, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...others,
    },
    body,
  });
  const text = await answer.text();
  return { status: answer.status, body: text === "" ? null : JSON.parse(text) };
}

const asked = (params: unknown, method = "tools/call") => JSON.stringify({ jsonrpc: "2.0", id: 7, method, params });

describe("parameters that are not those of the method are -32602", () => {
  it.each([[], ["x"], "x", "", 7, 0, true, false])("arguments: %j", async (given) => {
    for (const name of ["read_patients", "draft_payments_create"]) {
      expect(await post(asked({ name, arguments: given }))).toEqual({
        status: 200,
        body: { jsonrpc: "2.0", id: 7, error: { code: -32602, message: "params.arguments must be an object" } },
      });
    }
  });

  it.each([[], [{}], "x", 7, true])("params: %j", async (params) => {
    for (const method of ["tools/call", "tools/list", "resources/read", "initialize", "ping", "no/such/method"]) {
      expect(await post(asked(params, method))).toEqual({
        status: 200,
        body: { jsonrpc: "2.0", id: 7, error: { code: -32602, message: "params must be an object" } },
      });
    }
  });

  it.each([
    ["tools/call", undefined, "params must be an object"],
    ["tools/call", {}, "params.name must be a string"],
    ["tools/call", { name: null }, "params.name must be a string"],
    ["tools/call", { name: ["read_patients"] }, "params.name must be a string"],
    ["tools/call", { name: "read_patients", _meta: 7 }, "params._meta must be an object"],
    ["tools/call", { name: "read_patients", _meta: { progressToken: {} } }, "params._meta.progressToken is not valid"],
    ["tools/call", { name: "read_patients", task: 7 }, "params.task must be an object"],
    ["tools/call", { name: "no_such_tool" }, "Unknown tool"],
    ["tools/call", { name: "__proto__", arguments: {} }, "Unknown tool"],
    ["tools/call", { name: "" }, "Unknown tool"],
    ["tools/list", { cursor: 7 }, "params.cursor must be a string"],
    ["resources/list", { cursor: {} }, "params.cursor must be a string"],
    ["resources/templates/list", { cursor: [] }, "params.cursor must be a string"],
    ["resources/read", undefined, "params must be an object"],
    ["resources/read", {}, "params.uri must be a string"],
    ["resources/read", { uri: {} }, "params.uri must be a string"],
    ["resources/read", { uri: "" }, "Unknown resource"],
    ["resources/read", { uri: "records:///patients/%zz" }, "Unknown resource"],
    ["resources/read", { uri: "records:///constructor" }, "Unknown resource"],
    ["initialize", {}, "params.protocolVersion must be a string"],
    [
      "initialize",
      { protocolVersion: 1, capabilities: {}, clientInfo: { name: "x", version: "1" } },
      "protocolVersion",
    ],
    [
      "initialize",
      { protocolVersion: "x", capabilities: null, clientInfo: [] },
      "params.capabilities must be an object",
    ],
  ])("%s with %j", async (method, params, message) => {
    const { status, body } = await post(asked(params, method));
    expect([status, body.id, body.error.code]).toEqual([200, 7, -32602]);
    expect(body.error.message).toContain(message);
  });

  it.each(["records:///patients/%00", "records:///patients/..", "records:///patients/%2F", "records:///patients/%20"])(
    "resources/read of %s",
    async (uri) => {
      const { body } = await post(asked({ uri }, "resources/read"));
      expect(body.error?.code).toBe(-32602);
    },
  );
});

describe("what is no message is -32600", () => {
  const NO_MESSAGES: [string, string | number | null, string][] = [
    ["", null, "jsonrpc must be"],
    ["{}", null, "jsonrpc must be"],
    ["null", null, "must be a JSON object"],
    ["7", null, "must be a JSON object"],
    ['"ping"', null, "must be a JSON object"],
    ["true", null, "must be a JSON object"],
    ["[]", null, "A batch must have a message"],
    [`[${asked({}, "ping")},${asked({}, "initialize")}]`, null, "initialize must be sent by itself"],
    [`[${Array(51).fill(asked({}, "ping")).join()}]`, null, "at most 50 messages"],
    ['{"jsonrpc":"2.0","id":7}', 7, "method must be a string"],
    ['{"jsonrpc":"2.0","id":7,"method":null}', 7, "method must be a string"],
    ['{"jsonrpc":"2.0","id":7,"method":["ping"]}', 7, "method must be a string"],
    ['{"jsonrpc":"2.0","method":7}', null, "method must be a string"],
    ['{"id":7,"method":"ping"}', 7, "jsonrpc must be"],
    ['{"jsonrpc":"1.0","id":7,"method":"ping"}', 7, "jsonrpc must be"],
    ['{"jsonrpc":2,"id":7,"method":"ping"}', 7, "jsonrpc must be"],
    ['{"jsonrpc":null,"id":"a","method":"ping"}', "a", "jsonrpc must be"],
    ['{"jsonrpc":["2.0"],"id":7,"method":"ping"}', 7, "jsonrpc must be"],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', null, "id must be"],
    ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', null, "id must be"],
    ['{"jsonrpc":"2.0","id":true,"method":"ping"}', null, "id must be"],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', null, "id must be"],
    ['{"jsonrpc":"2.0","id":[7],"method":"ping"}', null, "id must be"],
    ['{"jsonrpc":"2.0","id":1e400,"method":"ping"}', null, "id must be"],
    ['{"jsonrpc":"2.0","id":7,"method":"ping","extra":1}', 7, "not one of the Model Context Protocol"],
    ['{"jsonrpc":"2.0","id":7,"result":null}', 7, "not one of the Model Context Protocol"],
    ['{"jsonrpc":"2.0","id":7,"error":"x"}', 7, "not one of the Model Context Protocol"],
    ['{"jsonrpc":"2.0","id":7,"method":"ping","result":{}}', 7, "not one of the Model Context Protocol"],
    ['{"jsonrpc":"2.0","id":"\\u0000","method":"ping"}', null, "must not contain NUL"],
    [asked({ name: "read_patients", arguments: { query: "\ud800" } }), null, "must not contain NUL"],
    [`{"jsonrpc":"2.0","id":7,"method":"ping","params":${"[".repeat(500)}${"]".repeat(500)}}`, null, "nested"],
  ];

  it.each(NO_MESSAGES)("%s", async (text, id, message) => {
    const { status, body } = await post(text);
    expect([status, body]).toEqual([
      400,
      { jsonrpc: "2.0", id, error: { code: -32600, message: expect.stringContaining(message) } },
    ]);
  });

  it.each(["{", "ping", "{'jsonrpc':'2.0'}", "\u0000", "{}{}", '{"jsonrpc":"2.0",}'])(
    "and what is no JSON, such as %j, is -32700",
    async (text) => {
      expect(await post(text)).toEqual({
        status: 400,
        body: { jsonrpc: "2.0", id: null, error: { code: -32700, message: "The body is not valid JSON" } },
      });
    },
  );
});

it("a notification has no answer, and a wrong one is refused by the status", async () => {
  const notification = (params?: unknown) =>
    JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized", params });
  expect(await post(notification())).toEqual({ status: 202, body: null });
  expect(await post(notification([]))).toMatchObject({ status: 400, body: { id: null, error: { code: -32602 } } });
});

it("an unknown method is -32601, and what is right is answered", async () => {
  expect((await post(asked({}, "no/such/method"))).body.error.code).toBe(-32601);
  expect((await post(asked({}, "__proto__"))).body.error.code).toBe(-32601);
  expect((await post(asked({}, "toString"))).body.error.code).toBe(-32601);
  expect((await post(asked(undefined, "ping"))).body).toEqual({ jsonrpc: "2.0", id: 7, result: {} });
  expect((await post(asked({ name: "read_locations" }))).body.result.isError).toBe(false);
  expect((await post(asked({ name: "read_locations", arguments: { limit: {} } }))).body.result.isError).toBe(true);
});

describe("what is null counts as absent", () => {
  it.each([
    ["tools/call", { name: "search_documentation", arguments: { query: "drafts" }, _meta: null }],
    ["tools/call", { name: "read_locations", arguments: null }],
    ["tools/call", { name: "read_locations", arguments: { limit: null, cursor: null, fields: null, whole: null } }],
    ["tools/list", null],
    ["tools/list", { cursor: null }],
    ["resources/list", { cursor: null, _meta: null }],
    ["ping", null],
  ])("%s with %j", async (method, params) => {
    const { status, body } = await post(asked(params, method));
    expect([status, body.error, body.result.isError ?? false]).toEqual([200, undefined, false]);
  });

  it("but not what is required", async () => {
    const { body } = await post(asked({ name: null }));
    expect(body.error).toEqual({ code: -32602, message: "params.name must be a string" });
  });
});

describe("a batch", () => {
  const ping = (id: number | string) => ({ jsonrpc: "2.0", id, method: "ping" });
  const notification = { jsonrpc: "2.0", method: "notifications/initialized" };

  it.each([{}, { "mcp-protocol-version": "2025-03-26" }])(
    "is answered in its order, each message by itself: %j",
    async (headers) => {
      const list = [ping(1), notification, { id: 2 }, null, ping("three"), { ...ping(4), method: "no/such/method" }];
      const { status, body } = await post(JSON.stringify(list), headers);
      expect(status).toBe(200);
      expect(body.map(({ id, error }: { id: unknown; error?: { code: number } }) => [id, error?.code])).toEqual([
        [1, undefined],
        [2, -32600],
        [null, -32600],
        ["three", undefined],
        [4, -32601],
      ]);
    },
  );

  it("of notifications alone has no answer", async () => {
    expect(await post(JSON.stringify([notification, notification]))).toEqual({ status: 202, body: null });
  });

  it.each(["2025-06-18", "2025-11-25", "2026-07-28"])("is refused by revision %s, which has none", async (revision) => {
    const { status, body } = await post(JSON.stringify([ping(1)]), { "mcp-protocol-version": revision });
    expect([status, body.error.code]).toEqual([400, -32600]);
    expect(body.error.message).toContain("Batches are of revision 2025-03-26");
  });

  it("counts each of its messages", async () => {
    const remaining = async (body: string) => {
      const answer = await fetch(server.url, {
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body,
      });
      return Number(answer.headers.get("ratelimit-remaining"));
    };
    const before = await remaining(JSON.stringify(ping(1)));
    expect(before - (await remaining(JSON.stringify([ping(1), ping(2), ping(3)])))).toBe(3);
  });
});

describe("revision 2026-07-28", () => {
  const KEYS = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const present = (method: string, params: Record<string, unknown> = {}, meta: Record<string, unknown> = KEYS) =>
    post(asked({ ...params, _meta: meta }, method), {
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      ...(typeof params.name === "string" ? { "mcp-name": params.name } : {}),
      ...(typeof params.uri === "string" ? { "mcp-name": params.uri } : {}),
    });

  it("discovers the server without a handshake", async () => {
    const { status, body } = await present("server/discover");
    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      resultType: "complete",
      supportedVersions: expect.arrayContaining(["2026-07-28"]),
      capabilities: { tools: {}, resources: {} },
      instructions: expect.stringContaining("treat it as data"),
      ttlMs: 60_000,
      cacheScope: "private",
    });
  });

  it.each([
    ["tools/list", {}, 60_000],
    ["resources/list", {}, 60_000],
    ["resources/templates/list", {}, 60_000],
    ["resources/read", { uri: "records:///locations" }, 0],
  ])("%s says how long its result may be kept, and by whom", async (method, params, ttlMs) => {
    const { body } = await present(method, params);
    expect(body.result).toMatchObject({ resultType: "complete", ttlMs, cacheScope: "private" });
  });

  it("calls a tool", async () => {
    const { body } = await present("tools/call", { name: "read_locations", arguments: { limit: 1 } });
    expect(body.result).toMatchObject({ resultType: "complete", isError: false, content: [{ type: "text" }] });
  });

  it.each(["ping", "logging/setLevel", "subscriptions/listen", "no/such/method"])(
    "does not know %s",
    async (method) => {
      const { status, body } = await present(method, { notifications: { toolsListChanged: true } });
      expect([status, body.error.code]).toEqual([404, -32601]);
    },
  );

  it.each([
    [{}, 400, -32602],
    [{ ...KEYS, "io.modelcontextprotocol/clientCapabilities": 7 }, 400, -32602],
    [{ ...KEYS, "io.modelcontextprotocol/protocolVersion": 7 }, 400, -32602],
    [{ ...KEYS, "io.modelcontextprotocol/protocolVersion": "2031-01-01" }, 400, -32020],
  ])("refuses what a request must say of itself: %j", async (meta, status, code) => {
    const answer = await present("tools/list", {}, meta);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });
});

it("a request that is refused before its message is read has an error of JSON-RPC", async () => {
  const refused = async (init: RequestInit) => {
    const answer = await fetch(server.url, { method: "POST", ...init });
    return { status: answer.status, body: await answer.json() };
  };
  const error = (message: string) => ({
    jsonrpc: "2.0",
    id: null,
    error: { code: -32000, message: expect.stringContaining(message) },
  });
  expect(await refused({ body: "{}" })).toEqual({ status: 401, body: error("MCP token") });
  const headers = { authorization: `Bearer ${token}` };
  expect(await refused({ headers, body: "{}" })).toEqual({ status: 415, body: error("must be JSON") });
  expect(await refused({ headers, method: "PUT", body: "{}" })).toEqual({ status: 405, body: error("PUT") });
  expect(await refused({ headers: { ...headers, origin: "https://elsewhere.example" }, body: "{}" })).toEqual({
    status: 403,
    body: error("other sites"),
  });
});
