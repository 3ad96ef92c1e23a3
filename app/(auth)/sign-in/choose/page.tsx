import type { Metadata } from "next";
import { headers } from "next/headers";
import Link from "next/link";
import { redirect } from "next/navigation";
import { AuthCard } from "#components/sign-in/auth-card";
import { OrganizationChoice } from "#components/sign-in/organization-choice";
import { words } from "#components/sign-in/words.ts";
import { shownChoice } from "#lib/sign-in/provider-choice/choose";
import { returnAddress, signInAddress } from "#lib/sign-in/return-address";

export const metadata: Metadata = { title: words.chooseAnOrganization };

/**
 * The page between the deployment's provider and the session, for a person who is bound to nobody here yet and must choose,
 * or prove their password. Redirects to the sign-in if there is nothing to choose.
 */
export default async function Page({ searchParams }: PageProps<"/sign-in/choose">) {
  const { next } = await searchParams;
  const wanted = returnAddress(typeof next === "string" ? next : null);
  const choice = await shownChoice((await headers()).get("cookie"));
  if (!choice) redirect(signInAddress(wanted));
  const { email, organizations } = choice;
  return (
    <AuthCard
      title={organizations.length > 1 ? words.chooseAnOrganization : words.provePassword}
      below={
        <p className="mt-5 text-center text-xs text-balance text-faint">
          {words.signingInAs(email)}{" "}
          <Link href={signInAddress(wanted)} className="font-medium text-accent-text hover:underline">
            {words.startAgain}
          </Link>
        </p>
      }
    >
      <OrganizationChoice next={wanted ?? "/"} organizations={organizations} />
    </AuthCard>
  );
}
