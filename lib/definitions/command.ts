import type { z } from "zod";
import type { AuditDetail } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { Tagged } from "#lib/kernel/entity-tag";
import type { AccountTenant, Principal } from "#lib/kernel/principal";
import type { CommandPermission, ReadPermission } from "#lib/security/permissions";
import type { CommandLimit } from "./embed-limit.ts";

/** A validated request for a command. */
export interface CommandRequest<Input> {
  principal: Principal;
  tenant: AccountTenant;
  /** Values of the path parameters. */
  params: Record<string, string>;
  input: Input;
}

export interface CommandContext<Input, Looked = undefined> extends CommandRequest<Input> {
  tx: Transaction;
  /** Result of `look`. */
  looked: Looked;
  /** Sets the detail of the audit entry. */
  note(detail: AuditDetail): void;
  /**
   * Judges the request's `If-Match` and `If-None-Match` by the record as it is now, which must be locked. Throws `precondition_failed` with the
   * record, unless the request fits its tag. Every `conditional` command calls it before it changes anything. `isThere`
   * is false if the command would create the record.
   */
  assertMatch(current: Tagged<object>, isThere?: boolean): void;
}

/**
 * Runs `work` in a separate transaction. Returns the stored result instead if the same request has run this part
 * before.
 */
export type Part = <Result extends Record<string, unknown>>(
  work: (tx: Transaction) => Promise<Result>,
) => Promise<Result>;

/** Context of a command that changes many records, which uses several short transactions instead of one. */
export interface PartsContext<Input> extends CommandRequest<Input> {
  /** Called sequentially. Which part follows may depend only on the results of earlier parts. */
  part: Part;
}

interface Description<Input extends z.ZodObject, Body extends z.ZodObject> {
  method: "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path below /v1, with `{parameters}` in braces. */
  path: string;
  summary: string;
  /** Sentences for the API reference about rules that the schema does not express. */
  description?: string;
  permission: CommandPermission;
  /** How the command limits an embedded view to the patient, job or owner of the view. */
  embed: CommandLimit;
  /** Given if an API client may call it by its id and secret alone, for what is that client's (additions §5). */
  alone?: true;
  /**
   * `person`: only a user's session may call it, even though API clients have the same permission for related routes; with
   * the limit `linking` also the view that links an EMR. `link`: only that view.
   */
  by?: "person" | "link";
  /** True if the response contains a secret: the copy stored for an `Idempotency-Key` is then encrypted. */
  secret?: true;
  /** 201 if it creates a record, 202 if work follows, otherwise 200 (decisions §4). */
  status: 200 | 201 | 202;
  input: Input;
  /** The response's `message` (interface 2.1); undefined if `body` defines its own. */
  done?: string;
  /** Response body without `success` and `message`. */
  body: Body;
  /** Returns the id of the created record for the audit log. Not needed if the path names the record. */
  made?(body: z.infer<Body>): string;
}

interface InOneTransaction<Input extends z.ZodObject, Body extends z.ZodObject, Looked> {
  /**
   * Given if callers may name the state of the record that the command changes by `If-Match`. A 412 shows the present
   * record to those who have the permission `shows`, that of its read.
   */
  conditional?: { shows: ReadPermission };
  /** Queries systems other than the database, such as the EMR, before the transaction opens. Has no side effects. */
  look?(request: CommandRequest<z.infer<Input>>): Promise<Looked>;
  /** Runs in one transaction with the audit entry. Throws a DomainError, such as `not_found`; then nothing is saved. */
  execute(context: CommandContext<z.infer<Input>, Looked>): Promise<z.infer<Body>>;
}

interface InParts<Input extends z.ZodObject, Body extends z.ZodObject> {
  conditional?: never;
  /**
   * Runs in several transactions, so that a command that changes many records does not block others. The first contains
   * the audit entry and finds the records to change; if it throws a DomainError, nothing is saved. What a part
   * returns is kept as JSON, and a repeated request continues with that.
   */
  executeInParts(context: PartsContext<z.infer<Input>>): Promise<z.infer<Body>>;
}

/** A command: a write of `/v1` that changes the product's own records before it is answered. */
export type CommandDefinition<
  Input extends z.ZodObject = z.ZodObject,
  Body extends z.ZodObject = z.ZodObject,
  Looked = unknown,
> = Description<Input, Body> & (InOneTransaction<Input, Body, Looked> | InParts<Input, Body>);

/** Preserves the literal types of a definition. */
export const defineCommand = <Input extends z.ZodObject, Body extends z.ZodObject, Looked = undefined>(
  definition: CommandDefinition<Input, Body, Looked>,
): CommandDefinition<Input, Body, Looked> => definition;
