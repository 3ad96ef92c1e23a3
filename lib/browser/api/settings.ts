import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type { DeskSettingsChange } from "#lib/resources/settings/desk-settings";
import type { shownSettings } from "#lib/resources/settings/model";
import { call, submit } from "./fetcher.ts";

/**
 * GET /settings: the practice's settings as of the last sync, such as the payment methods and the clinic's time zone.
 */
export const settings = (accountId: string) =>
  queryOptions({
    queryKey: ["settings", accountId],
    queryFn: async ({ signal }) => (await call(accountId, "GET /settings", {}, { signal })).settings,
    staleTime: 300_000,
  });

export type ShownSettings = z.infer<typeof shownSettings>;

/** PATCH /settings: sets the clinic's details for receipts, and the payment methods without a reference number. */
export const changeSettings = async (
  accountId: string,
  body: DeskSettingsChange,
  idempotencyKey: string,
): Promise<ShownSettings> => (await submit(accountId, "PATCH /settings", body, { idempotencyKey })).settings;
