import ipaddr from "ipaddr.js";
import { EnvironmentError } from "#lib/kernel/environment";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A block of addresses: its first one and the length of its prefix. */
export type Block = readonly [Address, number];

export const LOOPBACK: readonly Block[] = [ipaddr.parseCIDR("127.0.0.0/8"), ipaddr.parseCIDR("::1/128")];

/** Public by its number, but the host's own metadata and configuration service in one large cloud. */
const METADATA: readonly Block[] = [ipaddr.parseCIDR("168.63.129.16/32")];

const GLOBAL_UNICAST: Block = ipaddr.parseCIDR("2000::/3");
/** How a network without IPv4 writes an IPv4 address (RFC 6052); its last four bytes are that address. */
const NAT64: Block = ipaddr.parseCIDR("64:ff9b::/96");

/** Blocks as an operator writes them (`10.1.0.0/16`, `fd00::/8`). Throws an EnvironmentError that names a bad one. */
export function parseBlocks(variable: string, blocks: readonly string[]): Block[] {
  return blocks.map((block) => {
    if (!ipaddr.isValidCIDR(block)) throw new EnvironmentError(`${variable} ${block} is not a CIDR block`);
    return ipaddr.parseCIDR(block);
  });
}

/** An address as it is dialled: IPv4 in IPv6's clothes is IPv4. Null where the text is no address. */
function parse(text: string): Address | null {
  return ipaddr.isValid(text) ? ipaddr.process(text) : null;
}

const lies = (address: Address, [first, bits]: Block) => address.kind() === first.kind() && address.match(first, bits);

export function isIn(text: string, blocks: readonly Block[]): boolean {
  const address = parse(text);
  return address !== null && blocks.some((block) => lies(address, block));
}

function isPublicV4(address: ipaddr.IPv4): boolean {
  return address.range() === "unicast" && !METADATA.some((block) => lies(address, block));
}

/**
 * Whether everyone on the internet would reach the same host by this address. Private, loopback, link-local,
 * carrier, multicast, reserved, documentation and metadata addresses are not public, nor are those that tunnel to
 * another address (6to4, Teredo, IPv4-compatible); NAT64 is as public as the address within it.
 */
export function isPublic(text: string): boolean {
  const address = parse(text);
  if (address === null) return false;
  if (address instanceof ipaddr.IPv4) return isPublicV4(address);
  if (lies(address, NAT64)) return isPublicV4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  return lies(address, GLOBAL_UNICAST) && address.range() === "unicast";
}
