import type { FieldValues, Resolver } from "react-hook-form";
import type { OperationDefinition } from "#lib/definitions/operation";

/** Loads the validation of an operation's form. `standing`: see `operationResolver`. */
export async function loadResolver(
  operationId: string,
  standing: FieldValues = {},
): Promise<Resolver<FieldValues, unknown, FieldValues>> {
  const [{ operationResolver }, { findOperation }] = await Promise.all([
    import("./operation-resolver.ts"),
    import("#lib/catalog/catalog"),
  ]);
  const definition = findOperation(operationId) as unknown as OperationDefinition;
  return operationResolver(definition, standing);
}
