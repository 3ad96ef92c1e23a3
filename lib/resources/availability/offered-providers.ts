import { and, eq, inArray, type SQL } from "drizzle-orm";
import { provider } from "#lib/resources/providers/table";
import type { AvailabilityQuery } from "./query.ts";

type Named = Partial<Pick<AvailabilityQuery, "provider_id" | "provider_ehr_id" | "provider_ehr_ids">>;

/** Condition: an active provider who is not hidden, and among those whom a request names. */
export const offeredProviders = (linkedAccountId: string, query: Named = {}): SQL | undefined =>
  and(
    eq(provider.linkedAccountId, linkedAccountId),
    eq(provider.status, "active"),
    eq(provider.hideInAvailability, false),
    query.provider_id ? eq(provider.id, query.provider_id) : undefined,
    query.provider_ehr_id ? eq(provider.ehrId, query.provider_ehr_id) : undefined,
    query.provider_ehr_ids ? inArray(provider.ehrId, query.provider_ehr_ids) : undefined,
  );
