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
import { words } from "./words.ts";

const NONE = "none";
const OPTIONS = [
  { id: NONE, name: words.noMeaning },
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
    <li className="flex items-center gap-4 px-4 py-2">
      <span className="min-w-0 flex-1 sm:max-w-80">
        <span className="block truncate">{description}</span>
        <span className="block truncate text-xs text-faint">{code}</span>
      </span>
      <Select
        label={words.meaningOf(description)}
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
      title={words.statusMeanings}
      note={words.statusMeaningsNote}
      action={
        mayChange && proposed.length > 0 ? (
          <Button
            pending={isPending}
            onPress={() => mutate(proposed.map(({ code, proposal }) => ({ code, meaning: proposal })))}
          >
            {words.proposals(proposed.length)}
          </Button>
        ) : null
      }
    >
      {error ? (
        <Banner tone="danger" title={error.message} announce>
          {words.nothingChanged}
        </Banner>
      ) : null}
      <ListBody
        things={words.visitStatuses.toLowerCase()}
        query={query}
        count={statuses.length}
        usual={8}
        empty={<EmptyState title={words.noStatuses}>{words.noStatusesHint}</EmptyState>}
      >
        <ul className="divide-y divide-line">
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
