"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { EmptyState } from "#components/ui/empty-state";
import { ListBody } from "#components/ui/list-body";
import { Section } from "#components/ui/section";
import { Select } from "#components/ui/select";
import { changeMeanings, type VisitStatus, visitStatuses, visitStatusesKey } from "#lib/browser/api/visit-statuses";
import { useAccountId, useMay } from "#lib/browser/session/account";
import type { VisitMeaning } from "#lib/emr/port/visit-meaning";
import { MEANING_WORDS } from "#lib/resources/visit-statuses/meaning-words";

const NONE = "none";
const OPTIONS = [
  { id: NONE, name: "No meaning" },
  ...Object.entries(MEANING_WORDS).map(([id, name]) => ({ id, name })),
];

const isMeaning = (id: string): id is VisitMeaning => Object.hasOwn(MEANING_WORDS, id);

interface StatusRowProps {
  status: VisitStatus;
  disabled: boolean;
  onChange: (meaning: VisitMeaning | null) => void;
}

function StatusRow({ status: { code, description, meaning }, disabled, onChange }: StatusRowProps) {
  return (
    <li className="flex items-center justify-between gap-4 py-2">
      <span className="min-w-0">
        <span className="block truncate">{description}</span>
        <span className="block truncate text-xs text-faint">{code}</span>
      </span>
      <Select
        label={`Meaning of ${description}`}
        hideLabel
        options={OPTIONS}
        value={meaning ?? NONE}
        disabled={disabled}
        onChange={(id) => onChange(isMeaning(id) ? id : null)}
        className="w-40 shrink-0"
      />
    </li>
  );
}

/**
 * Maps the EMR's visit statuses to what they mean at the front desk, which gives them their color, icon and shortcuts
 * (decisions §5).
 */
export function MeaningsSection() {
  const accountId = useAccountId();
  const client = useQueryClient();
  const mayChange = useMay("visit-statuses:update");
  const query = useQuery(visitStatuses(accountId));
  const statuses = query.data ?? [];
  const { mutate, isPending, error } = useMutation({
    mutationFn: (meanings: { code: string; meaning: VisitMeaning | null }[]) => changeMeanings(accountId, meanings),
    onSuccess: (changed) => client.setQueryData(visitStatusesKey(accountId), changed),
  });
  const proposed = statuses.filter(({ meaning, proposal }) => meaning === null && proposal !== null);
  return (
    <Section
      title="What visit statuses mean"
      note="A status with a meaning has its color and icon in the schedule, and is set in one tap. Nothing is sent to the EMR."
      action={
        mayChange && proposed.length > 0 ? (
          <Button
            pending={isPending}
            onPress={() => mutate(proposed.map(({ code, proposal }) => ({ code, meaning: proposal })))}
          >
            {proposed.length === 1 ? "Use the proposal" : `Use ${proposed.length} proposals`}
          </Button>
        ) : null
      }
    >
      {error ? (
        <Banner tone="danger" title={error.message} announce>
          Nothing was changed.
        </Banner>
      ) : null}
      <ListBody
        things="visit statuses"
        query={query}
        count={statuses.length}
        usual={8}
        empty={<EmptyState title="No visit statuses">They appear once the account has been synced.</EmptyState>}
      >
        <ul className="max-w-2xl divide-y divide-line border-y border-line">
          {statuses.map((status) => (
            <StatusRow
              key={status.code}
              status={status}
              disabled={!mayChange || isPending}
              onChange={(meaning) => mutate([{ code: status.code, meaning }])}
            />
          ))}
        </ul>
      </ListBody>
    </Section>
  );
}
