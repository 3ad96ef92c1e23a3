import type { Metadata } from "next";
import { headers } from "next/headers";
import Link from "next/link";
import { redirect } from "next/navigation";
import { AuthCard } from "#components/sign-in/auth-card";
import { SignInForm } from "#components/sign-in/sign-in-form";
import { words } from "#components/sign-in/words.ts";
import { Banner } from "#components/ui/banner";
import { listLinkedAccounts } from "#lib/administration/linked-accounts/queries";
import { canMail } from "#lib/mail/queue-mail";
import { hasProvider } from "#lib/sign-in/oidc-provider";
import { accountOfPage, returnAddress } from "#lib/sign-in/return-address";
import { type SessionUser, sessionUser } from "#lib/sign-in/session-user";

export const metadata: Metadata = { title: words.signIn };

/** Checks whether a page is of one of the person's accounts, or of none. */
async function opens({ organizationId }: SessionUser, page: string): Promise<boolean> {
  const accountId = accountOfPage(page);
  return accountId === null || (await listLinkedAccounts(organizationId)).some(({ id }) => id === accountId);
}

/**
 * Redirects signed-in users to the console, or to the page in `next`. A page whose session has ended may be of the
 * organization that the person has left meanwhile: its reader goes on in the present one.
 */
export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  const { next, ended, locked, refused } = await searchParams;
  const wanted = returnAddress(typeof next === "string" ? next : null) ?? "/";
  const user = await sessionUser(await headers());
  if (user) redirect(ended !== undefined && !(await opens(user, wanted)) ? "/" : wanted);
  return (
    <AuthCard
      title={words.signIn}
      below={
        <p className="mt-5 text-center text-xs text-balance text-faint">
          {canMail() ? (
            <Link
              href="/forgotten-password"
              className="inline-block py-1.5 font-medium text-accent-text hover:underline"
            >
              {words.forgotPassword}
            </Link>
          ) : (
            words.askAdministrator
          )}
        </p>
      }
    >
      {ended === undefined && locked === undefined ? null : (
        <div className="mb-4">
          <Banner tone="info" title={locked === undefined ? words.wasSignedOut : words.isLocked}>
            {locked === undefined ? words.inputKept : words.lockedHint}
          </Banner>
        </div>
      )}
      <SignInForm
        next={wanted}
        isLocked={locked !== undefined}
        hasProvider={hasProvider()}
        refused={typeof refused === "string" ? refused : undefined}
      />
    </AuthCard>
  );
}
