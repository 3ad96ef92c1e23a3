import { describe, expect, it } from "vitest";
import {
  conflict,
  conflicting,
  DomainError,
  type ErrorCode,
  forbidden,
  invalid,
  notFoundBy,
  tooMany,
  unauthorized,
  userNotFound,
} from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { TokenRefused } from "#lib/security/credentials/token-refused";
import { errorResponse } from "./error-response.ts";
import { HttpError } from "./http-error.ts";

/** Headers of every JSON answer. */
const OF_ALL = ["cache-control", "content-type", "x-crc-content-length"];

async function answerTo(error: Error) {
  const response = errorResponse(error, "GET /jobs", { "RateLimit-Limit": "600" });
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !OF_ALL.includes(name)));
  return [response.status, await response.text(), headers];
}

const limit = { "ratelimit-limit": "600" };

it.each<[ErrorCode, number, Record<string, string>]>([
  ["invalid", 400, {}],
  ["unauthenticated", 401, { "www-authenticate": "Bearer" }],
  ["forbidden", 403, {}],
  ["not_found", 404, {}],
  ["conflict", 409, {}],
  ["gone", 410, {}],
  ["precondition_failed", 412, {}],
  ["too_large", 413, {}],
  ["unsupported_type", 415, {}],
  ["unsupported_coding", 415, { "accept-encoding": "identity" }],
  ["key_reused", 422, {}],
  ["too_many", 429, {}],
  ["unavailable", 503, {}],
])("answers %s with %d", async (code, status, headers) => {
  const body = '{"success":false,"message":"No"}';
  expect(await answerTo(new DomainError(code, "No"))).toEqual([status, body, { ...limit, ...headers }]);
});

describe("what is known of a refusal", () => {
  it.each<[string, Error, unknown[]]>([
    [
      "the fields at fault, before the details",
      new DomainError("conflict", "No", {
        details: { overlaps: [] },
        errors: [{ field: "datetime", message: "is taken" }],
      }),
      [
        409,
        '{"success":false,"message":"No","errors":[{"field":"datetime","message":"is taken"}],"overlaps":[]}',
        limit,
      ],
    ],
    [
      "when to ask again",
      tooMany("Wait", 15),
      [429, '{"success":false,"message":"Wait"}', { ...limit, "retry-after": "15" }],
    ],
    [
      "the tag of the present state",
      new DomainError("precondition_failed", "No", { details: { current: { id: 1 } }, etag: '"x"' }),
      [412, '{"success":false,"message":"No","current":{"id":1}}', { ...limit, etag: '"x"' }],
    ],
    [
      "why a token was refused",
      new TokenRefused("expired", "Over"),
      [
        401,
        '{"success":false,"message":"Over"}',
        { ...limit, "www-authenticate": 'Bearer error="invalid_token", error_description="expired"' },
      ],
    ],
    [
      "what HTTP alone knows",
      new HttpError(405, "No", { headers: { Allow: "GET, HEAD" } }),
      [405, '{"success":false,"message":"No"}', { ...limit, allow: "GET, HEAD" }],
    ],
  ])("is answered: %s", async (_what, error, answer) => {
    expect(await answerTo(error)).toEqual(answer);
  });
});

it.each<[Error, number, string]>([
  [invalid([problem("a", "is required"), problem("b", "is required")]), 400, "a is required; b is required"],
  [unauthorized(), 401, "Missing or invalid credentials"],
  [forbidden("jobs:read"), 403, "Not allowed: this needs the permission jobs:read"],
  [notFoundBy("patient_mrn", "Patient with this patient_mrn"), 404, "Patient with this patient_mrn not found"],
  [userNotFound(), 404, "User not found"],
  [conflict("It is closed"), 409, "It is closed; nothing was saved"],
  [conflicting(problem("id", "is taken", "It is taken")), 409, "It is taken"],
])("%s", async (error, status, message) => {
  const [answered, text] = await answerTo(error);
  expect([answered, JSON.parse(String(text)).message]).toEqual([status, message]);
});
