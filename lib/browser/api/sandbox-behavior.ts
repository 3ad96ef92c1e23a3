import { queryOptions } from "@tanstack/react-query";
import type { SandboxBehavior, SandboxChange } from "#lib/administration/sandbox/model";
import { call } from "./fetcher.ts";

/** The query key of the simulated EMR's behavior. */
export const behaviorKey = (accountId: string) => ["sandbox-behavior", accountId] as const;

/** GET /sandbox/behavior: the behaviour settings of the account's simulated EMR. */
export const sandboxBehavior = (accountId: string) =>
  queryOptions({
    queryKey: behaviorKey(accountId),
    queryFn: async ({ signal }) => (await call(accountId, "GET /sandbox/behavior", {}, { signal })).behavior,
  });

/** PATCH /sandbox/behavior: changes only the given settings; under a tag, only if they are as they were seen. */
export const changeBehavior = async (
  accountId: string,
  body: SandboxChange,
  ifMatch?: string,
): Promise<SandboxBehavior> => (await call(accountId, "PATCH /sandbox/behavior", body, { ifMatch })).behavior;
