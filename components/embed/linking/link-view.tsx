"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, Suspense, use, useEffect, useMemo, useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { useContentSize } from "#components/embed/use-content-size.ts";
import { ViewLoading } from "#components/embed/view-loading";
import { LinkForm } from "#components/linked-accounts/link-form";
import { SignInPageContext } from "#components/linked-accounts/sign-in-page.ts";
import { useLinking } from "#components/linked-accounts/use-linking.ts";
import { Button } from "#components/ui/button";
import { LinksStay } from "#components/ui/link-scope";
import { TimeZone } from "#components/ui/time-zone";
import type { AuthorizationModel } from "#lib/administration/emr-authorizations/model";
import type { LinkTokenModel } from "#lib/administration/link-tokens/model";
import type { LinkedAccountModel } from "#lib/administration/linked-accounts/model";
import { linkByToken } from "#lib/browser/api/link-token";
import { makeQueryClient } from "#lib/browser/api/query-client";
import type { EmbedLink } from "#lib/browser/embed/embed-link";
import { AccountContext, type OperationSummary } from "#lib/browser/session/account";
import { EMR_KINDS } from "#lib/emr/kinds";
import { Consent } from "./consent.tsx";
import { DoneStep } from "./done-step.tsx";
import { keepValues, takeValues } from "./kept-values.ts";
import type { LinkChannel, Linked } from "./link-channel.ts";
import { words } from "./linking-words.ts";
import { RepairSteps } from "./repair-steps.tsx";

/** Pixels of the view's least height. */
const MIN_PX = 420;

/** What is known of an account before its EMR is linked. */
const accountToBe = ({ id, organization_name: name }: LinkTokenModel): LinkedAccountModel => ({
  id,
  name,
  organization_name: name,
  emr_type: "",
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  capabilities: [],
  writes: [],
  required_fields: {},
  unsupported_fields: {},
  unsupported_kinds: [],
  synced_at: null,
});

interface LinkViewProps {
  link: LinkTokenModel;
  channel: LinkChannel;
  /** The sign-in at an EMR from which the page has come back. */
  cameBack: AuthorizationModel | null;
  operations: readonly OperationSummary[];
}

/** Reports the content's height to the page around a frame. */
function Sized({ frame, children }: { frame: EmbedLink; children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  useContentSize(frame, content, MIN_PX);
  useEffect(() => frame.send({ type: "event", name: "ready", detail: { view: "link" } }), [frame]);
  return <div ref={content}>{children}</div>;
}

function Steps({ link, channel }: Pick<LinkViewProps, "link" | "channel">) {
  const page = use(SignInPageContext);
  const [writes, setWrites] = useState<string[]>([]);
  const [linked, setLinked] = useState<Linked | null>(null);
  const linking = useLinking({
    kinds: EMR_KINDS.map(({ emrType }) => emrType).filter((type) => link.emr_types.includes(type)),
    name: link.organization_name,
    // A new organization has its keys after the link.
    hasKeys: link.organization_id !== null,
    cameBack: page?.cameBack ?? null,
    send: (body, key) => linkByToken(link.id, { ...body, writes }, key),
    onLinked({ public_token, linked_account_id }: Awaited<ReturnType<typeof linkByToken>>) {
      const detail = { public_token, linked_account_id };
      setLinked(detail);
      channel.tell(detail);
    },
  });
  if (linked) return <DoneStep link={link} onDone={() => channel.end(link, { name: "linked", detail: linked })} />;
  return (
    <>
      <p className="text-sm text-muted">{linking.words}</p>
      <LinkForm linking={linking} consent={<Consent link={link} writes={writes} onChange={setWrites} />} />
      <div>
        <Button onPress={() => channel.end(link, { name: "exit" })}>{words.cancel}</Button>
      </div>
    </>
  );
}

/** Links a partner's customer by the steps of the console, without an account here, and hands the public token to the partner's page. */
export function LinkView({ link, channel, cameBack, operations }: LinkViewProps) {
  const [client] = useState(makeQueryClient);
  const scope = useMemo(
    () => ({ account: accountToBe(link), operations, internalJobs: [], permissions: [], only: [] }),
    [link, operations],
  );
  // Once, as they are kept no longer.
  const [typed] = useState(() => (cameBack ? takeValues(link.id) : {}));
  const page = useMemo(
    () =>
      channel.token === null
        ? null
        : {
            token: channel.token,
            cameBack: cameBack && { authorization: cameBack, values: typed },
            keep: (values: FieldValues) => keepValues(link.id, values),
          },
    [channel, cameBack, link, typed],
  );
  const content = (
    <main>
      <div className="mx-auto flex max-w-2xl flex-col gap-4 px-4 pt-5 pb-4">
        <h1 className="text-xl font-semibold">
          {link.repairs ? words.repairTitle(link.repairs.name) : words.title(link.organization_name)}
        </h1>
        <Suspense fallback={<ViewLoading />}>
          {link.repairs ? (
            <RepairSteps link={link} account={link.repairs} channel={channel} />
          ) : (
            <Steps link={link} channel={channel} />
          )}
        </Suspense>
      </div>
    </main>
  );
  return (
    <QueryClientProvider client={client}>
      <AccountContext value={scope}>
        <TimeZone zone={scope.account.timezone}>
          <SignInPageContext value={page}>
            <LinksStay>{channel.frame ? <Sized frame={channel.frame}>{content}</Sized> : content}</LinksStay>
          </SignInPageContext>
        </TimeZone>
      </AccountContext>
    </QueryClientProvider>
  );
}
