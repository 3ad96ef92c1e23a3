import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { required } from "#lib/kernel/environment";
import { cookieValue } from "#lib/security/credentials/cookie-value";
import { findPeople, type Person, padded } from "./find-person.ts";
import { sessionCookieOptions } from "./session-cookie.ts";

/** How many people's marks a browser keeps, the newest first: a clinic's front desk is shared. */
const MOST_PEOPLE = 20;

/** Half a year after its last sign-in a browser is forgotten. */
const SECONDS = 180 * 86_400;

/** Signing in and choosing a password happen here: nothing else is sent the cookie. */
const PATH = "/api";

/** A mark's own id, then what proves whom it is for. */
const MARK = /^([\w-]{22})([\w-]{43})$/;

type Owner = Pick<Person, "userId" | "passwordHash">;

/** The name of the cookie that holds a browser's marks; the prefix makes browsers refuse it without TLS. */
const deviceCookieName = () => (sessionCookieOptions().secure ? "__Secure-crc.device" : "crc.device");

/** Of the stored form of the password, which is another one after each change: the mark is void then. */
function proofOf(id: string, { userId, passwordHash }: Owner): Buffer {
  const of = JSON.stringify(["device", id, userId, passwordHash]);
  return createHmac("sha256", required("AUTH_SECRET")).update(of).digest();
}

interface Mark {
  id: string;
  proof: Buffer;
  text: string;
}

/** The marks in a `Cookie` header; what is malformed is none. */
function marksIn(header: string | null): Mark[] {
  const marks: Mark[] = [];
  for (const text of cookieValue(header, deviceCookieName())?.split(".").slice(0, MOST_PEOPLE) ?? []) {
    const [, id, proof] = MARK.exec(text) ?? [];
    if (id && proof) marks.push({ id, proof: Buffer.from(proof, "base64url"), text });
  }
  return marks;
}

const isFor = (owner: Owner, { id, proof }: Mark): boolean => timingSafeEqual(proof, proofOf(id, owner));

/** Of nobody: for an unknown address the same is worked out as for a known one. */
const NOBODY: Owner = { userId: "", passwordHash: null };

/** A browser that has signed in before. */
export interface KnownDevice {
  /** The id of its newest mark for the address. */
  mark: string;
  /** The people with the address for whom it has one. */
  userIds: ReadonlySet<string>;
}

/**
 * By what and for whom a browser is known to have signed in with this address before, with the password that the person
 * has now; null for nobody. It lets nobody in: it says under which limit an attempt counts (lib/sign-in/sign-in-throttle.ts),
 * and so is a "device cookie" in OWASP's sense.
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
 * The `Set-Cookie` value by which this browser is known for a person who has just proved to be the account's owner. It is
 * another one each time; the marks of other people in the same browser stay.
 */
export function deviceCookie(cookies: string | null, owner: Owner): string {
  const id = randomBytes(16).toString("base64url");
  const others = marksIn(cookies).filter((mark) => !isFor(owner, mark));
  const marks = [id + proofOf(id, owner).toString("base64url"), ...others.map(({ text }) => text)];
  const value = marks.slice(0, MOST_PEOPLE).join(".");
  const secure = sessionCookieOptions().secure ? "; Secure" : "";
  return `${deviceCookieName()}=${value}; Path=${PATH}; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}
