import type { RequiredFields } from "#lib/emr/port/capability";
import type { OperationDefinition } from "./operation.ts";

/** Returns the fields that an EMR requires of an operation besides the schema's: those of the record that it creates. */
export const requiredByEmr = (
  { capability, method }: Pick<OperationDefinition, "capability" | "method">,
  fields: RequiredFields,
): readonly string[] => (capability !== null && method === "POST" ? (fields[capability] ?? []) : []);
