import { isIP } from "node:net";
import { type Block, isIn, isPublic } from "./addresses.ts";

/** The addresses besides public ones that may be dialled, also without TLS (decisions §7, §12). */
export interface TargetPolicy {
  privateBlocks: readonly Block[];
}

/** Returns why an address must not be dialled with this protocol (`http:` or `https:`), or null. */
export function refusalOfAddress(address: string, protocol: string, policy: TargetPolicy): string | null {
  if (isIn(address, policy.privateBlocks)) return null;
  if (!isPublic(address)) return "must not lead to a private, loopback, link-local or reserved address";
  return protocol === "https:" ? null : "must be https";
}

/** Returns the literal address in a URL's host without brackets, or null if the host is a name. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[|\]$/g, "");
  if (isIP(bare)) return bare;
  // These names never leave the machine (RFC 6761).
  return /(^|\.)localhost\.?$/i.test(hostname) ? "127.0.0.1" : null;
}

/**
 * Checks a target before it is dialled (decisions §7). Returns null if it may be tried, else the reason as the end of a
 * sentence, such as "must be https". The addresses of a name are checked when it is dialled.
 */
export function checkTarget(url: string, policy: TargetPolicy): string | null {
  const parsed = URL.parse(url);
  if (!parsed || !["http:", "https:"].includes(parsed.protocol)) return "must be an https URL";
  if (parsed.username || parsed.password) return "must not carry a user name or password";
  const address = literalAddress(parsed.hostname);
  if (address) return refusalOfAddress(address, parsed.protocol, policy);
  // Without TLS only a private address can be allowed, so the name is not resolved if none is.
  return parsed.protocol === "http:" && policy.privateBlocks.length === 0 ? "must be https" : null;
}
