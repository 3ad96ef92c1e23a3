import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { DomainError } from "#lib/kernel/domain-error";
import { required } from "#lib/kernel/environment";
import { signInInput } from "./model.ts";
import { passwordSignIn } from "./password-sign-in.ts";
import type { Person } from "./person.ts";
import { returnAddress } from "./return-address.ts";
import { beginSecondStep, stepAfterPassword } from "./second-factor/challenge.ts";
import {
  openSession,
  sealSession,
  sessionCookieName,
  sessionCookieOptions,
  sessionSeconds,
  withPrefix,
} from "./session-cookie.ts";
import { readSessionToken } from "./session-token.ts";
import { beginSession, endSession, noteActivity } from "./sessions.ts";
import { signInLog } from "./sign-in-log.ts";

/** The origin of a sign-in attempt, and callbacks for its outcome. */
export interface SignInContext {
  address: string | null;
  /** The `Cookie` header. */
  cookies: string | null;
  /** The `User-Agent` header. */
  userAgent: string | null;
  /** Called if the password was right and a second factor must follow, with the `Set-Cookie` value that leads to it. */
  onSecondStep(cookie: string): void;
  /** Called with the person who has signed in. */
  onSignedIn(person: Person): void;
  /** Called with the seconds after which to try again. */
  onThrottled(retryAfter: number): void;
}

/** Returns the address after signing in or out: a page of the console or the sign-in page, never another site. */
function landing(url: string, baseUrl: string): string {
  const { pathname, search } = new URL(URL.canParse(url, baseUrl) ? url : "/", baseUrl);
  return baseUrl + (returnAddress(pathname + search) ?? (pathname === "/sign-in" ? pathname : "/"));
}

/** Returns what a person is told while too many passwords wait to be checked. */
function crowded(error: unknown) {
  const isCrowd = error instanceof DomainError && error.code === "too_many";
  if (!isCrowd || error.retryAfterSeconds === undefined) throw error;
  return { person: null, retryAfter: error.retryAfterSeconds };
}

/** Begins the session, or the second step, of a person whose password was right. */
async function begin(person: Person, context: SignInContext) {
  if ((await stepAfterPassword(person)) !== "none") {
    context.onSecondStep(await beginSecondStep(person));
    return null;
  }
  const session = await beginSession(person.opens, { ...context, route: "POST /api/auth/callback/credentials" });
  context.onSignedIn(person);
  return { id: person.userId, ...session };
}

/** The name of the cookie in which the library keeps where to lead afterwards. */
export const callbackCookieName = (): string => withPrefix("crc.sign-in.next");

/**
 * Returns the options of the sign-in library, which knows passwords alone, for one request. The token contains ids alone: no name, no address and no
 * linked account.
 */
export const nextAuthOptions = (context: SignInContext): NextAuthOptions => ({
  secret: required("AUTH_SECRET"),
  session: { strategy: "jwt", maxAge: sessionSeconds() },
  jwt: {
    encode: ({ token }) => sealSession(token ?? {}, sessionSeconds()),
    decode: async ({ token }) => (token ? openSession(token) : null),
  },
  pages: { signIn: "/sign-in", error: "/sign-in" },
  logger: signInLog,
  cookies: {
    // Max-Age counts before Expires, which the library takes from the process's clock.
    sessionToken: { name: sessionCookieName(), options: { ...sessionCookieOptions(), maxAge: sessionSeconds() } },
    callbackUrl: { name: callbackCookieName(), options: sessionCookieOptions() },
  },
  providers: [
    CredentialsProvider({
      credentials: { email: { type: "email" }, password: { type: "password" } },
      async authorize(credentials) {
        const given = signInInput.safeParse(credentials);
        if (!given.success) return null;
        const { person, retryAfter } = await passwordSignIn(given.data, context).catch(crowded);
        if (retryAfter !== null) context.onThrottled(retryAfter);
        if (!person) return null;
        return begin(person, context).catch((error: unknown) => {
          // The password was changed, or the person deactivated, since it was checked.
          if (error instanceof DomainError && error.code === "unauthenticated") return null;
          throw error;
        });
      },
    }),
  ],
  events: {
    async signOut({ token }) {
      const session = readSessionToken(token);
      if (session) await endSession(session);
    },
  },
  callbacks: {
    redirect: ({ url, baseUrl }) => landing(url, baseUrl),
    async jwt({ token, user }) {
      const session = readSessionToken(user ? { ...user } : token);
      if (session && !user) await noteActivity(session);
      return session ? { ...session } : {};
    },
  },
});
