import type { Metadata } from "next";
import { words } from "#components/emr-authorizations/words.ts";
import { AuthCard } from "#components/sign-in/auth-card";
import { isProblem, PROBLEMS } from "#lib/administration/emr-authorizations/outcome";

export const metadata: Metadata = { title: words.title };

/** Says what became of a sign-in at an EMR, in the window that was opened for it. It shows nothing but our own words. */
export default async function Page({ searchParams }: PageProps<"/emr-authorization">) {
  const { outcome } = await searchParams;
  const problem = typeof outcome === "string" && isProblem(outcome) ? PROBLEMS[outcome] : null;
  return (
    <AuthCard title={problem ? words.failed : words.granted}>
      <p className="text-sm text-muted">
        {problem ? `${problem}. ` : null}
        {words.close}
      </p>
    </AuthCard>
  );
}
