import { queryOptions } from "@tanstack/react-query";
import type { SandboxBehavior } from "#lib/administration/sandbox/model";
import { call } from "./fetcher.ts";

export const behaviorKey = (accountId: string) => ["sandbox-behavior", accountId] as const;

/** GET /sandbox/behavior: how the simulated EMR of the account is set to behave. */
export const sandboxBehavior = (accountId: string) =>
  queryOptions({
    queryKey: behaviorKey(accountId),
    queryFn: async ({ signal }) =>
      (await call<{ behavior: SandboxBehavior }>(accountId, "/sandbox/behavior", { signal })).behavior,
  });

/** PATCH /sandbox/behavior: the parts that are given. */
export const changeBehavior = async (accountId: string, body: Partial<SandboxBehavior>): Promise<SandboxBehavior> =>
  (await call<{ behavior: SandboxBehavior }>(accountId, "/sandbox/behavior", { method: "PATCH", body })).behavior;
