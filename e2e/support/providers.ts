import { randomInt } from "node:crypto";
import type { DemoFile } from "#lib/launcher/demo-file";
import type { ProviderModel } from "#lib/resources/providers/model";
import { readApi } from "./api.ts";
import { asOwner } from "./as-owner.ts";

/** Copies a provider here and in the EMR, because a settings sync removes a provider that the EMR does not have. */
const COPY = `WITH emr AS (
    INSERT INTO sandbox.provider
    SELECT (jsonb_populate_record(s, jsonb_build_object('id', $2::text, 'last_name', $3::text))).*
    FROM sandbox.provider s JOIN provider p ON s.id = p.ehr_id AND s.npi = p.npi
    WHERE replace(p.id::text, '-', '') = $1)
  INSERT INTO provider
  SELECT (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'ehr_id', $2, 'last_name', $3))).*
  FROM provider p WHERE replace(p.id::text, '-', '') = $1`;

export const readProviders = async (demo: DemoFile): Promise<ProviderModel[]> =>
  (await readApi<{ providers: ProviderModel[] }>(demo, "/providers")).providers;

/** Returns an active provider of the first account, for a test that changes nothing on the server. */
export async function aProvider(demo: DemoFile): Promise<ProviderModel> {
  const provider = (await readProviders(demo)).find(({ status }) => status === "active");
  if (!provider) throw new Error("The demo has no active provider");
  return provider;
}

/**
 * Adds an active provider to the first account for one test, so that the test changes no record that another test
 * reads. Its last name is unique, and last in the list.
 */
export async function ownProvider(demo: DemoFile): Promise<ProviderModel> {
  const number = String(randomInt(1e9, 1e12));
  const lastName = `Zz${number}`;
  await asOwner(COPY, [(await aProvider(demo)).id, number, lastName]);
  const copy = (await readProviders(demo)).find(({ last_name }) => last_name === lastName);
  if (!copy) throw new Error("The provider was not copied");
  return copy;
}
