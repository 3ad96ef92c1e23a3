import { z } from "zod";
import type { Transaction } from "#lib/db/tenant";
import type { Actor, EmbedScope } from "#lib/kernel/principal";
import type { ReadPermission } from "#lib/security/permissions";
import type { ReadLimit } from "./embed-limit.ts";

export interface ReadContext<Query> {
  tx: Transaction;
  organizationId: string;
  linkedAccountId: string;
  /** Who asks. */
  actor: Actor;
  permissions: ReadonlySet<string>;
  /** Of an embedded view's token alone. */
  embed?: EmbedScope | undefined;
  query: Query;
  params: Record<string, string>;
}

type NameIn<Fields extends z.ZodObject> = Extract<keyof Fields["shape"], string>;

/** One GET of `/v1`: its parameters, the shape of its answer, and the query that fills it. */
export interface ReadDefinition<Query extends z.ZodObject = z.ZodObject, Body extends z.ZodObject = z.ZodObject> {
  /** Below /v1, with `{parameters}` in braces. */
  path: string;
  summary: string;
  /** What parameters and shape do not show: sentences for the API reference. */
  description?: string;
  permission: ReadPermission;
  /** How it keeps an embedded view within the one patient or job that the view was made for. */
  embed: ReadLimit<NameIn<Query>, NameIn<Body>>;
  /** True where the answer tells something about a patient: then the read is in the audit log. */
  patientData: boolean;
  query: Query;
  /** The body besides `success`. */
  body: Body;
  /** True where `read` sends all of its statements at once, none after another's result (see readTenantAtOnce). */
  atOnce?: boolean;
  /** The linked account to read through, where another of the same organization than the caller's is asked about. */
  accountOf?(asked: Pick<ReadContext<unknown>, "actor" | "linkedAccountId" | "params">): string;
  /** Throws an ApiError, such as 404. */
  read(context: ReadContext<z.infer<Query>>): Promise<z.infer<Body>>;
}

/** Keeps the literal types of a definition. */
export const defineRead = <Query extends z.ZodObject, Body extends z.ZodObject>(
  definition: ReadDefinition<Query, Body>,
): ReadDefinition<Query, Body> => definition;

/** For reads that take no parameters. */
export const noQuery = z.object({});
