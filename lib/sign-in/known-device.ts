import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { required } from "#lib/kernel/environment";
import { cookieValue } from "#lib/security/credentials/cookie-value";
import { findPeople, padded } from "./find-person.ts";
import type { Person } from "./person.ts";
import { sessionCookieOptions } from "./session-cookie.ts";

/** Limit of marks per browser, newest first: several people share a clinic's front desk. */
const MAX_MARKS = 20;

/** A browser is forgotten half a year after its last sign-in. */
const SECONDS = 180 * 86_400;

/** Path of sign-in and invitations; browsers send the cookie nowhere else. */
const PATH = "/api";

/** A mark: its id, then the proof of its person. */
const MARK = /^([\w-]{22})([\w-]{43})$/;

type Owner = Pick<Person, "userId" | "passwordHash">;

/** Returns the name of the cookie with a browser's marks; the prefix makes browsers refuse it without TLS. */
const deviceCookieName = () => (sessionCookieOptions().secure ? "__Secure-crc.device" : "crc.device");

/** Includes the stored form of the password, so that a new password voids the mark. */
function proofOf(id: string, { userId, passwordHash }: Owner): Buffer {
  const of = JSON.stringify(["device", id, userId, passwordHash]);
  return createHmac("sha256", required("AUTH_SECRET")).update(of).digest();
}

interface Mark {
  id: string;
  proof: Buffer;
  text: string;
}

/** Returns the marks in a `Cookie` header without malformed ones. */
function marksIn(header: string | null): Mark[] {
  const marks: Mark[] = [];
  for (const text of cookieValue(header, deviceCookieName())?.split(".").slice(0, MAX_MARKS) ?? []) {
    const [, id, proof] = MARK.exec(text) ?? [];
    if (id && proof) marks.push({ id, proof: Buffer.from(proof, "base64url"), text });
  }
  return marks;
}

const isFor = (owner: Owner, { id, proof }: Mark): boolean => timingSafeEqual(proof, proofOf(id, owner));

/** Stands for an unknown person, so that an unknown address costs as much computation as a known one. */
const NOBODY: Owner = { userId: "", passwordHash: null };

/** A browser that has signed in before. */
export interface KnownDevice {
  /** The id of the newest mark for the address. */
  mark: string;
  /** The people with this address for whom the browser has a mark. */
  userIds: ReadonlySet<string>;
}

/**
 * Returns the marks with which a browser has signed in with this address before, under the person's present password,
 * or null. A mark does not authenticate: it only selects the limit of an attempt (lib/sign-in/sign-in-throttle.ts), as
 * OWASP's "device cookie" does.
 */
export async function knownDevice(cookies: string | null, email: string): Promise<KnownDevice | null> {
  const marks = marksIn(cookies);
  if (marks.length === 0) return null;
  const owners = padded<Owner>(await findPeople(email), NOBODY);
  const known = marks.flatMap((mark) => owners.filter((owner) => isFor(owner, mark)).map((owner) => ({ mark, owner })));
  const [newest] = known;
  return newest ? { mark: newest.mark.id, userIds: new Set(known.map(({ owner }) => owner.userId)) } : null;
}

/**
 * Returns the `Set-Cookie` value that marks this browser for a person who has just signed in. The mark changes each
 * time; other people's marks in the browser stay.
 */
export function deviceCookie(cookies: string | null, owner: Owner): string {
  const id = randomBytes(16).toString("base64url");
  const others = marksIn(cookies).filter((mark) => !isFor(owner, mark));
  const marks = [id + proofOf(id, owner).toString("base64url"), ...others.map(({ text }) => text)];
  const value = marks.slice(0, MAX_MARKS).join(".");
  const secure = sessionCookieOptions().secure ? "; Secure" : "";
  return `${deviceCookieName()}=${value}; Path=${PATH}; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}
