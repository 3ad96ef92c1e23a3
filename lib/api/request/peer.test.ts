import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { CALLER_ADDRESS_HEADER, DIRECT_PEER_HEADER, markCaller } from "./peer.ts";

/** Returns the headers that our server sets for a request on this socket. */
function marked(remoteAddress: string, headers: Record<string, string>, proxies: string[] = []) {
  const request = { socket: { remoteAddress }, headers: { ...headers } } as IncomingMessage;
  markCaller(request, proxies);
  return [request.headers[CALLER_ADDRESS_HEADER], request.headers[DIRECT_PEER_HEADER]];
}

const FORGED = { "x-forwarded-for": "203.0.113.9" };

it.each([
  ["an address of the internet", "198.51.100.7", {}, [], ["198.51.100.7", "other"]],
  ["this machine", "127.0.0.1", {}, [], ["127.0.0.1", "loopback"]],
  ["an IPv4-mapped IPv6 address", "::ffff:198.51.100.7", {}, [], ["198.51.100.7", "other"]],
  ["this machine by an IPv4-mapped IPv6 address", "::ffff:127.0.0.1", {}, [], ["127.0.0.1", "loopback"]],
  ["a caller that claims another address", "198.51.100.7", FORGED, [], ["198.51.100.7", "other"]],
  ["a caller on this machine that claims another address", "127.0.0.1", FORGED, [], ["127.0.0.1", "other"]],
  ["a caller beside the proxy", "198.51.100.7", FORGED, ["10.0.0.0/8"], ["198.51.100.7", "other"]],
  ["a caller behind the proxy", "10.0.0.2", FORGED, ["10.0.0.0/8"], ["203.0.113.9", "other"]],
  [
    "a caller behind the proxy that claims another address",
    "10.0.0.2",
    { "x-forwarded-for": "192.0.2.1, 203.0.113.9" },
    ["10.0.0.0/8"],
    ["203.0.113.9", "other"],
  ],
  [
    "a caller behind two proxies",
    "10.0.0.2",
    { "x-forwarded-for": "192.0.2.1, 203.0.113.9, 10.0.0.3" },
    ["10.0.0.0/8"],
    ["203.0.113.9", "other"],
  ],
  ["a proxy that sends no header", "10.0.0.2", {}, ["10.0.0.0/8"], ["10.0.0.2", "other"]],
  [
    "a proxy that sends no valid address",
    "10.0.0.2",
    { "x-forwarded-for": "unknown" },
    ["10.0.0.0/8"],
    ["10.0.0.2", "other"],
  ],
  ["a proxy over IPv6", "fd00::2", FORGED, ["10.0.0.0/8", "fd00::/8"], ["203.0.113.9", "other"]],
  ["a caller on this machine by its name", "127.0.0.1", { host: "localhost:3000" }, [], ["127.0.0.1", "loopback"]],
  ["a caller on this machine over IPv6", "::1", { host: "[::1]:3000" }, [], ["::1", "loopback"]],
  ["a proxy here that passes the host alone", "127.0.0.1", { host: "records.example" }, [], ["127.0.0.1", "other"]],
  ["a name that begins like ours", "127.0.0.1", { host: "localhost.evil.example" }, [], ["127.0.0.1", "other"]],
  [
    "a caller that sends our internal headers",
    "198.51.100.7",
    { [CALLER_ADDRESS_HEADER]: "203.0.113.9", [DIRECT_PEER_HEADER]: "loopback" },
    [],
    ["198.51.100.7", "other"],
  ],
])("identifies the peer of %s", (_case, peer, headers, proxies, expected) => {
  expect(marked(peer, headers, proxies)).toEqual(expected);
});

it.each([
  "forwarded",
  "via",
  "x-real-ip",
  "x-azure-clientip",
  "x-arr-clientip",
  "x-scheme",
  "x-host",
  "x-request-id",
  "tailscale-user-login",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-forwarded",
  "forwarded-for",
  "client-ip",
  "x-client-ip",
  "x-cluster-client-ip",
  "true-client-ip",
  "cf-connecting-ip",
  "cf-ray",
  "fly-client-ip",
  "x-original-forwarded-for",
  "x-envoy-external-address",
  "x-amzn-trace-id",
  "x-varnish",
  "cdn-loop",
  "x-nginx-proxy",
  "x-azure-socketip",
  "x-url-scheme",
  "front-end-https",
  "x-rewrite-url",
  "x-remote-addr",
  "x-request-start",
  "fastly-ff",
  "fly-forwarded-port",
  "x-arr-log-id",
  "ssl-client-cert",
  "x-vercel-id",
  "x-real-port",
  "akamai-origin-hop",
  "remote-user",
])("takes a request that came with %s over the loopback for a proxy's", (name) => {
  expect(marked("127.0.0.1", { host: "127.0.0.1:3000", [name]: "1" })[1]).toBe("other");
});

it.each([
  "user-agent",
  "accept",
  "accept-encoding",
  "authorization",
  "sec-fetch-mode",
  "cookie",
  "x-linked-account",
  "traceparent",
  "x-prometheus-scrape-timeout-seconds",
])("takes a request with %s for a direct one", (name) => {
  expect(marked("127.0.0.1", { host: "127.0.0.1:3000", [name]: "1" })[1]).toBe("loopback");
});
