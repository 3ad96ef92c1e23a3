import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

/** Set by our own server on every request, whatever the caller sent. */
export const DIRECT_PEER_HEADER = "x-crc-direct-peer";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/**
 * Notes on a request whether it came straight from this machine: over the loopback and through no proxy, as one
 * that stands on this machine too would make the whole world look local.
 */
export function markDirectPeer(request: IncomingMessage): void {
  const address = request.socket.remoteAddress ?? "";
  const proxied = "x-forwarded-for" in request.headers || "forwarded" in request.headers;
  const local = isIP(address) !== 0 && loopback.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
  request.headers[DIRECT_PEER_HEADER] = local && !proxied ? "loopback" : "other";
}
