import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";

/** Set by our own server on every request, whatever the caller sent. */
export const DIRECT_PEER_HEADER = "x-crc-direct-peer";

/** The address that asks, as far as it can be known; set like the one above. */
export const CALLER_ADDRESS_HEADER = "x-crc-caller-address";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** An address as it is dialled: IPv4 in IPv6's clothes is IPv4. Null where the text is none. */
const parse = (text: string): Address | null => (ipaddr.isValid(text) ? ipaddr.process(text) : null);

/** Whom an address stands for: who holds one IPv6 address holds its block of 64 bits. Null where the text is none. */
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
 * Who asks: the socket's other end, or, where that is a proxy of ours, who it says it asks for. Each proxy adds at the
 * end of X-Forwarded-For whom it heard, so the last entry that is no proxy of ours is the one to believe; what stands
 * before it the caller may have written.
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
 * Notes on a request the address that it comes from, and whether it came straight from this machine: over the loopback
 * and through no proxy, as one that stands on this machine too would make the whole world look local. `proxies` are
 * the address blocks of those that may tell of another caller (TRUSTED_PROXIES).
 */
export function markCaller(request: IncomingMessage, proxies: readonly string[]): void {
  const peer = parse(request.socket.remoteAddress ?? "");
  const forwarded = request.headers["x-forwarded-for"];
  const proxied = forwarded !== undefined || "forwarded" in request.headers;
  request.headers[DIRECT_PEER_HEADER] = peer?.range() === "loopback" && !proxied ? "loopback" : "other";
  delete request.headers[CALLER_ADDRESS_HEADER];
  if (peer === null) return;
  const chain = Array.isArray(forwarded) ? forwarded.join(",") : forwarded;
  request.headers[CALLER_ADDRESS_HEADER] = callerAddress(peer, chain, proxies).toString();
}
