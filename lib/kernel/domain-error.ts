import { brand } from "./brand.ts";
import { type FieldError, fieldErrors, type Problem, problem, sentences } from "./field-error.ts";

/** Why something is refused. HTTP, SCIM, MCP and OAuth each say in one place what they make of a code. */
export type ErrorCode =
  /** What was sent has no valid form, or a value that is never accepted. */
  | "invalid"
  /** Nobody known has sent it: the credentials are missing, wrong or over. */
  | "unauthenticated"
  /** The caller is known, and may not do it. */
  | "forbidden"
  /** What is named is not there, or not for this caller. */
  | "not_found"
  /** The present state does not allow it. */
  | "conflict"
  /** It was there, and what came since cannot be told any more. */
  | "gone"
  /** The record is not in the state that the caller made a condition. */
  | "precondition_failed"
  /** What was sent is larger than the limit. */
  | "too_large"
  /** The content is of a type that is not read here. */
  | "unsupported_type"
  /** The content is in a coding, such as gzip, and none is undone here. */
  | "unsupported_coding"
  /** The idempotency key is that of another request. */
  | "key_reused"
  /** The caller has to wait until the next one is taken. */
  | "too_many"
  /** Something that this needs does not answer now. */
  | "unavailable";

/** What is known besides the message. */
interface Facts {
  errors?: readonly FieldError[];
  details?: Readonly<Record<string, unknown>>;
  retryAfterSeconds?: number;
  etag?: string;
}

/** A refusal that its caller may see: a code, a sentence and facts. What they are called on the wire, each interface knows. */
export class DomainError extends Error {
  static {
    brand(DomainError, "DomainError");
  }

  readonly code: ErrorCode;
  /** The fields at fault (decisions §4); empty for every other refusal. */
  readonly errors: readonly FieldError[];
  /** Further fields of the answer, such as the job that exists already. */
  readonly details: Readonly<Record<string, unknown>>;
  /** When it may be asked again. */
  readonly retryAfterSeconds: number | undefined;
  /** The entity tag of the present state, if the caller may know it. */
  readonly etag: string | undefined;

  constructor(code: ErrorCode, message: string, { errors = [], details = {}, retryAfterSeconds, etag }: Facts = {}) {
    super(message);
    this.name = "DomainError";
    this.code = code;
    this.errors = errors;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
    this.etag = etag;
  }
}

const ofFields = (code: ErrorCode, problems: Problem | readonly Problem[]): DomainError => {
  const all = [problems].flat();
  return new DomainError(code, sentences(all), { errors: fieldErrors(all) });
};

/** Returns the error of a request that has no valid form. */
export const badRequest = (message: string) => new DomainError("invalid", message);
/** Returns the error that names the invalid fields. */
export const invalid = (problems: Problem | readonly Problem[]) => ofFields("invalid", problems);

/** Returns the error of a request without valid credentials. */
export const unauthorized = (message = "Missing or invalid credentials") => new DomainError("unauthenticated", message);
/** Returns the error of a caller who lacks a permission. */
export const forbidden = (permission: string) =>
  new DomainError("forbidden", `Not allowed: this needs the permission ${permission}`);

/** Returns the error of a record that the caller's organization does not have. */
export const notFound = (what: string) => new DomainError("not_found", `${what} not found`);
/** Returns the error of a field that names a missing record: "Patient with this patient_mrn not found". */
export const notFoundBy = (field: string, what: string) =>
  ofFields("not_found", problem(field, "was not found", `${what} not found`));
/** Returns the error of an access token whose user is no longer linked or active (decisions §4). */
export const userNotFound = () =>
  ofFields(
    "not_found",
    problem("access_token", "belongs to a user who is no longer linked or active", "User not found"),
  );

/** Returns the error of a write that the present state does not allow. */
export const conflict = (message: string) => new DomainError("conflict", `${message}; nothing was saved`);
/** Returns the error that names the fields which the present state does not allow. */
export const conflicting = (problems: Problem | readonly Problem[]) => ofFields("conflict", problems);

/** Returns the error of a caller who has to wait. */
export const tooMany = (message: string, retryAfterSeconds: number) =>
  new DomainError("too_many", message, { retryAfterSeconds });
