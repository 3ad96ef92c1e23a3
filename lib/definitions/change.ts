import type { z } from "zod";
import type { Transaction } from "#lib/db/tenant";
import type { AccountTenant, Principal } from "#lib/kernel/principal";
import type { ChangePermission } from "#lib/security/permissions";
import type { ChangeLimit } from "./embed-limit.ts";

/** A request as its change sees it. */
export interface ChangeRequest<Input> {
  principal: Principal;
  tenant: AccountTenant;
  /** The address's variable parts. */
  params: Record<string, string>;
  input: Input;
}

export interface ChangeContext<Input, Looked = undefined> extends ChangeRequest<Input> {
  tx: Transaction;
  /** What `look` found. */
  looked: Looked;
}

/** Does `work` in a transaction of its own, and gives its result again where the same request did it before. */
export type Part = <Result extends Record<string, unknown>>(
  work: (tx: Transaction) => Promise<Result>,
) => Promise<Result>;

/** What a change of many records works with: no one transaction, but as many short ones as it takes. */
export interface PartsContext<Input> extends ChangeRequest<Input> {
  /** Called one after another; which come next depends on the results of those before alone. */
  part: Part;
}

interface Description<Input extends z.ZodObject, Body extends z.ZodObject> {
  method: "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below /v1, with `{parameters}` in braces. */
  path: string;
  summary: string;
  /** Rules that the schema does not show: sentences for the API reference. */
  description?: string;
  permission: ChangePermission;
  /** How it keeps an embedded view within the one patient or job that the view was made for. */
  embed: ChangeLimit;
  /** `person`: a session alone may make it, though API clients have the permission for its siblings. */
  by?: "person";
  /** True where the answer holds a secret: what is kept of it for an `Idempotency-Key` is encrypted. */
  secret?: true;
  /** 201 where it makes a record, 202 where work follows, else 200 (decisions §4). */
  status: 200 | 201 | 202;
  input: Input;
  /** What the answer's `message` says (interface 2.1); none where `body` has a message of its own. */
  done?: string;
  /** The body of the answer besides `success` and `message`. */
  body: Body;
  /** The id of the record that it made, for the audit log; one that the address names is known. */
  made?(body: z.infer<Body>): string;
}

interface InOneTransaction<Input extends z.ZodObject, Body extends z.ZodObject, Looked> {
  /** Asks others than the database, such as the EMR, before the transaction is opened. Changes nothing. */
  look?(request: ChangeRequest<z.infer<Input>>): Promise<Looked>;
  /** In one transaction, with the audit entry. Throws an ApiError, such as 404; then nothing is saved. */
  change(context: ChangeContext<z.infer<Input>, Looked>): Promise<z.infer<Body>>;
}

interface InParts<Input extends z.ZodObject, Body extends z.ZodObject> {
  /**
   * In several transactions, so that many records hold nobody up; the first, with the audit entry, finds what there is to
   * do. Throws an ApiError there, and then nothing is saved.
   */
  changeInParts(context: PartsContext<z.infer<Input>>): Promise<z.infer<Body>>;
}

/** One write of `/v1` that stands at once: no job, no event. */
export type ChangeDefinition<
  Input extends z.ZodObject = z.ZodObject,
  Body extends z.ZodObject = z.ZodObject,
  Looked = unknown,
> = Description<Input, Body> & (InOneTransaction<Input, Body, Looked> | InParts<Input, Body>);

/** Keeps the literal types of a definition. */
export const defineChange = <Input extends z.ZodObject, Body extends z.ZodObject, Looked = undefined>(
  definition: ChangeDefinition<Input, Body, Looked>,
): ChangeDefinition<Input, Body, Looked> => definition;
