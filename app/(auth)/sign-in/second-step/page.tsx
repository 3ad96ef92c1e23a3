import type { Metadata } from "next";
import { headers } from "next/headers";
import Link from "next/link";
import { redirect } from "next/navigation";
import { AuthCard } from "#components/sign-in/auth-card";
import { SecondStepPage } from "#components/sign-in/second-step-page";
import { words } from "#components/sign-in/words.ts";
import { returnAddress, signInAddress } from "#lib/sign-in/return-address";
import { pendingSignIn } from "#lib/sign-in/second-factor/challenge";
import { passkeySite } from "#lib/sign-in/second-factor/passkey-site";

export const metadata: Metadata = { title: words.secondFactor };

/** The page between the password and the session. Redirects to the sign-in if no password was right here lately. */
export default async function Page({ searchParams }: PageProps<"/sign-in/second-step">) {
  const { next } = await searchParams;
  const wanted = returnAddress(typeof next === "string" ? next : null);
  const pending = await pendingSignIn((await headers()).get("cookie"));
  if (!pending) redirect(signInAddress(wanted));
  const step = pending.factors.length > 0 ? "prove" : "enrol";
  return (
    <AuthCard
      title={step === "prove" ? words.secondFactor : words.setUpASecondFactor}
      below={
        <p className="mt-5 text-center text-xs text-balance text-faint">
          {words.signingInAs(pending.person.email)} {step === "prove" ? `${words.lostIt} ` : null}
          <Link href={signInAddress(wanted)} className="font-medium text-accent-text hover:underline">
            {words.startAgain}
          </Link>
        </p>
      }
    >
      <SecondStepPage
        step={step}
        next={wanted ?? "/"}
        hasPasskeys={pending.factors.some(({ kind }) => kind === "passkey")}
        passkeysAt={passkeySite()?.origin ?? null}
      />
    </AuthCard>
  );
}
