import { and, asc, eq, gt, isNotNull, like, notLike, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { hexIds } from "#lib/db/hex-id";
import {
  apiClient,
  deploymentApp,
  emrApp,
  emrAuthorization,
  emrWebhook,
  idempotencyKey,
  linkedAccount,
  mail,
  ownProvider,
  secondFactor,
  webhookEndpoint,
} from "#lib/db/schema";
import { readTenant, type Transaction, withTenant } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import type { Tenant } from "#lib/kernel/principal";
import { clientsOf } from "#lib/security/credentials/clients-of";
import { organizationKey } from "#lib/security/organization-keys/table";
import { currentSeal, open, seal } from "./secret-box.ts";

/** Rows that one transaction locks and reseals. */
const BATCH = 100;
const FIRST = "0".repeat(32);

/** Result for one column. `unopened` counts values that no configured key opens; they stay as they are. */
export interface Resealed {
  column: string;
  resealed: number;
  unopened: number;
}

type Counts = Pick<Resealed, "resealed" | "unopened">;

/** Returns a value sealed with the current key, or null if no known key opens it. */
async function resealedOrNull(sealed: string): Promise<string | null> {
  const plain = await open(sealed).catch(() => null);
  return plain === null ? null : seal(plain);
}

/** A column of sealed text in a table whose rows have an id. */
interface SealedColumn {
  name: string;
  /** Whether its rows belong to the whole organization, or to a linked account and some to all of them. */
  of: "account" | "organization";
  batch(tx: Transaction, after: string, stale: (column: PgColumn) => SQL | undefined): Promise<SealedValue[]>;
  write(tx: Transaction, id: string, sealed: string): Promise<unknown>;
}

interface SealedValue {
  id: string;
  sealed: string | null;
}

type Table =
  | typeof apiClient
  | typeof emrApp
  | typeof emrAuthorization
  | typeof emrWebhook
  | typeof linkedAccount
  | typeof mail
  | typeof organizationKey
  | typeof ownProvider
  | typeof secondFactor
  | typeof webhookEndpoint;

function sealedColumn(of: SealedColumn["of"], name: string, table: Table, key: string, column: PgColumn): SealedColumn {
  return {
    name,
    of,
    batch: (tx, after, stale) =>
      tx
        .select({ id: table.id, sealed: sql<string | null>`${column}` })
        .from(table)
        .where(and(gt(table.id, after), isNotNull(column), stale(column)))
        .orderBy(asc(table.id))
        .limit(BATCH)
        .for("update"),
    write: (tx, id, sealed) =>
      tx
        .update(table)
        .set({ [key]: sealed })
        .where(eq(table.id, id)),
  };
}

const COLUMNS: readonly SealedColumn[] = [
  sealedColumn("organization", "linked_account.inbox_secret", linkedAccount, "inboxSecret", linkedAccount.inboxSecret),
  sealedColumn("organization", "linked_account.credentials", linkedAccount, "credentials", linkedAccount.credentials),
  sealedColumn(
    "organization",
    "linked_account.downtime_passphrase",
    linkedAccount,
    "downtimePassphrase",
    linkedAccount.downtimePassphrase,
  ),
  sealedColumn("organization", "api_client.webhook_secret", apiClient, "webhookSecret", apiClient.webhookSecret),
  sealedColumn(
    "organization",
    "organization_key.private_keys",
    organizationKey,
    "privateKeys",
    organizationKey.privateKeys,
  ),
  sealedColumn("organization", "emr_app.client_secret", emrApp, "clientSecret", emrApp.clientSecret),
  sealedColumn("organization", "emr_authorization.sealed", emrAuthorization, "sealed", emrAuthorization.sealed),
  sealedColumn("organization", "emr_webhook.sealed", emrWebhook, "sealed", emrWebhook.sealed),
  sealedColumn("organization", "mail.content", mail, "content", mail.content),
  sealedColumn("organization", "own_provider.client_secret", ownProvider, "clientSecret", ownProvider.clientSecret),
  sealedColumn("organization", "second_factor.secret", secondFactor, "secret", secondFactor.secret),
  sealedColumn("account", "webhook_endpoint.secret", webhookEndpoint, "secret", webhookEndpoint.secret),
  sealedColumn(
    "account",
    "webhook_endpoint.previous_secret",
    webhookEndpoint,
    "previousSecret",
    webhookEndpoint.previousSecret,
  ),
  sealedColumn(
    "account",
    "webhook_endpoint.earlier_secrets",
    webhookEndpoint,
    "earlierSecrets",
    webhookEndpoint.earlierSecrets,
  ),
];

/** Reseals a tenant's values of one column in batches, and skips values sealed with the current key. */
async function resealColumn(column: SealedColumn, tenant: Tenant, prefix: string): Promise<Counts> {
  const counts = { resealed: 0, unopened: 0 };
  const stale = (of: PgColumn) => notLike(of, `${prefix}%`);
  for (let after = FIRST; ; ) {
    const rows = await withTenant(tenant, async (tx) => {
      const found = await column.batch(tx, after, stale);
      for (const { id, sealed } of found) {
        const anew = sealed === null ? null : await resealedOrNull(sealed);
        if (anew === null) counts.unopened++;
        else {
          await column.write(tx, id, anew);
          counts.resealed++;
        }
      }
      return found;
    });
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return counts;
    after = last.id;
  }
}

/** Reseals the stored answers of idempotency keys that contain a secret; they live for a day. */
async function resealAnswers(tenant: Tenant, prefix: string): Promise<Counts> {
  const counts = { resealed: 0, unopened: 0 };
  const sealed = sql<string>`${idempotencyKey.body} ->> 'sealed'`;
  for (let after = { actorKey: "", key: "" }; ; ) {
    const rows = await withTenant(tenant, async (tx) => {
      const { actorKey, key } = idempotencyKey;
      const beyond = or(gt(actorKey, after.actorKey), and(eq(actorKey, after.actorKey), gt(key, after.key)));
      const found = await tx
        .select({ actorKey, key, sealed })
        .from(idempotencyKey)
        .where(and(beyond, like(sealed, "eyJ%"), notLike(sealed, `${prefix}%`)))
        .orderBy(asc(actorKey), asc(key))
        .limit(BATCH)
        .for("update");
      for (const row of found) {
        const anew = await resealedOrNull(row.sealed);
        if (anew === null) counts.unopened++;
        else {
          const mine = and(eq(actorKey, row.actorKey), eq(key, row.key));
          await tx
            .update(idempotencyKey)
            .set({ body: { sealed: anew } })
            .where(mine);
          counts.resealed++;
        }
      }
      return found;
    });
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return counts;
    after = last;
  }
}

/** Reseals the secrets of the apps that the operator has registered for all organizations. */
async function resealDeploymentApps(prefix: string): Promise<Counts> {
  const counts = { resealed: 0, unopened: 0 };
  const rows = await withoutTenant<{ id: string; sealed: string }>(
    sql`SELECT id, client_secret AS sealed FROM ${deploymentApp} WHERE client_secret NOT LIKE ${`${prefix}%`}`,
  );
  for (const { id, sealed } of rows) {
    const anew = await resealedOrNull(sealed);
    if (anew === null) counts.unopened++;
    else {
      // Unless the operator has replaced it meanwhile.
      await withoutTenant(
        sql`UPDATE ${deploymentApp} SET client_secret = ${anew} WHERE id = ${id} AND client_secret = ${sealed}`,
      );
      counts.resealed++;
    }
  }
  return counts;
}

const accountsOf = (organizationId: string) =>
  readTenant({ organizationId, linkedAccountId: null }, (tx) =>
    tx.select({ id: linkedAccount.id }).from(linkedAccount).where(eq(linkedAccount.organizationId, organizationId)),
  );

/**
 * Reseals all sealed values of all tenants with the current key, in batches of 100 rows. It can be interrupted and
 * repeated, and is safe beside a running product. Returns the result by column.
 */
export async function resealEverything(): Promise<Resealed[]> {
  const prefix = await currentSeal();
  const totals = new Map<string, Counts>(COLUMNS.map(({ name }) => [name, { resealed: 0, unopened: 0 }]));
  const answers = { resealed: 0, unopened: 0 };
  const add = (to: Counts, { resealed, unopened }: Counts) => {
    to.resealed += resealed;
    to.unopened += unopened;
  };
  const organizations = await withoutTenant<{ organization_id: string }>(
    sql`SELECT ${hexIds("organization_id")} FROM list_organizations()`,
  );
  for (const { organization_id: organizationId } of organizations) {
    const whole = { organizationId, linkedAccountId: null };
    const accounts = (await accountsOf(organizationId)).map(({ id }) => ({ organizationId, linkedAccountId: id }));
    for (const column of COLUMNS) {
      for (const tenant of column.of === "account" ? [...accounts, whole] : [whole]) {
        const total = totals.get(column.name);
        if (total) add(total, await resealColumn(column, tenant, prefix));
      }
    }
    const clients = (await clientsOf(organizationId)).map((id) => ({ organizationId, linkedAccountId: id }));
    for (const tenant of [...accounts, ...clients]) add(answers, await resealAnswers(tenant, prefix));
  }
  totals.set("deployment_app.client_secret", await resealDeploymentApps(prefix));
  totals.set("idempotency_key.body", answers);
  return [...totals].map(([column, counts]) => ({ column, ...counts }));
}
