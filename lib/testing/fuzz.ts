import fc from "fast-check";
import { isWrite } from "./api.ts";
import type { DescribedRoute } from "./described.ts";
import { describedRoutes } from "./described.ts";

/** A request of the fuzzer, printable as is. */
export interface FuzzRequest {
  route: DescribedRoute;
  params: Record<string, string>;
  query: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | undefined;
  caller: Caller;
}

const CALLERS = ["client", "client", "client", "client", "client", "admin", "staff", "nobody"] as const;
export type Caller = (typeof CALLERS)[number];

/** The tested clinic's data that the fuzzer uses, so that requests pass the first checks as well. */
export interface FuzzWorld {
  /** Values of fields, parameters and ids of the clinic. */
  known: string[];
  /** Ids of another clinic's records. */
  foreign: string[];
  bodyOf(route: DescribedRoute): Record<string, unknown> | undefined;
  paramsOf(path: string): Record<string, string>;
}

const HOSTILE = [
  "",
  " ",
  "\0",
  "\ud800",
  "\u202e\u0000\uffff",
  "'; DROP TABLE job; --",
  "%' OR '1'='1",
  "\\",
  "%",
  "<script>alert(1)</script>",
  "../../etc/passwd",
  "__proto__",
  "constructor",
  "null",
  "NaN",
  "1e309",
  "-0",
  "9223372036854775808",
  "0x10",
  "2026-02-30",
  "0000-00-00",
  "9999-12-31",
  "-271821-04-20",
  "+275760-09-13T00:00:00Z",
  "2026-03-02T24:00:00+99:99",
  "T25:61:61",
  "http://127.0.0.1/hook",
  "https://[::1]/",
  "https://user:secret@example.com:99999/",
  "javascript:alert(1)",
  "W10",
  "bnVsbA",
  "x".repeat(10_000),
  "🩺".repeat(300),
  "0".repeat(32),
  "00000000-0000-0000-0000-000000000000",
];

const hostileText = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: "binary", maxLength: 40 }), fc.string());

const hostileValue = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  fc.integer(),
  fc.constantFrom<unknown>(-1, 0, 1.005, 1e-7, 1e21, Number.MAX_SAFE_INTEGER + 1, true, false, null, [], {}, [[]]),
  fc.array(hostileText, { maxLength: 60 }),
  fc.dictionary(hostileText, hostileText, { maxKeys: 4 }),
  fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<unknown>,
);

/** Texts that JSON parsers have failed on. */
const hostileJson = fc.oneof(
  fc.constantFrom(
    "",
    "[",
    "{",
    "null",
    "[]",
    '"x"',
    "{}}",
    "\ufeff{}",
    '{"a":1,"a":2}',
    '{"amount":1e999}',
    '{"__proto__":{"a":1},"constructor":{"prototype":{}}}',
    '{"note":"\\ud800"}',
    "[".repeat(50_000),
    `{"a":${"[".repeat(5_000)}${"]".repeat(5_000)}}`,
    `{"note":"${"x".repeat(1_048_600)}"}`,
  ),
  fc.uint8Array({ maxLength: 64 }).map((bytes) => Uint8Array.from(bytes)),
);

const CONTENT_TYPES = ["application/json", "application/json; charset=utf-7", "text/plain", "multipart/form-data", ""];

/** Header names that the product reads. */
const READ_HEADERS = [
  "accept",
  "authorization",
  "content-length",
  "cookie",
  "idempotency-key",
  "if-none-match",
  "last-event-id",
  "origin",
  "range",
  "x-forwarded-for",
  "x-linked-account",
  "x-middleware-subrequest",
];

const headerText = fc.oneof(
  fc.constantFrom(
    "*",
    "bytes=0-",
    "bytes=9-1",
    "bytes=-0,0-1",
    "Bearer x",
    "crc.session=x",
    'W/"x"',
    "-1",
    "1-1",
    "null",
    "%E0%A4%A",
  ),
  fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 300 }),
);

/** HTTP trims spaces around header values, and forbids line breaks in them. */
const hostileHeaders = fc.dictionary(fc.constantFrom(...READ_HEADERS), headerText, { maxKeys: 2 });

type Schema = { properties?: Record<string, { enum?: string[] }> };

const fieldsOf = ({ operation }: DescribedRoute): string[] => {
  const content = (operation.requestBody as { content?: Record<string, { schema: Schema }> } | undefined)?.content;
  return Object.keys(content?.["application/json"]?.schema.properties ?? {});
};

const queryNamesOf = ({ operation }: DescribedRoute): string[] =>
  operation.parameters.flatMap((parameter) => ("in" in parameter && parameter.in === "query" ? [parameter.name] : []));

/** A valid body with a few fields changed, removed or added, or a hostile text. */
function bodies(route: DescribedRoute, world: FuzzWorld): fc.Arbitrary<FuzzRequest["body"]> {
  if (!isWrite(route)) return fc.constant(undefined);
  const base = world.bodyOf(route) ?? {};
  const names = [...fieldsOf(route), "callback_urls", "toString", "__proto__"];
  const value = fc.oneof(hostileValue, fc.constantFrom<unknown>(...world.known, ...world.foreign));
  const change = fc.tuple(fc.constantFrom(...names), fc.option(value, { nil: undefined }));
  const changed = fc.array(change, { maxLength: 3 }).map((changes) => {
    const fields = new Map(Object.entries(base));
    for (const [name, given] of changes) given === undefined ? fields.delete(name) : fields.set(name, given);
    return JSON.stringify(Object.fromEntries(fields));
  });
  return fc.oneof({ weight: 9, arbitrary: changed }, { weight: 1, arbitrary: hostileJson });
}

function queries(route: DescribedRoute, world: FuzzWorld): fc.Arbitrary<string> {
  const names = queryNamesOf(route);
  const days = fc.constantFrom("2026-03-02", "2020-01-01", "2030-12-31", "true", "1", "7", "appointment", "queued");
  const value = fc.oneof(hostileText, fc.constantFrom(...world.known, ...world.foreign), days);
  const pair = fc.tuple(fc.constantFrom(...names, "unknown"), value).map(([name, given]) => {
    return `${name}=${encodeURIComponent(given.toWellFormed())}`;
  });
  const raw = fc.constantFrom("%", "%ff=%ff", "limit=%00", "&&&=", "cursor=%ED%A0%80");
  return fc
    .array(fc.oneof({ weight: 12, arbitrary: pair }, { weight: 1, arbitrary: raw }), { maxLength: 4 })
    .map((parts) => (parts.length > 0 ? `?${parts.join("&")}` : ""));
}

function paramsOf(route: DescribedRoute, world: FuzzWorld): fc.Arbitrary<Record<string, string>> {
  const own = world.paramsOf(route.path);
  const id = fc.oneof(hostileText, fc.constantFrom(...world.known), fc.constantFrom(...world.foreign));
  const changed = fc.record(Object.fromEntries(Object.keys(own).map((name) => [name, id])));
  return fc.oneof(fc.constant(own), changed);
}

/** Requests to any documented route: most with a few errors, some valid. */
export function fuzzRequests(world: FuzzWorld): fc.Arbitrary<FuzzRequest> {
  return fc.constantFrom(...describedRoutes).chain((route) =>
    fc.record({
      route: fc.constant(route),
      params: paramsOf(route, world),
      query: queries(route, world),
      headers: fc
        .tuple(
          hostileHeaders,
          fc.oneof({ weight: 9, arbitrary: fc.constant("application/json") }, fc.constantFrom(...CONTENT_TYPES)),
        )
        .map(([headers, type]) => ({ ...headers, "content-type": type })),
      body: bodies(route, world),
      caller: fc.constantFrom(...CALLERS),
    }),
  );
}
