import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { SignInForm } from "#components/sign-in/sign-in-form";
import { Banner } from "#components/ui/banner";
import { ProductMark } from "#components/ui/product-mark";
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
    <main className="flex min-h-dvh flex-col items-center px-4 pt-[max(3rem,16vh)] pb-10">
      <div className="w-full max-w-88">
        <div className="mb-6 flex justify-center">
          <ProductMark />
        </div>
        <section
          aria-labelledby="sign-in"
          className="rounded-lg border border-line bg-surface p-6 max-sm:border-0 max-sm:bg-transparent max-sm:p-0"
        >
          <h1 id="sign-in" className="mb-5 text-lg font-semibold">
            Sign in
          </h1>
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
        </section>
        <p className="mt-5 text-center text-xs text-balance text-faint">
          An administrator of your organization adds people and can set a new password.
        </p>
      </div>
    </main>
  );
}
