import { asc, sql } from "drizzle-orm";
import type { z } from "zod";
import { hexIds } from "#lib/db/hex-id";
import { deploymentApp } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import { appRedirectUri } from "#lib/emr/app-redirect";
import { trimmedAddress } from "#lib/emr/port/connection-fields";
import { invalid } from "#lib/kernel/domain-error";
import { newId } from "#lib/kernel/id";
import { problemsOf } from "#lib/kernel/validation";
import { seal } from "#lib/security/sealing/secret-box";
import { assertDialled } from "./dialled.ts";
import { type EmrAppModel, emrAppInput } from "./model.ts";

const toModel = ({
  id,
  issuer,
  clientId,
  tokenUrl,
  scopes,
  createdAt,
}: typeof deploymentApp.$inferSelect): EmrAppModel => ({
  id,
  of: "deployment",
  issuer,
  client_id: clientId,
  proof: "secret",
  token_url: tokenUrl,
  scopes,
  redirect_uri: appRedirectUri(),
  created_at: createdAt.toISOString(),
});

/** Returns the apps that the operator has registered for all organizations, without their secrets. */
export const deploymentApps = async (tx: Transaction): Promise<EmrAppModel[]> =>
  (await tx.select().from(deploymentApp).orderBy(asc(deploymentApp.issuer))).map(toModel);

/** What the operator knows of an app that is listed. */
export interface ListedApp {
  issuer: string;
  client_id: string;
  scopes: string;
}

/** Returns them for the operator. */
export const listDeploymentApps = () =>
  withoutTenant<ListedApp & Record<string, unknown>>(
    sql`SELECT issuer, client_id, scopes FROM ${deploymentApp} ORDER BY issuer`,
  );

/**
 * Registers an app for all organizations, or replaces the one of its issuer: what is authorized by that goes on by the new one. Returns
 * the issuer. Throws `invalid` for what must not be stored.
 */
export async function setDeploymentApp(
  given: { [Field in keyof z.input<typeof emrAppInput>]?: string | undefined },
): Promise<string> {
  const parsed = emrAppInput.required({ client_secret: true }).safeParse(given);
  if (!parsed.success) throw invalid(problemsOf(parsed.error, given));
  const { issuer: address, client_id, client_secret, token_url, scopes } = parsed.data;
  assertDialled({ issuer: address, token_url });
  const issuer = trimmedAddress(address);
  const sealed = await seal(client_secret);
  await withoutTenant(sql`
    INSERT INTO ${deploymentApp} (id, issuer, client_id, client_secret, token_url, scopes)
    VALUES (${newId()}::uuid, ${issuer}, ${client_id}, ${sealed}, ${token_url ?? null}, ${scopes})
    ON CONFLICT (issuer) DO UPDATE SET client_id = excluded.client_id, client_secret = excluded.client_secret,
      token_url = excluded.token_url, scopes = excluded.scopes`);
  return issuer;
}

/** Removes the app of an issuer. Returns false if there is none. */
export async function removeDeploymentApp(issuer: string): Promise<boolean> {
  const removed = await withoutTenant(
    sql`DELETE FROM ${deploymentApp} WHERE issuer = ${trimmedAddress(issuer)} RETURNING ${hexIds("id")}`,
  );
  return removed.length > 0;
}
