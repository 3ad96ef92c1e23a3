import type { FieldValues, Resolver } from "react-hook-form";

/**
 * Loads the validation of an operation's form. `standing` and `requiredToo`: see `operationResolver`.
 */
export async function loadResolver(
  operationId: string,
  standing: FieldValues,
  requiredToo: readonly string[],
): Promise<Resolver<FieldValues, unknown, FieldValues>> {
  const [{ operationResolver }, { findOperation }] = await Promise.all([
    import("./operation-resolver.ts"),
    import("#lib/catalog/catalog"),
  ]);
  const definition = findOperation(operationId);
  if (!definition) throw new Error(`There is no operation ${operationId}`);
  return operationResolver(definition, standing, requiredToo);
}
