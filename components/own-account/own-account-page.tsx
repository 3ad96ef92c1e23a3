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
import { words } from "./words.ts";

/** The form loads the schema of its body, which the first view does not need. */
const PasswordSection = dynamic(() => import("./password-section.tsx").then((module) => module.PasswordSection), {
  ssr: false,
  loading: () => <Skeleton className="h-56 max-w-96" />,
});

/** Loaded behind the first view. */
const GrantsSection = dynamic(
  () => import("#components/mcp-tokens/grants-section").then((module) => module.GrantsSection),
  { ssr: false, loading: () => <Skeleton className="h-36" /> },
);

/** Only the browser knows its own display settings. */
const DisplaySection = dynamic(() => import("./display-section.tsx").then((module) => module.DisplaySection), {
  ssr: false,
  loading: () => <Skeleton className="h-36" />,
});

/** The signed-in person's own page: who they are, their password and second factor, their sessions, and how the console looks. */
export function OwnAccountPage() {
  const query = useQuery(ownAccount(useAccountId()));
  const { data, error, isPending, refetch } = query;
  return (
    <div className="flex max-w-4xl flex-col gap-8 px-4 py-5 lg:px-6">
      <h1 className="text-xl font-semibold">{words.yourAccount}</h1>
      {isPending ? <Skeleton className="h-64" /> : null}
      {error && !data ? (
        <ErrorState title={words.notLoaded} onRetry={() => void refetch()}>
          {error.message}
        </ErrorState>
      ) : null}
      {data ? (
        <>
          <Section title={data.user.name} note={words.roleByAdmin}>
            <KeyValueList
              items={[
                { name: "email", label: words.email, value: data.user.email },
                { name: "role", label: words.role, value: data.user.role === "admin" ? words.admin : words.staff },
              ]}
            />
          </Section>
          <SessionsSection sessions={data.sessions} query={query} />
          {data.has_password ? (
            <>
              <PasswordSection />
              <SecondFactorSection owned={data.second_factor} />
            </>
          ) : (
            <Section
              title={words.elsewhere}
              note={data.signs_in_elsewhere ? words.firstOrganization : words.identityProvider}
            >
              <p className="text-sm text-muted">
                {data.signs_in_elsewhere ? words.firstOrganizationHint : words.identityProviderHint}
              </p>
            </Section>
          )}
          <GrantsSection whose="own" />
          {data.mails.can_mail ? <MailSection mails={data.mails} /> : null}
        </>
      ) : null}
      <DisplaySection />
    </div>
  );
}
