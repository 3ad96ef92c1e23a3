import { JsonText } from "#lib/api/answer/json-text";
import { consoleAddress } from "#lib/kernel/addresses";
import { environment } from "#lib/kernel/environment";
import { singleton } from "#lib/kernel/singleton";
import { openApiDocument } from "./document.ts";
import { postmanCollection } from "./postman.ts";

const documentOfThisDeployment = () => {
  const env = environment();
  return openApiDocument({ audience: "integrators", server: `${consoleAddress(env, env.PORT)}/v1` });
};

/** Returns the OpenAPI document for integrators with this deployment's address; made once per process. */
export const publicDocument = (): JsonText =>
  singleton("public-openapi", () => new JsonText(documentOfThisDeployment()));

/** Returns the Postman collection of the same routes; made once per process. */
export const publicCollection = (): JsonText =>
  singleton("postman-collection", () => new JsonText(postmanCollection(documentOfThisDeployment())));
