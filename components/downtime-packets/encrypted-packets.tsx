"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, FileLock2, KeyRound } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { ListBody } from "#components/ui/list-body";
import { RelativeTime } from "#components/ui/relative-time";
import { Section } from "#components/ui/section";
import { Table, TableCell, TableHead, TableRow } from "#components/ui/table";
import { formatDate } from "#components/ui/time-words";
import {
  createDowntimePacket,
  downtimePackets,
  downtimePacketsKey,
  savePacket,
} from "#lib/browser/api/downtime-packets";
import { useAccountId, useMay } from "#lib/browser/session/account";
import { newId } from "#lib/kernel/id";

const PassphraseDialog = dynamic(() => import("./passphrase-dialog.tsx").then((module) => module.PassphraseDialog), {
  ssr: false,
});

const COLUMNS = [
  { title: "Day" },
  { title: "Made", className: "w-full" },
  { title: "Size", end: true },
  { title: "Actions", end: true },
];

/** Lists the encrypted packets of the last week, and makes one of a day now. */
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
  const make = useMutation({
    mutationFn: () => createDowntimePacket(accountId, day, key),
    onSuccess: ({ downtime_packet }) => {
      setKey(newId());
      void client.invalidateQueries({ queryKey: downtimePacketsKey(accountId) });
      save.mutate(downtime_packet.id);
    },
  });
  const failure = make.error ?? save.error;
  return (
    <Section
      title="Encrypted file"
      note="One file that opens in any browser with the clinic’s passphrase, without a network. Each evening at 6 PM the file of the next day is made by itself; files are kept for a week."
      action={
        <span className="flex flex-wrap gap-2">
          {maySet ? (
            <Button icon={<KeyRound aria-hidden="true" />} onPress={() => setSetting(true)}>
              {isSet ? "Change the passphrase" : "Set the passphrase"}
            </Button>
          ) : null}
          <Button
            icon={<FileLock2 aria-hidden="true" />}
            pending={make.isPending}
            isDisabled={!isSet || day === ""}
            onPress={() => make.mutate()}
          >
            Save encrypted file
          </Button>
        </span>
      }
    >
      {failure ? (
        <Banner tone="danger" title={failure.message} announce>
          No file was saved. Try again; the sheet can be printed meanwhile.
        </Banner>
      ) : null}
      {query.isSuccess && !isSet ? (
        <Banner tone="warning" title="No encrypted files are made yet">
          {maySet
            ? "Set a passphrase first. Write it down where staff find it without a computer."
            : "An admin must set the passphrase first. The sheet can be printed without it."}
        </Banner>
      ) : null}
      {packets.length > 0 || query.isError ? (
        <ListBody things="files" query={query} count={packets.length} empty={null}>
          <Table label="Encrypted files">
            <TableHead columns={COLUMNS} />
            <tbody>
              {packets.map((packet) => (
                <TableRow key={packet.id}>
                  <TableCell className="whitespace-nowrap">{formatDate(packet.day)}</TableCell>
                  <TableCell className="text-muted">
                    {packet.made === "evening" ? "Each evening" : "On request"}, <RelativeTime at={packet.created_at} />
                  </TableCell>
                  <TableCell end className="whitespace-nowrap text-muted">
                    {Math.ceil(packet.size / 1_024).toLocaleString("en-US")} kB
                  </TableCell>
                  <TableCell end>
                    <Button
                      size="sm"
                      icon={<Download aria-hidden="true" />}
                      pending={save.isPending && save.variables === packet.id}
                      onPress={() => save.mutate(packet.id)}
                    >
                      Save
                      <span className="sr-only"> the file of {formatDate(packet.day)}</span>
                    </Button>
                  </TableCell>
                </TableRow>
              ))}
            </tbody>
          </Table>
        </ListBody>
      ) : null}
      {setting ? <PassphraseDialog onClose={() => setSetting(false)} /> : null}
    </Section>
  );
}
