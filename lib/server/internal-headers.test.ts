import { expect, it } from "vitest";
import { dropInternalHeaders } from "./internal-headers.ts";

it("removes the framework's internal headers, and keeps those of its client and ours", () => {
  const headers: Record<string, string> = {
    "x-middleware-subrequest": "proxy",
    "x-middleware-prefetch": "1",
    "x-invoke-path": "/",
    "x-nextjs-data": "1",
    "x-now-route-matches": "1",
    "x-matched-path": "/",
    "x-crc-caller-address": "127.0.0.1",
    "next-action": "an unknown action",
    rsc: "1",
    "next-router-state-tree": "[]",
    "next-url": "/",
    "x-linked-account": "a",
    "x-embed-session": "e",
    "x-nextjs-request-id": "r",
    "x-forwarded-for": "192.0.2.1",
  };
  dropInternalHeaders({ url: "/a/1/patients?query=x", headers });
  expect(Object.keys(headers)).toEqual([
    "rsc",
    "next-router-state-tree",
    "next-url",
    "x-linked-account",
    "x-embed-session",
    "x-nextjs-request-id",
    "x-forwarded-for",
  ]);
  dropInternalHeaders({ url: "/v1/patients?limit=1", headers });
  expect(Object.keys(headers)).toEqual([
    "x-linked-account",
    "x-embed-session",
    "x-nextjs-request-id",
    "x-forwarded-for",
  ]);
});
