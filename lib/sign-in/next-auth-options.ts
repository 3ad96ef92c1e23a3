import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { environment, required } from "#lib/kernel/environment";
import { newSession, type Person } from "./find-person.ts";
import { noteSignIn } from "./note-sign-in.ts";
import { oidcProviders } from "./oidc-provider.ts";
import { passwordSignIn } from "./password-sign-in.ts";
import { providerCookies } from "./provider-cookies.ts";
import { returnAddress } from "./return-address.ts";
import { sessionCookieName, sessionCookieOptions } from "./session-cookie.ts";
import { readSessionToken } from "./session-token.ts";
import { endSession } from "./session-user.ts";
import { signInLog } from "./sign-in-log.ts";

/**
 * A session's cookie ends this long after it was last renewed, which the console does for as long as its person does
 * something: a little after the console's own end of an idle session, which it must outlive.
 */
const sessionSeconds = () => (environment().IDLE_MINUTES + 1) * 60;

/** Where an attempt to sign in comes from, and what is done where it succeeds or is one too many. */
export interface SignInContext {
  address: string | null;
  /** The `Cookie` header. */
  cookies: string | null;
  /** Told who has proved to be the account's owner. */
  onSignedIn(person: Person): void;
  /** Told the seconds after which to try again. */
  onThrottled(retryAfter: number): void;
}

/** Where signing in or out leads: to a page of the console, or to the sign-in, and never to another site. */
function landing(url: string, baseUrl: string): string {
  const { pathname, search } = new URL(URL.canParse(url, baseUrl) ? url : "/", baseUrl);
  return baseUrl + (returnAddress(pathname + search) ?? (pathname === "/sign-in" ? pathname : "/"));
}

/**
 * How people sign in. The token carries ids alone: no name, no address, and no linked account. Made for one request:
 * `context` is that of its caller.
 */
export const nextAuthOptions = (context: SignInContext): NextAuthOptions => ({
  secret: required("AUTH_SECRET"),
  session: { strategy: "jwt", maxAge: sessionSeconds() },
  pages: { signIn: "/sign-in", error: "/sign-in" },
  logger: signInLog,
  cookies: { sessionToken: { name: sessionCookieName(), options: sessionCookieOptions() }, ...providerCookies() },
  providers: [
    CredentialsProvider({
      credentials: { email: { type: "email" }, password: { type: "password" } },
      async authorize(credentials) {
        if (!credentials?.email || !credentials.password) return null;
        const { person, retryAfter } = await passwordSignIn(credentials, context);
        if (retryAfter !== null) context.onThrottled(retryAfter);
        if (!person) return null;
        noteSignIn(person, "POST /api/auth/callback/credentials", context.address);
        context.onSignedIn(person);
        return { id: person.userId, ...newSession(person) };
      },
    }),
    ...oidcProviders(context),
  ],
  events: {
    async signOut({ token }) {
      const session = readSessionToken(token);
      if (session) await endSession(session);
    },
  },
  callbacks: {
    redirect: ({ url, baseUrl }) => landing(url, baseUrl),
    // Whom neither the password nor the provider's word made a session for is nobody here.
    signIn: ({ user }) => readSessionToken({ ...user }) !== null,
    jwt({ token, user }) {
      const session = readSessionToken(user ? { ...user } : token);
      return session ? { ...session } : {};
    },
  },
});
