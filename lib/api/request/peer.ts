import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";

/** Header that our own server sets on every request, replacing any value of the caller. */
export const DIRECT_PEER_HEADER = "x-crc-direct-peer";

/** Header with the caller's address, as far as it can be known; set like the one above. */
export const CALLER_ADDRESS_HEADER = "x-crc-caller-address";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Parses an address and normalizes IPv4-mapped IPv6 to IPv4. Null if the text is not an address. */
const parse = (text: string): Address | null => (ipaddr.isValid(text) ? ipaddr.process(text) : null);

/**
 * Returns the network of an address, for IPv6 its /64 block, since one subscriber holds the whole block. Null if the
 * text is not an address.
 */
export function networkOf(address: string | null): string | null {
  const parsed = address === null ? null : parse(address);
  if (parsed === null) return null;
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(":") : parsed.toString();
}

const lies = (address: Address, block: string): boolean => {
  const [first, bits] = ipaddr.parseCIDR(block);
  return address.kind() === first.kind() && address.match(first, bits);
};

/**
 * Returns the caller's address: the socket's peer, or, if that is a trusted proxy, the address that it forwards for.
 * Each proxy appends its peer to X-Forwarded-For, so the last entry that is not a trusted proxy is correct; the caller
 * may have written the entries before it.
 */
function callerAddress(peer: Address, forwarded: string | undefined, proxies: readonly string[]): Address {
  const isProxy = (address: Address) => proxies.some((block) => lies(address, block));
  let caller = peer;
  for (const entry of forwarded?.split(",").reverse() ?? []) {
    const named = parse(entry.trim());
    if (!isProxy(caller) || named === null) break;
    caller = named;
  }
  return caller;
}

/**
 * Headers that programs and browsers send of themselves. Any other one may be a proxy's: of the way, the address and the
 * connection of the caller before it, for which every proxy has names of its own.
 */
const OF_CLIENTS =
  /^(host|connection|keep-alive|te|user-agent|accept(-.+)?|authorization|cookie|cache-control|pragma|dnt|origin|referer|priority|upgrade-insecure-requests|if-.+|range|content-(type|length)|sec-.+|traceparent|tracestate|baggage|x-prometheus-.+|x-linked-account)$/;

/** The names of this machine, with or without a port; a proxy that adds no header passes the name that its caller used. */
const OWN_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

const isForwarded = ({ headers }: Pick<IncomingMessage, "headers">): boolean =>
  !OWN_HOST.test(headers.host ?? "localhost") || !Object.keys(headers).every((name) => OF_CLIENTS.test(name));

/**
 * Sets the headers for the caller's address and for a direct connection from this machine: over the loopback, to a name
 * of this machine, and with the headers of clients alone, because a proxy on this machine would make every caller look local.
 * `proxies` are the address blocks of the trusted proxies (TRUSTED_PROXIES).
 */
export function markCaller(request: IncomingMessage, proxies: readonly string[]): void {
  const peer = parse(request.socket.remoteAddress ?? "");
  const forwarded = request.headers["x-forwarded-for"];
  delete request.headers[CALLER_ADDRESS_HEADER];
  const isDirect = peer?.range() === "loopback" && !isForwarded(request);
  request.headers[DIRECT_PEER_HEADER] = isDirect ? "loopback" : "other";
  if (peer === null) return;
  const chain = Array.isArray(forwarded) ? forwarded.join(",") : forwarded;
  request.headers[CALLER_ADDRESS_HEADER] = callerAddress(peer, chain, proxies).toString();
}
