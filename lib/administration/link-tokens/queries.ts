import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { standInOf } from "#lib/administration/linked-accounts/made-organization";
import { stateOf as stateOfAccount } from "#lib/administration/linked-accounts/managed";
import { organizationName } from "#lib/administration/linked-accounts/named-account";
import { catalog } from "#lib/catalog/generated/definitions";
import { asOrganization } from "#lib/db/as-organization";
import { apiClient, embedSession, linkedAccount, linkToken } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { keyset } from "#lib/definitions/keyset";
import { defineList } from "#lib/definitions/list";
import { defineQuery, noQuery, type QueryContext } from "#lib/definitions/query";
import { openCredentials } from "#lib/emr/account";
import { EMR_TYPES } from "#lib/emr/connections";
import { presentMs } from "#lib/kernel/clock";
import { notFound } from "#lib/kernel/domain-error";
import { parseId } from "#lib/kernel/id";
import { idText } from "#lib/kernel/id-text";
import { consentTo, consentToRepair, consentToWrite, newWrites } from "./consent.ts";
import { type LinkTokenModel, type ListedLinkModel, linkTokenModel, listedLinkModel } from "./model.ts";

type Account = typeof linkedAccount.$inferSelect;

type Link = typeof linkToken.$inferSelect;

/** The rows of other tables that belong to a link. */
interface Beside {
  session: typeof embedSession.$inferSelect;
  client: Pick<typeof apiClient.$inferSelect, "id" | "name">;
  account: typeof linkedAccount.$inferSelect | undefined;
  /** Name of the organization that owns the account. */
  owner: string;
}

function stateOf(link: Link, session: Beside["session"]): ListedLinkModel["state"] {
  if (link.exchangedAt) return "exchanged";
  if (link.linkedAt) return "linked";
  if (session.revokedAt) return "ended";
  return session.expiresAt.getTime() <= presentMs() ? "late" : "open";
}

function toListed(link: Link, { session, client, account, owner }: Beside): ListedLinkModel {
  const isNew = link.adminEmail !== null;
  const repaired = link.repairs && account ? account : null;
  const asking = { askedBy: client.name, owner: isNew ? link.organizationName : owner, adminEmail: link.adminEmail };
  return {
    id: link.id,
    state: stateOf(link, session),
    api_client_id: client.id,
    user_id: link.userId,
    organization_name: link.organizationName,
    asked_by: client.name,
    emr_types: EMR_TYPES.filter((type) => link.emrTypes?.includes(type) ?? true),
    origin: session.origin,
    redirect_url: link.redirectUrl,
    writes: newWrites(link.writes, repaired).map((operation) => ({
      operation,
      name: catalog[operation].name,
      consent: consentToWrite(operation, asking),
    })),
    organization_id: isNew && !link.linkedAt ? null : (link.targetOrganizationId ?? link.organizationId),
    consent: repaired ? consentToRepair(asking) : consentTo(asking),
    locale: link.locale,
    theme: session.theme,
    linked_account_id: link.linkedAt || link.repairs ? link.linkedAccountId : null,
    linked_account:
      link.linkedAt && account
        ? { name: account.name, emr_type: account.emrType, active: account.unlinkedAt === null }
        : null,
    agreed: link.linkedAt && {
      at: link.linkedAt.toISOString(),
      writes: link.agreedWrites,
      words: link.agreedTo ?? [],
      connected_to: link.connectedTo,
    },
    created_at: link.createdAt.toISOString(),
    exchange_by: link.publicExpiresAt?.toISOString() ?? null,
    exchanged_at: link.exchangedAt?.toISOString() ?? null,
    expires_at: session.expiresAt.toISOString(),
  };
}

/** Returns the names of the organizations that platform clients have made, and that links name. */
async function ownersOf(tx: Transaction, links: Link[]): Promise<Map<string, string>> {
  const owners = new Map<string, string>();
  for (const { targetOrganizationId: id, adminEmail } of links) {
    if (id === null || adminEmail !== null || owners.has(id)) continue;
    owners.set(id, await asOrganization(tx, id, () => organizationName(tx, id)));
  }
  return owners;
}

/** Returns links with what other tables have of them. */
async function besides(tx: Transaction, organizationId: string, links: Link[]): Promise<[Link, Beside][]> {
  if (links.length === 0) return [];
  const ids = links.map(({ id }) => id);
  const clientIds = links.map(({ apiClientId }) => apiClientId);
  const accountIds = links.map(({ linkedAccountId }) => linkedAccountId);
  const { id, name } = apiClient;
  const [sessions, clients, accounts, owner] = await Promise.all([
    tx.select().from(embedSession).where(inArray(embedSession.id, ids)),
    tx.select({ id, name }).from(apiClient).where(inArray(id, clientIds)),
    tx.select().from(linkedAccount).where(inArray(linkedAccount.id, accountIds)),
    organizationName(tx, organizationId),
  ]);
  const owners = await ownersOf(tx, links);
  return links.map((link) => {
    const session = sessions.find((each) => each.id === link.id);
    const client = clients.find((each) => each.id === link.apiClientId);
    if (!session || !client) throw new Error("The token or the client of a link is missing");
    const account = accounts.find((each) => each.id === link.linkedAccountId);
    return [link, { session, client, account, owner: owners.get(link.targetOrganizationId ?? "") ?? owner }];
  });
}

/** Returns the condition of the links that a caller may see: an API client or a link's view those of the client alone. */
const seenBy = ({ actor, embed }: Pick<QueryContext<unknown>, "actor" | "embed">) =>
  actor.kind === "user" ? undefined : eq(linkToken.apiClientId, embed?.apiClientId ?? actor.id);

/** GET /link-tokens: every link that a partner has asked for, newest first (additions §5). */
export const listLinkTokens = defineList({
  path: "/link-tokens",
  embed: "account",
  summary: "List the links that were asked for, and what became of them",
  description:
    "An admin's session gets those of all API clients; an API client its own, by `client_id` and `client_secret` alone. A link by which an EMR was linked stays; others are kept for 30 days after their end.",
  permission: "link-tokens:read",
  patientData: false,
  key: "link_tokens",
  model: listedLinkModel,
  table: linkToken,
  scope: "organizationId",
  order: keyset("desc", linkToken.id),
  filters: {
    api_client_id: idText.optional().describe("Only the links of this API client"),
    user_id: z.string().min(1).max(200).optional().describe("Only the links of this customer of the partner"),
  },
  where: (context) => {
    const { api_client_id: client, user_id: user } = context.query;
    return and(
      seenBy(context),
      client === undefined ? undefined : eq(linkToken.apiClientId, client),
      user === undefined ? undefined : eq(linkToken.userId, user),
    );
  },
  toModels: async (rows, { tx, organizationId }) =>
    (await besides(tx, organizationId, rows)).map(([link, beside]) => toListed(link, beside)),
});

/**
 * Returns the account of a link in an organization that a platform client has made, for that client and the link's view: neither
 * sees it any more once that organization's admin has revoked the client, and the admin of the client's own never does.
 */
async function accountThere(
  { tx, actor }: Pick<QueryContext<unknown>, "tx" | "actor">,
  { targetOrganizationId: place, linkedAccountId: id, apiClientId, linkedAt, repairs }: Link,
): Promise<Account | undefined> {
  if (place === null || actor.kind === "user" || !(linkedAt || repairs)) return undefined;
  return asOrganization(tx, place, async () => {
    if (!(await standInOf(tx, apiClientId))) return undefined;
    const [account] = await tx.select().from(linkedAccount).where(eq(linkedAccount.id, id));
    return account;
  });
}

/** Returns the account that a link repairs, as its view shows it. */
const repairedBy = async (account: Account): Promise<LinkTokenModel["repairs"]> => ({
  name: account.name,
  emr_type: account.emrType,
  connection: account.connection,
  secrets: Object.keys(await openCredentials(account.credentials)),
  login_required: stateOfAccount(account) === "login_required",
});

/** GET /link-tokens/{id}: what a link asks for and what became of it, for its view, the client that asked and admins (additions §5). */
export const getLinkToken = defineQuery({
  path: "/link-tokens/{id}",
  embed: "linking",
  summary: "Get what a link asks for, and what became of it",
  description:
    "For the API client that created the token, by `client_id` and `client_secret` alone, for the token itself, and for an admin's session.",
  permission: "link-tokens:read",
  patientData: false,
  query: noQuery,
  body: z.object({ link_token: linkTokenModel }),
  async read(context) {
    const { tx, organizationId, embed, params } = context;
    const id = parseId(params.id ?? "");
    if (!id || (embed && embed.sessionId !== id)) throw notFound("Link token");
    const links = await tx
      .select()
      .from(linkToken)
      .where(and(eq(linkToken.id, id), seenBy(context)));
    const [found] = await besides(tx, organizationId, links);
    if (!found) throw notFound("Link token");
    const [link, besideHere] = found;
    const beside = { ...besideHere, account: besideHere.account ?? (await accountThere(context, link)) };
    const { revokedAt, expiresAt } = beside.session;
    const left = revokedAt ? 0 : Math.floor((expiresAt.getTime() - presentMs()) / 1_000);
    const repairs = link.repairs && beside.account ? await repairedBy(beside.account) : null;
    return { link_token: { ...toListed(link, beside), repairs, expires_in: Math.max(0, left) } };
  },
});
