import { queryOptions } from "@tanstack/react-query";
import { fileNameOf } from "#lib/browser/page/file-name";
import { saveFile } from "#lib/browser/page/save-file";
import { call, callFile, submit } from "./fetcher.ts";

/** GET /downtime-packets/sheet: the content of a packet. Each request is in the audit log, so it is not repeated. */
export const downtimeSheet = (accountId: string, day: string) =>
  queryOptions({
    queryKey: ["downtime-sheet", accountId, day],
    queryFn: async ({ signal }) => (await call(accountId, "GET /downtime-packets/sheet", { day }, { signal })).sheet,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** The query key of an account's downtime packets. */
export const downtimePacketsKey = (accountId: string) => ["downtime-packets", accountId] as const;

/** GET /downtime-packets: the encrypted packets of the last week, and whether a passphrase is set. */
export const downtimePackets = (accountId: string) =>
  queryOptions({
    queryKey: downtimePacketsKey(accountId),
    queryFn: ({ signal }) => call(accountId, "GET /downtime-packets", {}, { signal }),
  });

/** POST /downtime-packets: makes the encrypted packet of a day. */
export const createDowntimePacket = (accountId: string, day: string, idempotencyKey: string) =>
  call(accountId, "POST /downtime-packets", { day }, { idempotencyKey });

/** GET /downtime-packets/{id}: downloads the encrypted file and saves it. */
export async function savePacket(accountId: string, id: string): Promise<void> {
  const { blob, headers } = await callFile(accountId, "GET /downtime-packets/{id}", { id });
  saveFile(blob, fileNameOf(headers.get("content-disposition")) ?? "downtime-packet.html");
}

/** PUT /downtime-packets/passphrase: sets the passphrase of the packets that are made from now on. */
export const setDowntimePassphrase = (accountId: string, body: Record<string, unknown>, idempotencyKey: string) =>
  submit(accountId, "PUT /downtime-packets/passphrase", body, { idempotencyKey });
