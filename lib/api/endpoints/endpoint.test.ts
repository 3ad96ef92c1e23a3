import { desc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { GET as getPatients } from "#app/v1/patients/route.ts";
import { GET as getVisitStatuses } from "#app/v1/visit-statuses/route.ts";
import { CALLER_ADDRESS_HEADER } from "#lib/api/request/peer";
import { auditLog } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { flushAudit } from "#lib/security/audit/audit-log";
import { call } from "#lib/testing/call";
import { makeLinkedAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import type { Endpoint } from "./endpoint.ts";
import { routes, unknownRoute } from "./endpoint.ts";

testDatabase();

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

const ask = (handler: Handler, method: string, headers: Record<string, string> = {}) =>
  handler(new Request("http://127.0.0.1:3000/v1/x", { method, headers }), { params: Promise.resolve({}) });

it("records the peer address from our own server, whatever the caller's headers claim", async () => {
  const clinic = await makeLinkedAccount();
  const forged = { "x-forwarded-for": "203.0.113.9", [CALLER_ADDRESS_HEADER]: "198.51.100.7" };
  const answer = await call(getPatients, "GET", "/patients", { headers: { ...clinic.headers, ...forged } });
  expect(answer.status).toBe(200);
  await flushAudit();
  const [entry] = await withTenant(clinic.tenant, (tx) =>
    tx
      .select({ address: auditLog.address })
      .from(auditLog)
      .where(eq(auditLog.route, "GET /patients"))
      .orderBy(desc(auditLog.at)),
  );
  expect(entry).toEqual({ address: "198.51.100.7" });
});

describe("a method that a route does not support", () => {
  const get = { route: "GET /x", permission: "settings:read", audit: "none" } as Endpoint;

  it.each([
    [{ GET: get }, "OPTIONS", "GET, HEAD"],
    [{ GET: get, POST: get }, "OPTIONS", "GET, HEAD, POST"],
    [{ PATCH: get }, "OPTIONS", "PATCH"],
    [{ PATCH: get }, "GET", "PATCH"],
    [{ PATCH: get }, "HEAD", "PATCH"],
  ])("of %j, %s is refused with the supported methods", async (given, method, allowed) => {
    const handlers = routes(given);
    // The framework answers HEAD with the route's GET.
    const handler = handlers[(method === "HEAD" ? "GET" : method) as keyof typeof handlers];
    const answer = await ask(handler, method);
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, allowed]);
    expect(await answer.json()).toEqual({
      success: false,
      message: `Method ${method} is not allowed here; allowed: ${allowed}`,
    });
  });
});

it("counts against the rate limit of the authenticated caller, and returns the remaining requests", async () => {
  const { headers } = await makeLinkedAccount();
  const { PATCH } = routes({ GET: { route: "GET /x", permission: "settings:read", audit: "none" } as Endpoint });
  const left = async (handler: Handler, method: string) =>
    Number((await ask(handler, method, headers)).headers.get("ratelimit-remaining"));
  const before = await left(unknownRoute, "GET");
  expect([await left(PATCH, "PATCH"), await left(unknownRoute, "POST")]).toEqual([before - 1, before - 2]);
  const unknown = await ask(unknownRoute, "GET");
  expect([unknown.status, unknown.headers.get("ratelimit-limit")]).toEqual([404, null]);
});

describe("HEAD", () => {
  it("answers like GET, without the body", async () => {
    const { headers } = await makeLinkedAccount();
    const [head, got] = [await ask(getVisitStatuses, "HEAD", headers), await ask(getVisitStatuses, "GET", headers)];
    expect([head.status, head.headers.get("content-type")]).toEqual([200, got.headers.get("content-type")]);
    expect([await head.text(), (await got.text()).length > 0]).toEqual(["", true]);
    expect((await ask(getVisitStatuses, "HEAD")).status).toBe(401);
  });

  it("ends a continuous response, such as a stream, at once", async () => {
    const { headers } = await makeLinkedAccount();
    const ended = Promise.withResolvers<string>();
    const { GET } = routes({
      GET: {
        route: "GET /x",
        permission: "settings:read",
        embed: "open",
        audit: "none",
        handle: async () => new Response(new ReadableStream({ cancel: () => ended.resolve("ended") })),
      },
    });
    const answer = await ask(GET, "HEAD", headers);
    expect([answer.status, answer.body, await ended.promise]).toEqual([200, null, "ended"]);
  });
});

const modules = import.meta.glob<Record<string, Handler>>("../../../app/v1/**/route.ts");

it.each(Object.entries(modules))("%s answers OPTIONS with the error body", async (file, load) => {
  const { OPTIONS } = await load();
  if (!OPTIONS) throw new Error(`${file} leaves OPTIONS to the framework`);
  const answer = await ask(OPTIONS, "OPTIONS");
  expect(answer.status).toBe(file.includes("[[...path]]") ? 404 : 405);
  expect(await answer.json()).toEqual({ success: false, message: expect.any(String) });
});
