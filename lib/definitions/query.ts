import type { PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Transaction } from "#lib/db/tenant";
import type { Actor, EmbedScope, Ground } from "#lib/kernel/principal";
import type { ReadPermission } from "#lib/security/permissions";
import type { QueryLimit } from "./embed-limit.ts";

export interface QueryContext<Query> {
  tx: Transaction;
  organizationId: string;
  linkedAccountId: string;
  /** The caller. */
  actor: Actor;
  permissions: ReadonlySet<string>;
  /** The grounds of the caller's credentials. */
  grounds: readonly Ground[];
  /** Set for an API client without an access token. */
  isWithoutAccount?: true | undefined;
  /** Scope of an embedded view's token; undefined for other credentials. */
  embed?: EmbedScope | undefined;
  query: Query;
  params: Record<string, string>;
}

type NameIn<Fields extends z.ZodObject> = Extract<keyof Fields["shape"], string>;

/** A query: a GET of `/v1` that reads stored records. */
export interface QueryDefinition<Query extends z.ZodObject = z.ZodObject, Body extends z.ZodObject = z.ZodObject> {
  /** Path below /v1, with `{parameters}` in braces. */
  path: string;
  summary: string;
  /** Sentences for the API reference about rules that the schemas do not express. */
  description?: string;
  permission: ReadPermission;
  /** Given if an API client may call it by its id and secret alone: `read` then shows what is that client's (additions §5). */
  alone?: true;
  /** How the query limits an embedded view to the patient, job or owner of the view. */
  embed: QueryLimit<NameIn<Query>, NameIn<Body>>;
  /** True if the response contains patient data: every request is then written to the audit log. */
  patientData: boolean;
  /** Parameters of the URL's query string. */
  query: Query;
  /** Response body without `success`. */
  body: Body;
  /** True if `read` may throw `conflict`. */
  conflicts?: true;
  /** True if `read` may throw `gone`. */
  gone?: true;
  /** True if a cursor names a place in the account's changes, from which any of its parameters go on; a list's goes on with its own alone. */
  cursorOfPlace?: true;
  /** True if `read` sends all statements at once, without using the result of one in another (see readTenantAtOnce). */
  atOnce?: boolean;
  /** Returns whether a read of this query uses the result of a statement in another one, although others are sent at once. */
  looksUp?(query: z.infer<Query>): boolean;
  /**
   * Tables that the answer is made of, if these are synchronized records of the caller's account: the answer then has an
   * ETag (decisions §5). It must depend on nothing else, such as the time of day.
   */
  reads?: readonly PgTable[];
  /** Returns whether an answer depends on more than these tables, such as the time of day: it then has no ETag. */
  readsMore?(query: z.infer<Query>): boolean;
  /**
   * Returns the strong entity tag of the one record in the body, if a command judges `If-Match` by it: the answer then has
   * that ETag (decisions §5).
   */
  etagOf?(body: z.infer<Body>): string;
  /** Returns the linked account to read from, for queries about another account of the caller's organization. */
  accountOf?(asked: Pick<QueryContext<unknown>, "actor" | "linkedAccountId" | "params">): string;
  /** Throws a DomainError, such as `not_found`. */
  read(context: QueryContext<z.infer<Query>>): Promise<z.infer<Body>>;
}

/** Preserves the literal types of a definition. */
export const defineQuery = <Query extends z.ZodObject, Body extends z.ZodObject>(
  definition: QueryDefinition<Query, Body>,
): QueryDefinition<Query, Body> => definition;

/** Schema of a query string without parameters. */
export const noQuery = z.object({});
