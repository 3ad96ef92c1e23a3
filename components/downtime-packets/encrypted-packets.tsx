"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FileLock2, KeyRound } from "lucide-react";
import dynamic from "next/dynamic";
import { useMemo, useState } from "react";
import { ListSection } from "#components/list-page/list-section";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { useTable } from "#components/ui/data-table/use-table.ts";
import { EmptyState } from "#components/ui/empty-state";
import {
  createDowntimePacket,
  downtimePackets,
  downtimePacketsKey,
  savePacket,
} from "#lib/browser/api/downtime-packets";
import { useAccountId, useMay } from "#lib/browser/session/account";
import { newId } from "#lib/kernel/id";
import type { DowntimePacketModel } from "#lib/resources/downtime-packets/model";
import { packetsColumns } from "./packets-columns.tsx";
import { FILES, words } from "./words.ts";

const PassphraseDialog = dynamic(() => import("./passphrase-dialog.tsx").then((module) => module.PassphraseDialog), {
  ssr: false,
});

const keyOf = ({ id }: DowntimePacketModel) => id;

/** Lists the encrypted packets of the last week, and creates one of a day now. */
export function EncryptedPackets({ day }: { day: string }) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const maySet = useMay("downtime-packets:update");
  const [setting, setSetting] = useState(false);
  const [key, setKey] = useState(newId);
  const query = useQuery(downtimePackets(accountId));
  const packets = query.data?.downtime_packets ?? [];
  const isSet = query.data?.passphrase_set === true;
  const save = useMutation({ mutationFn: (id: string) => savePacket(accountId, id) });
  const create = useMutation({
    mutationFn: () => createDowntimePacket(accountId, day, key),
    onSuccess: ({ downtime_packet }) => {
      setKey(newId());
      void client.invalidateQueries({ queryKey: downtimePacketsKey(accountId) });
      save.mutate(downtime_packet.id);
    },
  });
  const saving = save.isPending ? save.variables : undefined;
  const table = useTable(
    "downtime-packets",
    useMemo(() => packetsColumns({ saving, onSave: save.mutate }), [saving, save.mutate]),
  );
  const failure = create.error ?? save.error;
  return (
    <ListSection
      title={words.encryptedFile}
      note={words.fileNote}
      label={words.encryptedFiles}
      action={
        <span className="flex flex-wrap gap-2">
          {maySet ? (
            <Button icon={<KeyRound aria-hidden="true" />} onPress={() => setSetting(true)}>
              {isSet ? words.changePassphrase : words.setPassphrase}
            </Button>
          ) : null}
          <Button
            icon={<FileLock2 aria-hidden="true" />}
            pending={create.isPending}
            isDisabled={!isSet || day === ""}
            onPress={() => create.mutate()}
          >
            {words.saveFile}
          </Button>
        </span>
      }
      intro={
        failure ? (
          <Banner tone="danger" title={failure.message} announce>
            {words.notSaved}
          </Banner>
        ) : null
      }
      things={FILES}
      table={table}
      query={query}
      rows={packets}
      keyOf={keyOf}
      usual={1}
      empty={
        isSet ? (
          <EmptyState title={words.noFiles}>{words.noFilesHint}</EmptyState>
        ) : (
          <EmptyState icon={<KeyRound aria-hidden="true" />} title={words.noPassphrase}>
            {maySet ? words.setPassphraseFirst : words.adminSetsPassphrase}
          </EmptyState>
        )
      }
    >
      {setting ? <PassphraseDialog onClose={() => setSetting(false)} /> : null}
    </ListSection>
  );
}
