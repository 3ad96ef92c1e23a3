import ipaddr from "ipaddr.js";
import { EnvironmentError } from "#lib/kernel/environment";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A block of addresses: its first address and the length of its prefix. */
export type Block = readonly [Address, number];

export const LOOPBACK: readonly Block[] = [ipaddr.parseCIDR("127.0.0.0/8"), ipaddr.parseCIDR("::1/128")];

/** A public address by its number, but one large cloud serves host metadata there. */
const METADATA: readonly Block[] = [ipaddr.parseCIDR("168.63.129.16/32")];

const GLOBAL_UNICAST: Block = ipaddr.parseCIDR("2000::/3");
/**
 * The prefix by which networks without IPv4 write IPv4 addresses (RFC 6052); the last four bytes are the IPv4 address.
 */
const NAT64: Block = ipaddr.parseCIDR("64:ff9b::/96");

/**
 * Parses blocks in CIDR notation (`10.1.0.0/16`, `fd00::/8`). Throws an EnvironmentError that names the invalid block.
 */
export function parseBlocks(variable: string, blocks: readonly string[]): Block[] {
  return blocks.map((block) => {
    if (!ipaddr.isValidCIDR(block)) throw new EnvironmentError(`${variable} ${block} is not a CIDR block`);
    return ipaddr.parseCIDR(block);
  });
}

/** Parses an address and normalizes IPv4-mapped IPv6 addresses to IPv4. Returns null if the text is no address. */
function parse(text: string): Address | null {
  return ipaddr.isValid(text) ? ipaddr.process(text) : null;
}

const lies = (address: Address, [first, bits]: Block) => address.kind() === first.kind() && address.match(first, bits);

/** Returns whether a text is an address within one of the blocks. */
export function isIn(text: string, blocks: readonly Block[]): boolean {
  const address = parse(text);
  return address !== null && blocks.some((block) => lies(address, block));
}

function isPublicV4(address: ipaddr.IPv4): boolean {
  return address.range() === "unicast" && !METADATA.some((block) => lies(address, block));
}

/**
 * Returns whether an address is public on the internet. Private, loopback, link-local, carrier, multicast, reserved,
 * documentation and metadata addresses are not, nor are tunnels to another address (6to4, Teredo, IPv4-compatible). A
 * NAT64 address is judged by the IPv4 address in it.
 */
export function isPublic(text: string): boolean {
  const address = parse(text);
  if (address === null) return false;
  if (address instanceof ipaddr.IPv4) return isPublicV4(address);
  if (lies(address, NAT64)) return isPublicV4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  return lies(address, GLOBAL_UNICAST) && address.range() === "unicast";
}
