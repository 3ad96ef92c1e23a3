import { isIP } from "node:net";
import { environment, isDemo } from "#lib/kernel/environment";
import { singleton } from "#lib/kernel/singleton";
import { type Block, isIn, isPublic, LOOPBACK, parseBlocks } from "./addresses.ts";

/** Which addresses besides public ones deliveries may reach; these also without TLS (decisions §7). */
export interface TargetPolicy {
  privateBlocks: readonly Block[];
}

/** The operator's blocks, and in demo mode loopback. */
export const targetPolicy = (): TargetPolicy =>
  singleton("target-policy", () => {
    const blocks = parseBlocks("WEBHOOK_PRIVATE_TARGETS", environment().WEBHOOK_PRIVATE_TARGETS);
    return { privateBlocks: isDemo(environment()) ? [...LOOPBACK, ...blocks] : blocks };
  });

/** Why an address may not be dialled with this protocol (`http:` or `https:`), or null where it may. */
export function refusalOfAddress(address: string, protocol: string, policy: TargetPolicy): string | null {
  if (isIn(address, policy.privateBlocks)) return null;
  if (!isPublic(address)) return "must not lead to a private, loopback, link-local or reserved address";
  return protocol === "https:" ? null : "must be https";
}

/** The address that a URL's host spells out, without brackets; null where it is a name. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[|\]$/g, "");
  if (isIP(bare)) return bare;
  // Names that never leave the machine (RFC 6761).
  return /(^|\.)localhost\.?$/i.test(hostname) ? "127.0.0.1" : null;
}

/**
 * What can be told of a target before it is dialled (decisions §7): null where it may be tried, else the reason as
 * the end of a sentence, such as "must be https". A name is judged by the addresses that it has when it is dialled.
 */
export function checkTarget(url: string, policy: TargetPolicy = targetPolicy()): string | null {
  const parsed = URL.parse(url);
  if (!parsed || !["http:", "https:"].includes(parsed.protocol)) return "must be an https URL";
  if (parsed.username || parsed.password) return "must not carry a user name or password";
  const address = literalAddress(parsed.hostname);
  if (address) return refusalOfAddress(address, parsed.protocol, policy);
  // Without TLS only a private address can be meant; where none is allowed the name need not be asked.
  return parsed.protocol === "http:" && policy.privateBlocks.length === 0 ? "must be https" : null;
}
