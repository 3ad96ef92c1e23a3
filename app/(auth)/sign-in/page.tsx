import type { Metadata } from "next";
import { headers } from "next/headers";
import Link from "next/link";
import { redirect } from "next/navigation";
import { AuthCard } from "#components/sign-in/auth-card";
import { SignInForm } from "#components/sign-in/sign-in-form";
import { Banner } from "#components/ui/banner";
import { canMail } from "#lib/mail/queue-mail";
import { hasProvider } from "#lib/sign-in/oidc-provider";
import { returnAddress } from "#lib/sign-in/return-address";
import { sessionUser } from "#lib/sign-in/session-user";

export const metadata: Metadata = { title: "Sign in" };

/** Redirects signed-in users to the console, or to the page in `next`. */
export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  const { next, ended, refused } = await searchParams;
  const wanted = returnAddress(typeof next === "string" ? next : null) ?? "/";
  if (await sessionUser(await headers())) redirect(wanted);
  return (
    <AuthCard
      title="Sign in"
      below={
        <p className="mt-5 text-center text-xs text-balance text-faint">
          {canMail() ? (
            <Link
              href="/forgotten-password"
              className="inline-block py-1.5 font-medium text-accent-text hover:underline"
            >
              Forgot your password?
            </Link>
          ) : (
            "An administrator of your organization adds people and can set a new password."
          )}
        </p>
      }
    >
      {ended === undefined ? null : (
        <div className="mb-4">
          <Banner tone="info" title="You were signed out">
            Your input is kept in this tab until you sign in again.
          </Banner>
        </div>
      )}
      <SignInForm
        next={wanted}
        hasProvider={hasProvider()}
        refused={typeof refused === "string" ? refused : undefined}
      />
    </AuthCard>
  );
}
