import type { FieldValues, Resolver } from "react-hook-form";
import type { OperationDefinition } from "#lib/definitions/operation";

type StandingResolver = (
  standing: FieldValues,
  requiredToo: readonly string[],
) => Resolver<FieldValues, unknown, FieldValues>;

const unchecked: StandingResolver = () => () => ({
  values: {},
  errors: { root: { type: "schema", message: "Your entries could not be checked: no answer from the server" } },
});

/**
 * Loads the validation of an operation's form on demand: the schemas are as large as the form, and are not needed
 * before it is submitted. If loading fails, every submission is refused with that reason.
 */
export async function loadResolver(operationId: string): Promise<StandingResolver> {
  try {
    const [{ operationResolver }, { findOperation }] = await Promise.all([
      import("./operation-resolver.ts"),
      import("#lib/catalog/catalog"),
    ]);
    const definition = findOperation(operationId) as unknown as OperationDefinition;
    return (standing, requiredToo) => operationResolver(definition, standing, requiredToo);
  } catch {
    return unchecked;
  }
}
