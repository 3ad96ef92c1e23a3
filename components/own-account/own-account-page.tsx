"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { ErrorState } from "#components/ui/error-state";
import { KeyValueList } from "#components/ui/key-value-list";
import { Section } from "#components/ui/section";
import { Skeleton } from "#components/ui/skeleton";
import { ownAccount } from "#lib/browser/api/own-account";
import { useAccountId } from "#lib/browser/session/account";
import { MailSection } from "./mail-section.tsx";
import { SecondFactorSection } from "./second-factor-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";

/** The form loads the schema of its body, which the first view does not need. */
const PasswordSection = dynamic(() => import("./password-section.tsx").then((module) => module.PasswordSection), {
  ssr: false,
  loading: () => <Skeleton className="h-56 max-w-96" />,
});

/** What this browser shows is known in the browser alone. */
const DisplaySection = dynamic(() => import("./display-section.tsx").then((module) => module.DisplaySection), {
  ssr: false,
  loading: () => <Skeleton className="h-36" />,
});

/** The signed-in person's own page: who they are, their password and second factor, their sessions, and how the console looks. */
export function OwnAccountPage() {
  const { data, error, isPending, refetch } = useQuery(ownAccount(useAccountId()));
  return (
    <div className="flex max-w-4xl flex-col gap-8 px-4 py-5 lg:px-6">
      <h1 className="text-xl font-semibold">Your account</h1>
      {isPending ? <Skeleton className="h-64" /> : null}
      {error ? (
        <ErrorState title="Your account could not be read" onRetry={() => void refetch()}>
          {error.message}
        </ErrorState>
      ) : null}
      {data ? (
        <>
          <Section title={data.user.name} note="An admin can change your role.">
            <KeyValueList
              items={[
                { name: "email", label: "Email", value: data.user.email },
                { name: "role", label: "Role", value: data.user.role === "admin" ? "Admin" : "Staff" },
              ]}
            />
          </Section>
          <SessionsSection sessions={data.sessions} />
          {data.has_password ? (
            <>
              <PasswordSection />
              <SecondFactorSection owned={data.second_factor} />
            </>
          ) : (
            <Section
              title="Password and second factor"
              note="You sign in through your organization’s identity provider."
            >
              <p className="text-sm text-muted">Change them there.</p>
            </Section>
          )}
          {data.mails.can_mail ? <MailSection mails={data.mails} /> : null}
        </>
      ) : null}
      <DisplaySection />
    </div>
  );
}
