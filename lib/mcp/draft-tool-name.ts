import { catalog } from "#lib/catalog/generated/definitions";
import type { OperationDefinition } from "#lib/definitions/operation";

/** Returns the name of the tool that drafts an operation, in the letters that tools may have. */
export const draftToolName = (id: string): string => `draft_${id.replaceAll(/[:-]/g, "_")}`;

const operations: OperationDefinition[] = Object.values(catalog);

/** The tools that draft, by the request of their operation, such as `POST /payments`. */
const names = new Map(operations.map(({ id, method, path }) => [`${method} ${path}`, draftToolName(id)]));

/** Returns the name of the tool that drafts what a request would do; undefined if the request is no operation's. */
export const draftToolOf = (request: string): string | undefined => names.get(request);
