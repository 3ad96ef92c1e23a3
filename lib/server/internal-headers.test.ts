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
    "next-router-state-tree": "%5B%22%22%2C%7B%7D%5D",
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

it.each(["", "x", "[]", "null", "%5B", "%E0%A4%A", "%5B%22a%22%2C5%5D", "{}", "x".repeat(50_000)])(
  "removes the state %.20s, which no client of the framework sends",
  (state) => {
    const headers: Record<string, string> = { rsc: "1", "next-router-state-tree": state };
    dropInternalHeaders({ url: "/a/1/patients", headers });
    expect(headers).toEqual({ rsc: "1" });
  },
);

it.each(["%5B%22%22%2C%7B%7D%5D", '["",{"children":["a",{}]},null,"refetch"]'])("keeps the state %s", (state) => {
  const headers: Record<string, string> = { "next-router-state-tree": state };
  dropInternalHeaders({ url: "/a/1/patients", headers });
  expect(headers).toEqual({ "next-router-state-tree": state });
});
