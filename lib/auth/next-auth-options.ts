import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { environment, required } from "#lib/runtime/environment";
import { sessionCookieName, sessionCookieOptions } from "./session-cookie.ts";
import { readSessionToken } from "./session-token.ts";
import { checkPassword } from "./sign-in.ts";
import { beginSignIn, endSignIn } from "./sign-in-throttle.ts";

/**
 * A session's cookie ends this long after it was last renewed, which the console does for as long as its person does
 * something: a little after the console's own end of an idle session, which it must outlive.
 */
const sessionSeconds = () => (environment().IDLE_MINUTES + 1) * 60;

/** Where an attempt to sign in comes from, and what is done where it is one too many. */
export interface SignInContext {
  address: string | null;
  /** Told the seconds after which to try again. */
  onThrottled(retryAfter: number): void;
}

/**
 * How people sign in. The token carries ids alone: no name, no address, and no linked account. Made for one request:
 * `context` is that of its caller.
 */
export const nextAuthOptions = (context: SignInContext): NextAuthOptions => ({
  secret: required("AUTH_SECRET"),
  session: { strategy: "jwt", maxAge: sessionSeconds() },
  pages: { signIn: "/sign-in", error: "/sign-in" },
  cookies: { sessionToken: { name: sessionCookieName(), options: sessionCookieOptions() } },
  providers: [
    CredentialsProvider({
      credentials: { email: { type: "email" }, password: { type: "password" } },
      async authorize(credentials) {
        if (!credentials?.email || !credentials.password) return null;
        const { attempt, retryAfter } = await beginSignIn(credentials.email, context.address);
        if (retryAfter !== null) {
          context.onThrottled(retryAfter);
          return null;
        }
        const session = await checkPassword(credentials.email, credentials.password);
        if (session) await endSignIn(attempt);
        return session && { id: session.userId, ...session };
      },
    }),
  ],
  callbacks: {
    jwt({ token, user }) {
      const session = readSessionToken(user ? { ...user } : token);
      return session ? { ...session } : {};
    },
  },
});
