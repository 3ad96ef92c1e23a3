import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { keepSafe } from "./safe-headers.ts";

/** Returns the headers of an answer at this path, for a server that sets `own` headers itself. */
async function headersAt(path: string, own: Record<string, string> = {}, publicUrl?: string): Promise<Headers> {
  const server = createServer((request, response) => {
    keepSafe(request, response, publicUrl);
    for (const [name, value] of Object.entries(own)) response.appendHeader(name, value);
    response.end("x");
  }).listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  try {
    return (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)).headers;
  } finally {
    await new Promise((closed) => server.close(closed));
  }
}

const NOTHING = "default-src 'none'; frame-ancestors 'none'";

it.each([
  ["/v1/patients?limit=1", "same-origin", NOTHING],
  ["/api/health", "same-origin", NOTHING],
  ["/v1", "same-origin", NOTHING],
  ["/scim/v2/Users?count=1", "same-origin", NOTHING],
  ["/v1x", "same-origin", null],
  ["/sign-in", "same-origin", null],
  ["/_next/static/a.js", "same-origin", null],
  ["/embed.js", "cross-origin", null],
  ["/embed/x?y=1", "cross-origin", null],
  ["/embedding", "same-origin", null],
])("at %s, other origins may load the answer: %s", async (path, others, policy) => {
  const headers = await headersAt(path);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("cross-origin-resource-policy")).toBe(others);
  expect(headers.get("content-security-policy")).toBe(policy);
});

it("keeps headers that an answer sets, once", async () => {
  const own = {
    "content-security-policy": "sandbox",
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin",
  };
  const headers = await headersAt("/v1/documents/x", own);
  for (const [name, value] of Object.entries(own)) expect(headers.get(name)).toBe(value);
});

it.each(["/", "/v1/patients", "/api/health", "/embed/x", "/embed.js", "/_next/static/a.js"])(
  "at %s, requires https if the console's URL does",
  async (path) => {
    const over = async (address?: string) => (await headersAt(path, {}, address)).get("strict-transport-security");
    expect(await over("https://records.example")).toBe("max-age=31536000");
    expect([await over("http://records.example"), await over()]).toEqual([null, null]);
  },
);
