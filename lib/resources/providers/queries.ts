import { z } from "zod";
import { keyset } from "#lib/definitions/keyset";
import { defineList } from "#lib/definitions/list";
import { defineQuery, noQuery } from "#lib/definitions/query";
import { notFound } from "#lib/kernel/domain-error";
import { withEntityTag } from "#lib/kernel/entity-tag";
import { type ProviderModel, providerModel } from "./model.ts";
import { byEhrId, byId } from "./named-provider.ts";
import { providerNumberOf } from "./provider-number.ts";
import { provider } from "./table.ts";

/** Maps a row to its record with the tag by which a change names it. */
export const toProvider = (row: typeof provider.$inferSelect): ProviderModel =>
  withEntityTag({
    id: row.id,
    ehr_id: row.ehrId,
    provider_number: providerNumberOf(row),
    first_name: row.firstName,
    last_name: row.lastName,
    npi: row.npi,
    specialty: row.specialty,
    status: row.status,
    hide_in_availability: row.hideInAvailability ? "true" : "false",
    hours: row.hours,
    changed_by: row.changedBy?.name ?? null,
    changed_at: row.changedAt?.toISOString() ?? null,
    set_aside: row.setAside,
  });

/** Defines the read of one provider, whose ETag is what a PATCH takes as `If-Match` (decisions §5). */
const oneProvider = (path: string, summary: string, named: typeof byId) =>
  defineQuery({
    path,
    embed: "open",
    summary,
    permission: "providers:read",
    patientData: false,
    query: noQuery,
    body: z.object({ provider: providerModel }),
    etagOf: ({ provider: { etag } }) => etag,
    async read({ tx, linkedAccountId, params }) {
      const [found] = await tx.select().from(provider).where(named({ linkedAccountId }, params));
      if (!found) throw notFound("Provider");
      return { provider: toProvider(found) };
    },
  });

/** GET /providers/{id}. */
export const getProvider = oneProvider("/providers/{id}", "Get one provider", byId);

/** GET /providers/ehr/{ehr_id}. */
export const getProviderByEhrId = oneProvider("/providers/ehr/{ehr_id}", "Get one provider, by EMR id", byEhrId);

/** GET /providers: all providers of the practice, active or not, by name (interface 2.11). */
export const listProviders = defineList({
  path: "/providers",
  embed: "open",
  summary: "List the providers of the practice",
  permission: "providers:read",
  patientData: false,
  key: "providers",
  model: providerModel,
  table: provider,
  synced: true,
  order: keyset("asc", provider.lastName, provider.firstName, provider.id),
  toModel: toProvider,
});
