import { hash, verify } from "@node-rs/argon2";
import ipaddr from "ipaddr.js";
import { tooMany } from "#lib/kernel/domain-error";
import { NoneLeft, Shares } from "#lib/kernel/shares";
import { singleton } from "#lib/kernel/singleton";

/** Hashes of a process at once: of the four threads of Node.js that do them, one stays for files and names. */
const AT_ONCE = 3;
/** Most hashes that wait, shared by their sources. */
const MOST_WAITING = 600;
/** A hash takes some 30 ms: behind all that may wait, no source waits this long. */
const WAIT_MS = 20_000;
const RETRY_SECONDS = 5;

/** Hashes of all sources share the processor: one that floods has two places, and others are served in turn with it. */
const places = () =>
  singleton("password-hash-shares", () => new Shares(AT_ONCE, WAIT_MS, { mostWaiting: MOST_WAITING }));

/** Who causes a hash: an organization's person, or an address. The part before a slash names those who share places. */
export type HashSource = string;

/** The source of what the deployment itself does. */
const OWN: HashSource = "deployment";

/** Returns an address as a source: it shares with its /24 block, and an IPv6 block of /64 with its /48. */
export function sourceOf(address: string | null): HashSource {
  if (address === null || !ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv6) return `${parsed.parts.slice(0, 3).join(":")}/${parsed.parts[3]}`;
  return `${parsed.octets.slice(0, 3).join(".")}/${parsed.octets[3]}`;
}

async function withinLimit<Result>(source: HashSource, work: () => Promise<Result>): Promise<Result> {
  try {
    return await places().during(source, work);
  } catch (error) {
    if (!(error instanceof NoneLeft)) throw error;
    throw tooMany("Too many passwords are being checked at once; nothing was saved", RETRY_SECONDS);
  }
}

/** Returns the stored form of a password: argon2id with its salt and parameters. Throws `too_many` if too many wait. */
export const hashPassword = (password: string, source: HashSource = OWN): Promise<string> =>
  withinLimit(source, () => hash(password));

/** Returns whether a password matches a stored hash. Throws `too_many` if too many wait. */
export const verifyPassword = (stored: string, password: string, source: HashSource = OWN): Promise<boolean> =>
  withinLimit(source, () => verify(stored, password));
