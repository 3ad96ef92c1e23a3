"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ComboBox } from "#components/ui/combo-box";
import { emrDirectory } from "#lib/browser/api/emr-directory";
import { useSettled } from "#lib/browser/page/use-settled";
import { useAccountId } from "#lib/browser/session/account";
import type { DirectoryEmr } from "#lib/emr-directory/model";
import { words } from "./link-words.ts";

/** An EMR is known by all that is shown of it: several practices may share a server. */
const idOf = ({ name, place, base_url }: DirectoryEmr): string => JSON.stringify([base_url, name, place]);

const choiceOf = (emr: DirectoryEmr) => ({
  id: idOf(emr),
  name: emr.name,
  detail: [emr.brand, emr.place, URL.parse(emr.base_url)?.host, emr.published_by].filter(Boolean).join(" · "),
});

/**
 * Finds an EMR in the directories that vendors publish, by practice, place and brand. Shows nothing where the operator has
 * imported none.
 */
export function EmrFinder({ onFound }: { onFound: (baseUrl: string) => void }) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<DirectoryEmr | null>(null);
  const sought = useSettled(text === chosen?.name ? "" : text);
  const { data, isFetching, isError } = useQuery(emrDirectory(accountId, sought));
  const [known, setKnown] = useState<readonly DirectoryEmr[]>([]);
  if (!data?.has_directories) return null;

  const choose = (id: string) => {
    const emr = [...data.emrs, ...known].find((each) => idOf(each) === id) ?? null;
    setChosen(emr);
    if (emr) onFound(emr.base_url);
  };

  return (
    <ComboBox
      label={words.findEmr}
      help={chosen ? words.emrFound(chosen.base_url) : words.findEmrHelp}
      value={chosen ? idOf(chosen) : ""}
      valueText={chosen?.name ?? ""}
      onChange={choose}
      onInputChange={setText}
      options={data.emrs.map(choiceOf)}
      find={async (typed) => {
        const { emrs } = await client.fetchQuery(emrDirectory(accountId, typed));
        setKnown(emrs);
        return emrs.map(choiceOf);
      }}
      loading={isFetching}
      empty={isError ? words.directoryNotLoaded : text.trim().length < 2 ? words.findEmrHelp : words.noEmrFound}
    />
  );
}
