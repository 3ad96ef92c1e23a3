import type { FieldValues, Resolver } from "react-hook-form";
import type { OperationDefinition } from "#lib/definitions/operation";

type StandingResolver = (standing: FieldValues) => Resolver<FieldValues, unknown, FieldValues>;

const unchecked: StandingResolver = () => () => ({
  values: {},
  errors: { root: { type: "schema", message: "What is filled in could not be checked: no answer from the server" } },
});

/**
 * Brings what checks an operation's form: the schemas weigh as much as the form, and nothing is checked before it is sent.
 * Where they cannot be had, every form is refused with that reason.
 */
export async function loadResolver(operationId: string): Promise<StandingResolver> {
  try {
    const [{ operationResolver }, { findOperation }] = await Promise.all([
      import("./operation-resolver.ts"),
      import("#lib/catalog/catalog"),
    ]);
    const definition = findOperation(operationId) as unknown as OperationDefinition;
    return (standing) => operationResolver(definition, standing);
  } catch {
    return unchecked;
  }
}
