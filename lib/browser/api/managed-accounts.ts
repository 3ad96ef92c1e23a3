import { queryOptions } from "@tanstack/react-query";
import type { ManagedAccountModel } from "#lib/administration/linked-accounts/model";
import type { MrnSystemModel, ProfileModel } from "#lib/administration/linked-accounts/profile-model";
import { ApiFailure } from "./api-failure.ts";
import { type CallOptions, call, submit } from "./fetcher.ts";
import { readAll } from "./read-all.ts";

/** Interval at which a first sync in progress, or a new secret or notices that are asked for, are read again. */
const LOOK_AGAIN_MS = 2_000;

/** The query key of the organization's linked accounts. */
export const managedAccountsKey = (accountId: string) => ["linked_accounts", accountId] as const;

/** GET /linked-accounts: every linked account of the organization; read again while one waits for its first sync, a new secret or notices. */
export const managedAccounts = (accountId: string) =>
  queryOptions({
    queryKey: managedAccountsKey(accountId),
    queryFn: ({ signal }) => readAll(accountId, "GET /linked-accounts", "linked_accounts", { signal }),
    refetchInterval: ({ state }) =>
      state.data?.some(
        ({ synced_at, active, event_webhook, change_notices }) =>
          (active && synced_at === null) || event_webhook?.secret_asked_at || change_notices?.state === "requested",
      )
        ? LOOK_AGAIN_MS
        : false,
  });

/** Time limit of a request that tries a connection, for which the server itself takes up to 30 seconds. */
const PROBE_DEADLINE_MS = 45_000;

/** The findings of a probe, and the identifiers of patients among which the MRN is chosen. */
export interface Probed {
  /** Names the probe in the link that follows, which is then not probed again. */
  probeId: string;
  profile: ProfileModel;
  mrnSystems: readonly MrnSystemModel[];
}

/** POST /linked-accounts/probe: tries a connection and links nothing. Throws for one that cannot be linked. */
export async function probeEmr(
  accountId: string,
  body: { emr_type: string; connection: Record<string, unknown>; write_probes: boolean },
): Promise<Probed> {
  const probed = await submit(accountId, "POST /linked-accounts/probe", body, { deadlineMs: PROBE_DEADLINE_MS });
  const { probe_id: probeId, profile, problems: errors, mrn_systems: mrnSystems } = probed;
  if (errors.length === 0) return { probeId, profile, mrnSystems };
  const message = errors.map((each) => `${each.field} ${each.message}`).join("; ");
  throw new ApiFailure(400, message, { body: { success: false, message, errors } });
}

const isOfProbe = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.errors.some(({ field }) => field === "probe_id");

/**
 * Sends a link by a probe of its connection. If the probe that the body names no longer counts, it is sent again without it: the
 * connection is then probed anew.
 */
export async function byProbe<Answer>(
  { probe_id, ...body }: Record<string, unknown>,
  link: (body: Record<string, unknown>, options: Pick<CallOptions, "deadlineMs">) => Promise<Answer>,
): Promise<Answer> {
  const options = { deadlineMs: PROBE_DEADLINE_MS };
  try {
    return await link({ ...body, ...(probe_id !== undefined && { probe_id }) }, options);
  } catch (failure) {
    if (!isOfProbe(failure)) throw failure;
    return link(body, options);
  }
}

/** POST /linked-accounts: the response contains the access token, only this once. */
export const linkAccount = (accountId: string, body: Record<string, unknown>, idempotencyKey: string) =>
  byProbe(body, (given, options) => submit(accountId, "POST /linked-accounts", given, { idempotencyKey, ...options }));

/** Body of PATCH /linked-accounts/{id}. */
export interface AccountChange {
  name?: string;
  /** 0: the nightly sync alone. */
  sync_interval_minutes?: number;
  active?: boolean;
  connection?: Record<string, unknown>;
  /** Whether the test of `connection` may write, on resources of its own. */
  write_probes?: boolean;
  /** Ids of operations that may write to the EMR from now on; another admin's switches stay. */
  switch_on?: string[];
  switch_off?: string[];
}

/** PATCH /linked-accounts/{id}, under a tag if it replaces what a person has read: renames it, unlinks it or links it again, replaces its connection, switches writes. */
export const changeAccount = async (
  accountId: string,
  id: string,
  body: AccountChange,
  ifMatch?: string,
): Promise<ManagedAccountModel> =>
  (await submit(accountId, "PATCH /linked-accounts/{id}", { id, ...body }, { deadlineMs: PROBE_DEADLINE_MS, ifMatch }))
    .linked_account;

/** POST /linked-accounts/{id}/rotate-token: the response contains the new access token, only this once. */
export const rotateToken = (accountId: string, id: string, idempotencyKey: string) =>
  call(accountId, "POST /linked-accounts/{id}/rotate-token", { id }, { idempotencyKey });

/** POST /linked-accounts/{id}/rotate-webhook-secret: the EMR is asked for a new secret of its events within a minute. */
export const rotateWebhookSecret = (accountId: string, id: string) =>
  call(accountId, "POST /linked-accounts/{id}/rotate-webhook-secret", { id });
