"use client";

import { useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, Clock, Link2, Link2Off } from "lucide-react";
import { useState } from "react";
import { ReceiptActions } from "#components/link-receipt/receipt-actions";
import { UnlinkConfirm } from "#components/linked-accounts/unlink-confirm";
import { Badge } from "#components/ui/badge";
import { Button } from "#components/ui/button";
import { Confirm } from "#components/ui/confirm";
import { Link } from "#components/ui/link";
import { RelativeTime } from "#components/ui/relative-time";
import type { ListedLinkModel } from "#lib/administration/link-tokens/model";
import { endLink, LINK_TOKENS } from "#lib/browser/api/link-tokens";
import { changeAccount, managedAccountsKey } from "#lib/browser/api/managed-accounts";
import { useAccountId } from "#lib/browser/session/account";
import { emrName } from "#lib/emr/kinds";
import { STATES, words } from "./links-words.ts";

const LOOKS = {
  open: { tone: "info", Icon: CircleDashed },
  linked: { tone: "warning", Icon: Link2 },
  exchanged: { tone: "success", Icon: CircleCheck },
  ended: { tone: "neutral", Icon: Link2Off },
  late: { tone: "neutral", Icon: Clock },
} as const;

function State({ link: { state, linked_account: account } }: { link: ListedLinkModel }) {
  const { tone, Icon } = LOOKS[state];
  if (account && !account.active) return <Badge icon={<Link2Off aria-hidden="true" />}>{words.unlinked}</Badge>;
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {STATES[state]}
    </Badge>
  );
}

function Facts({ link }: { link: ListedLinkModel }) {
  const { agreed, linked_account: account, linked_account_id: id } = link;
  const mayWrite = link.writes.filter(({ operation }) => !agreed || agreed.writes.includes(operation));
  const facts = [
    { label: words.customerId, value: link.user_id },
    { label: words.asked, value: <RelativeTime at={link.created_at} /> },
    ...(agreed && account
      ? [
          { label: words.linked, value: <RelativeTime at={agreed.at} /> },
          { label: words.emr, value: [emrName(account.emr_type), agreed.connected_to].filter(Boolean).join(" · ") },
          { label: words.account, value: <Link href={`/a/${id}/integrations`}>{account.name}</Link> },
        ]
      : []),
    {
      label: agreed ? words.mayWrite : words.askedToWrite,
      value: mayWrite.map(({ name }) => name).join(", ") || words.nothing,
    },
  ];
  return (
    <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-sm">
      {facts.map(({ label, value }) => (
        <div key={label} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-muted">{label}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Shows one link of an API client: whose it is, what became of it, what was agreed to, and how it is ended. */
export function LinkRow({ link }: { link: ListedLinkModel }) {
  const here = useAccountId();
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const { id, state, organization_name: customer, linked_account: account, linked_account_id: accountId } = link;
  const canUnlink = account?.active && accountId !== null;
  const done = async () => {
    await client.invalidateQueries({ queryKey: LINK_TOKENS });
    await client.invalidateQueries({ queryKey: managedAccountsKey(here) });
  };
  return (
    <li className="flex flex-col gap-2 px-3 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="min-w-0 font-medium break-words">{customer}</h3>
        <State link={link} />
      </div>
      <Facts link={link} />
      {state === "linked" && link.exchange_by !== null && Date.parse(link.exchange_by) < Date.now() ? (
        <p className="text-sm text-warning">{words.neverExchanged}</p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {link.agreed ? <ReceiptActions link={link} /> : null}
        {state === "open" || canUnlink ? (
          <Button icon={<Link2Off aria-hidden="true" />} onPress={() => setAsked(true)}>
            {state === "open" ? words.end : words.unlink}
          </Button>
        ) : null}
      </div>
      {isAsked && state === "open" ? (
        <Confirm
          title={`${words.endNamed(customer)}?`}
          action={words.end}
          danger
          onConfirm={async () => {
            await endLink(here, id);
            await done();
          }}
          onClose={() => setAsked(false)}
        >
          {words.endEffect}
        </Confirm>
      ) : null}
      {isAsked && canUnlink ? (
        <UnlinkConfirm
          name={account.name}
          onConfirm={async () => {
            await changeAccount(here, accountId, { active: false });
            await done();
          }}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </li>
  );
}
