import { brand } from "#lib/kernel/brand";
import { DomainError } from "#lib/kernel/domain-error";

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
export class ScimError extends DomainError {
  static {
    brand(ScimError, "ScimError");
  }

  readonly scimType: ScimType;

  constructor(scimType: ScimType, message: string) {
    super(scimType === "uniqueness" ? "conflict" : "invalid", message);
    this.scimType = scimType;
  }
}
