import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { environment, required } from "#lib/runtime/environment";
import { sessionCookieName, sessionCookieOptions } from "./session-cookie.ts";
import { readSessionToken } from "./session-token.ts";
import { checkPassword } from "./sign-in.ts";

/**
 * A session's cookie ends this long after it was last renewed, which the console does for as long as its person does
 * something: a little after the console's own end of an idle session, which it must outlive.
 */
const sessionSeconds = () => (environment().IDLE_MINUTES + 1) * 60;

/** How people sign in. The token carries ids alone: no name, no address, and no linked account. */
export const nextAuthOptions = (): NextAuthOptions => ({
  secret: required("AUTH_SECRET"),
  session: { strategy: "jwt", maxAge: sessionSeconds() },
  pages: { signIn: "/sign-in", error: "/sign-in" },
  cookies: { sessionToken: { name: sessionCookieName(), options: sessionCookieOptions() } },
  providers: [
    CredentialsProvider({
      credentials: { email: { type: "email" }, password: { type: "password" } },
      async authorize(credentials) {
        if (!credentials?.email || !credentials.password) return null;
        const session = await checkPassword(credentials.email, credentials.password);
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
