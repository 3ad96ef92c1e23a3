import type { Metadata } from "next";
import { headers } from "next/headers";
import Link from "next/link";
import { redirect } from "next/navigation";
import { AuthCard } from "#components/sign-in/auth-card";
import { OwnProviderSignIn } from "#components/sign-in/own-provider-sign-in";
import { words } from "#components/sign-in/words.ts";
import { parseId } from "#lib/kernel/id";
import { ownProviderId } from "#lib/sign-in/own-provider/names";
import { findOwnProvider } from "#lib/sign-in/own-provider/own-provider";
import { returnAddress } from "#lib/sign-in/return-address";
import { sessionUser } from "#lib/sign-in/session-user";

export const metadata: Metadata = { title: words.signIn };

/** The sign-in of one organization, through its own provider; without one that of everybody. */
export default async function OrganizationSignInPage({
  params,
  searchParams,
}: PageProps<"/sign-in/organization/[id]">) {
  const [{ id }, { next, refused }] = await Promise.all([params, searchParams]);
  const organizationId = parseId(id);
  const own = organizationId ? await findOwnProvider(organizationId) : undefined;
  if (!organizationId || !own) redirect("/sign-in");
  const wanted = returnAddress(typeof next === "string" ? next : null) ?? "/";
  const user = await sessionUser(await headers());
  if (user?.organizationId === organizationId) redirect(wanted);
  return (
    <AuthCard
      title={words.signInTo(own.organizationName)}
      below={
        <p className="mt-5 text-center text-xs text-faint">
          <Link href="/sign-in" className="inline-block py-1.5 font-medium text-accent-text hover:underline">
            {words.signInByPassword}
          </Link>
        </p>
      }
    >
      <OwnProviderSignIn
        provider={ownProviderId(organizationId)}
        next={wanted}
        refused={typeof refused === "string" ? refused : undefined}
      />
    </AuthCard>
  );
}
