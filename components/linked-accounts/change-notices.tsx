"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CircleX, Clock, Moon, TriangleAlert } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useId } from "react";
import { Announcement } from "#components/ui/announcement";
import { type Look, StatusBadge } from "#components/ui/badge";
import { Banner } from "#components/ui/banner";
import { RelativeTime } from "#components/ui/relative-time";
import { Switch } from "#components/ui/switch";
import type { ChangeNoticesModel, ManagedAccountModel } from "#lib/administration/linked-accounts/model";
import { changeAccount, managedAccountsKey } from "#lib/browser/api/managed-accounts";
import { useAccountId, useMay } from "#lib/browser/session/account";
import { schemaOf } from "#lib/emr/connections";
import { words } from "./change-notices-words.ts";
import { refusalWords } from "./connection-failure.ts";

const LOOKS: Record<ChangeNoticesModel["state"], Look> = {
  requested: { tone: "info", word: words.requested, icon: <Clock aria-hidden="true" /> },
  active: { tone: "success", word: words.active, icon: <CircleCheck aria-hidden="true" /> },
  silent: { tone: "neutral", word: words.silent, icon: <Moon aria-hidden="true" /> },
  refused: { tone: "danger", word: words.refused, icon: <CircleX aria-hidden="true" /> },
  unreachable: { tone: "warning", word: words.unreachable, icon: <TriangleAlert aria-hidden="true" /> },
};

/** Says what came of the wish to be told. */
function standing({ state, registered_at, heard_at, problem }: ChangeNoticesModel): ReactNode {
  if (state === "requested") return words.requestedHint;
  if (state === "unreachable") return words.unreachableHint;
  if (state === "refused") return words.refusedHint(problem ?? "");
  const at = heard_at ?? registered_at;
  const time = at === null ? null : <RelativeTime at={at} />;
  if (state === "silent")
    return (
      <>
        {words.silentSince} {time}: {words.silentHint}
      </>
    );
  if (heard_at === null)
    return (
      <>
        {words.since} {time}; {words.nothingYet}
      </>
    );
  return (
    <>
      {words.latest} {time}.
    </>
  );
}

function Standing({ notices }: { notices: ChangeNoticesModel }) {
  return (
    <>
      <StatusBadge look={LOOKS[notices.state]} /> {standing(notices)}
      {notices.refused_at === null ? null : (
        <span className="block">
          {words.unproved} <RelativeTime at={notices.refused_at} />.
        </span>
      )}
    </>
  );
}

/** Returns the function that switches the notices of an account's EMR on or off, and the state of the change in progress. */
function useSwitch({ id, connection, etag }: ManagedAccountModel) {
  const here = useAccountId();
  const client = useQueryClient();
  const router = useRouter();
  return useMutation({
    // The stored secrets stay, as the connection leaves them out. It is tested first, as each new one.
    mutationFn: (isOn: boolean) =>
      changeAccount(here, id, { connection: { ...connection, subscriptions: isOn ? "on" : "off" } }, etag),
    onSuccess: (changed) => {
      client.setQueryData<ManagedAccountModel[]>(managedAccountsKey(here), (accounts) =>
        accounts?.map((account) => (account.id === id ? changed : account)),
      );
      router.refresh();
    },
  });
}

/** Checks whether the EMR of an account can be asked to tell of changes. */
export const maySubscribe = ({ emr_type, active }: ManagedAccountModel): boolean =>
  active && "subscriptions" in (schemaOf(emr_type)?.shape ?? {});

/** Shows whether an EMR tells of changes at once, and has an admin switch that on or off. */
export function ChangeNotices({ account }: { account: ManagedAccountModel }) {
  const id = useId();
  const mayChange = useMay("linked-accounts:update");
  const { mutate, isPending, variables, error } = useSwitch(account);
  const isOn = isPending ? variables : account.connection?.subscriptions === "on";
  return (
    <div className="flex flex-col items-start gap-1">
      <Switch
        label={words.label}
        isOn={isOn}
        disabled={!mayChange || isPending}
        describedBy={id}
        onChange={(wished) => mutate(wished)}
      />
      <p id={id} className="text-xs text-faint">
        {words.effect}
      </p>
      <Announcement>
        {isOn ? (account.change_notices ? LOOKS[account.change_notices.state].word : "") : words.off}
      </Announcement>
      <div className="text-sm">
        {account.change_notices && isOn ? <Standing notices={account.change_notices} /> : isOn ? null : words.off}
      </div>
      {error ? (
        <Banner tone="danger" title={refusalWords(schemaOf(account.emr_type), error)} announce>
          {words.stays}
        </Banner>
      ) : null}
    </div>
  );
}
