import type { LookupAddress } from "node:dns";
import { lookup as systemLookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { getCACertificates } from "node:tls";
import { Agent, buildConnector } from "undici";
import { brand } from "#lib/kernel/brand";
import { readOverInformational } from "./informational.ts";
import { literalAddress, refusalOfAddress, type TargetPolicy } from "./target.ts";

export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/** Marks TargetRefused: an agent is shared by both copies of this module that Next.js may load. */
const BRAND = Symbol.for("clinical-records-console.target-refused");

/** Thrown if the policy forbids the address that would be dialled. */
export class TargetRefused extends Error {
  static {
    brand(TargetRefused, "TargetRefused");
  }

  readonly [BRAND] = true;

  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && BRAND in value;
  }
}

const CONNECT_DEADLINE_MS = 10_000;

const resolveBySystem: Resolve = (hostname) => systemLookup(hostname, { all: true });

/** Throws TargetRefused unless the policy allows an address. */
function assertAllowed(address: string, protocol: string, policy: TargetPolicy): void {
  const refusal = refusalOfAddress(address, protocol, policy);
  if (refusal) throw new TargetRefused(refusal);
}

/** Resolves a name and checks all of its addresses; one refused address refuses the name. */
async function checkedAddresses(hostname: string, protocol: string, policy: TargetPolicy, resolve: Resolve) {
  const addresses = await resolve(hostname);
  for (const { address } of addresses) assertAllowed(address, protocol, policy);
  return addresses;
}

/**
 * Resolves names for the socket. The socket dials exactly these addresses, so no second DNS answer can bypass the
 * check. The socket passes `all: true` unless its options name one family.
 */
export function guardedLookup(
  protocol: string,
  policy: TargetPolicy,
  resolve: Resolve = resolveBySystem,
): LookupFunction {
  return (hostname, options, callback) => {
    checkedAddresses(hostname, protocol, policy, resolve).then(
      (addresses) => {
        const first = addresses[0];
        if (!first) callback(Object.assign(new Error("The name has no address"), { code: "ENOTFOUND" }), "");
        else if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, ""),
    );
  };
}

/** Throws TargetRefused for a host that is a forbidden literal address: the socket dials it without a lookup. */
export function assertLiteralAllowed(hostname: string, protocol: string, policy: TargetPolicy): void {
  const literal = literalAddress(hostname);
  if (literal) assertAllowed(literal, protocol, policy);
}

export interface AgentOptions {
  /** Null allows every address; used for INTERNAL_URL alone. */
  policy: TargetPolicy | null;
  /** Certificates (PEM) of authorities besides those of the system. */
  authorities?: string[];
  resolve?: Resolve;
}

/** Returns true if the error ended a request before a connection was made, so that nothing of it was sent. */
export const isUnsent = (error: unknown): boolean => (error as { unsent?: unknown }).unsent === true;

/**
 * Creates an agent that checks each address when it dials it, and reads over informational responses. TLS still verifies
 * the host's name. Errors of connecting satisfy `isUnsent`.
 */
export function makeAgent({ policy, authorities = [], resolve = resolveBySystem }: AgentOptions): Agent {
  const tls = authorities.length > 0 ? { ca: [...getCACertificates("default"), ...authorities] } : {};
  const connectorFor = (protocol: string) =>
    buildConnector({
      ...tls,
      ...(policy ? { lookup: guardedLookup(protocol, policy, resolve) } : {}),
      timeout: CONNECT_DEADLINE_MS,
      allowH2: false,
    });
  const connectors = { "http:": connectorFor("http:"), "https:": connectorFor("https:") };
  const agent = new Agent({
    allowH2: false,
    connect(options, callback) {
      const protocol = options.protocol === "https:" ? "https:" : "http:";
      const fail = (error: Error) => callback(Object.assign(error, { unsent: true }), null);
      try {
        if (policy) assertLiteralAllowed(options.hostname, protocol, policy);
        connectors[protocol](options, (...[error, socket]) => (error ? fail(error) : callback(null, socket)));
      } catch (error) {
        fail(error as Error);
      }
    },
  });
  return readOverInformational(agent);
}
