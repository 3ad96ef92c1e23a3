import { catalog } from "./catalog.ts";

/** Method and path of every write operation, such as `POST /payments`. */
export const operationRoutes: readonly string[] = Object.values(catalog).map(({ method, path }) => `${method} ${path}`);
