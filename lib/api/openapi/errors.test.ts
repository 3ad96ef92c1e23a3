/** @module-tag long */

import { beforeAll, describe, expect, it } from "vitest";
import { MAX_BODY_BYTES } from "#lib/kernel/body";
import { type Answered, ask, handlersOf, isWrite, pagedRoutes } from "#lib/testing/api";
import { answerProblems, type DescribedRoute, describedRoutes } from "#lib/testing/described";
import { type FullClinic, openFullClinic } from "#lib/testing/full-clinic";
import { testDatabase } from "#lib/testing/test-database";

// One caller sends all requests within a minute.
process.env.RATE_LIMIT_PER_MINUTE = "100000";
const database = testDatabase();
const named = (routes: readonly DescribedRoute[]) =>
  routes.map((route) => [`${route.method} ${route.path}`, route] as const);
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const IDS = { id: "x", ehr_id: "x", mrn: "x", job_id: "x" };
let clinic: FullClinic;

beforeAll(async () => {
  clinic = await openFullClinic(database);
});

/** Expects the common error body, which the document must describe for this status. */
function expectError(route: DescribedRoute, { status, text, headers }: Answered, expected: number[]): void {
  expect(status, text).toBeOneOf(expected);
  const body = JSON.parse(text);
  expect(body).toMatchObject({ success: false, message: expect.stringMatching(/./) });
  expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(answerProblems(route, { status, body })).toEqual([]);
}

it.each([...new Set(describedRoutes.map(({ path }) => path))])(
  "%s refuses other methods and lists its own",
  async (path) => {
    const own = describedRoutes.filter((route) => route.path === path);
    const [route] = own;
    if (!route) throw new Error("The path comes from a route");
    const offered = own.map(({ method }) => method);
    expect(Object.keys(await handlersOf(path)).sort()).toEqual([...METHODS].sort());
    for (const method of METHODS.filter((each) => !offered.includes(each))) {
      const answer = await ask(route, { method, headers: clinic.headersFor(route), params: clinic.paramsOf(path) });
      expectError(route, answer, [405]);
      expect(
        (answer.headers.get("allow") ?? "")
          .split(", ")
          .filter((each) => each !== "HEAD")
          .sort(),
      ).toEqual(offered.sort());
    }
  },
);

describe.each(named(describedRoutes.filter(isWrite)))("%s", (_name, route) => {
  const send = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    ask(route, { body, headers: { ...clinic.headersFor(route), ...headers }, params: clinic.paramsOf(route.path) });

  it.each([
    ["a truncated object", '{"patient_mrn":'],
    ["an array", "[]"],
    ["null", "null"],
    ["a text", '"MRN-1"'],
    ["invalid UTF-8", Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ["excessive nesting", `{"note":${"[".repeat(5_000)}${"]".repeat(5_000)}}`, { "idempotency-key": "k" }],
    ["a NUL", '{"note":"\\u0000"}'],
    ["half of a surrogate pair", '{"note":"\\ud800"}'],
  ])("refuses %s as a body", async (_what, body, headers: Record<string, string> = {}) => {
    expectError(route, await send(body, headers), [400]);
  });

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
    "",
  ])("refuses the content type %j", async (type) => {
    // A route of files takes this type, and not this body.
    const isTaken =
      type.split(";")[0] === "multipart/form-data" &&
      "multipart/form-data" in (route.operation.requestBody?.content ?? {});
    expectError(route, await send("{}", { "content-type": type }), [isTaken ? 400 : 415]);
  });

  it("refuses more than 1 MiB, whatever its Content-Length says", async () => {
    const large = JSON.stringify({ note: "x".repeat(MAX_BODY_BYTES) });
    expectError(route, await send(large), [413]);
    expectError(route, await send(large, { "content-length": "2" }), [413]);
  });

  it.each(["", "x".repeat(256)])("refuses the Idempotency-Key %j", async (key) => {
    const body = JSON.stringify(clinic.bodyOf(route) ?? {});
    expectError(route, await send(body, { "idempotency-key": key }), [400]);
  });
});

describe.each(named(pagedRoutes))("%s", (_name, route) => {
  it.each([
    "limit=0",
    "limit=5001",
    "limit=-1",
    "limit=1.5",
    "limit=ten",
    "limit=5&limit=6",
    "cursor=x",
    "cursor=W10",
    "cursor=%00",
  ])("refuses ?%s", async (query) => {
    const days =
      route.path === "/appointments" || route.path === "/availability"
        ? "&start_date=2026-03-02&end_date=2026-03-02"
        : "";
    const asked = { params: clinic.paramsOf(route.path), headers: clinic.headersFor(route) };
    expectError(route, await ask(route, { ...asked, query: `?${query}${days}` }), [400]);
  });
});

it.each(named(describedRoutes.filter(({ path }) => path.includes("{"))))(
  "%s refuses a malformed id",
  async (_name, route) => {
    const body = isWrite(route) ? { body: JSON.stringify(clinic.bodyOf(route) ?? {}) } : {};
    // Decisions §11: unknown ids of referrals and providers are 400, all others 404.
    const expected = /^\/(referrals|providers)\/\{id\}/.test(route.path) ? 400 : 404;
    for (const id of ["x", "0", "-1", "9".repeat(40), "../jobs", "é", "0".repeat(31), `${"0".repeat(32)}'`, "\0"]) {
      const params = Object.fromEntries(Object.keys(IDS).map((name) => [name, id]));
      expectError(route, await ask(route, { ...body, params, headers: clinic.headersFor(route) }), [expected]);
    }
  },
);
