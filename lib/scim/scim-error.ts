import { ApiError } from "#lib/kernel/api-error";
import { brand } from "#lib/kernel/brand";

/** The kind of fault in a request (RFC 7644 section 3.12). */
export type ScimType =
  | "invalidFilter"
  | "invalidPath"
  | "invalidSyntax"
  | "invalidValue"
  | "mutability"
  | "noTarget"
  | "uniqueness";

/** An error of `/scim/v2` with its `scimType`. */
export class ScimError extends ApiError {
  static {
    brand(ScimError, "ScimError");
  }

  readonly scimType: ScimType;

  constructor(status: 400 | 409, scimType: ScimType, message: string) {
    super(status, message);
    this.scimType = scimType;
  }
}
