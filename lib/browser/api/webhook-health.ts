import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "./fetcher.ts";

const LOOK_AGAIN_MS = 15_000;

export type HealthSpan = "day" | "week";

/** GET /webhook-endpoints/health: the health of each of the account's endpoints, by its id. */
export const webhookHealth = (accountId: string, span: HealthSpan) =>
  queryOptions({
    // Nested under the endpoints' key, so that a change of an endpoint refreshes its health.
    queryKey: ["webhook-endpoints", accountId, "health", span],
    queryFn: async ({ signal }) => {
      const { webhook_endpoint_health: all } = await call(
        accountId,
        "GET /webhook-endpoints/health",
        { span },
        { signal },
      );
      return new Map(all.map((health) => [health.endpoint_id, health]));
    },
    staleTime: 5_000,
    refetchInterval: LOOK_AGAIN_MS,
    placeholderData: keepPreviousData,
  });
