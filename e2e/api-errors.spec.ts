import { apiHeaders } from "./support/credentials.ts";
import { expect, test } from "./support/test.ts";

const json = { "content-type": "application/json" };

/** Invalid requests and the status that each is answered with. */
const wrong: [what: string, method: string, path: string, expected: number, sent?: RequestInit][] = [
  ["an unknown route", "GET", "/nowhere", 404],
  ["an unknown route below a known one", "POST", "/payments/x/y", 404, { headers: json, body: "{}" }],
  ["the base address itself", "GET", "", 404],
  ["another method", "DELETE", "/payments", 405],
  ["a preflight", "OPTIONS", "/payments", 405],
  ["half of a body", "POST", "/payments", 400, { headers: json, body: '{"amount":' }],
  ["a form", "POST", "/payments", 415, { body: new URLSearchParams({ amount: "1" }) }],
  [
    "a body over 1 MiB",
    "POST",
    "/payments",
    413,
    { headers: json, body: JSON.stringify({ notes: "x".repeat(1_048_576) }) },
  ],
  ["a limit that is too high", "GET", "/patients?limit=5001", 400],
  ["a cursor of nobody's", "GET", "/patients?cursor=x", 400],
  ["a NUL in an id", "GET", "/forms/%00", 404],
  ["an escape that is none", "GET", "/forms/%E0%A4%A", 404],
];

for (const [what, method, path, status, sent] of wrong) {
  test(`the API answers ${what} with ${status} and the error body`, async ({ demo }) => {
    const headers = { ...apiHeaders(demo), ...(sent?.headers as Record<string, string> | undefined) };
    const answer = await fetch(`${demo.base_url}${path}`, { method, ...sent, headers });
    expect(answer.headers.get("content-type")).toContain("application/json");
    const { errors, ...body } = await answer.json();
    expect(body).toEqual({ success: false, message: expect.stringMatching(/./) });
    for (const each of errors ?? []) expect(each).toEqual({ field: expect.any(String), message: expect.any(String) });
    expect(answer.status).toBe(status);
  });
}

test("the API answers a caller without credentials with 401 and the error body", async ({ demo }) => {
  const answer = await fetch(`${demo.base_url}/patients`);
  expect(answer.status).toBe(401);
  const { errors, ...body } = await answer.json();
  expect(body).toEqual({ success: false, message: expect.stringMatching(/./) });
  for (const each of errors ?? []) expect(each).toEqual({ field: expect.any(String), message: expect.any(String) });
});
