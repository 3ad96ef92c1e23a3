import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { AuthCard } from "#components/sign-in/auth-card";
import { ForgottenPasswordForm } from "#components/sign-in/forgotten-password-form";
import { words } from "#components/sign-in/words.ts";
import { canMail } from "#lib/mail/queue-mail";

export const metadata: Metadata = { title: words.forgottenPassword };

/** Always rendered on request: whether mail can be sent is known to the running process alone. */
export const dynamic = "force-dynamic";

/** Asks where to mail a link for a new password. Without mail an administrator creates the link. */
export default function Page() {
  if (!canMail()) redirect("/sign-in");
  return (
    <AuthCard
      title={words.forgottenPassword}
      below={
        <p className="mt-5 text-center text-xs">
          <Link href="/sign-in" className="inline-block py-1.5 font-medium text-accent-text hover:underline">
            {words.backToSignIn}
          </Link>
        </p>
      }
    >
      <ForgottenPasswordForm />
    </AuthCard>
  );
}
