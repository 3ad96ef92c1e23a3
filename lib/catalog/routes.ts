import { catalog } from "./generated/definitions.ts";

/** Method and path of every write operation, such as `POST /payments`. */
export const operationRoutes: readonly string[] = Object.values(catalog).map(({ method, path }) => `${method} ${path}`);
