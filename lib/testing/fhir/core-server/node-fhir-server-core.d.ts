/** The parts of the library that the tests use; it has no types of its own. */
declare module "@asymmetrik/node-fhir-server-core" {
  import type { IncomingMessage, RequestListener } from "node:http";

  /** A request as the library hands it to a service. */
  interface CoreRequest extends IncomingMessage {
    body: Record<string, unknown>;
    query: Record<string, string | string[] | undefined>;
  }
  interface Service {
    search(args: Record<string, string>, context: { req: CoreRequest }): Promise<object>;
    searchById(args: Record<string, string>, context: { req: CoreRequest }): Promise<object | undefined>;
    create(args: object, context: { req: CoreRequest }): Promise<{ id: string; resource_version: string }>;
    update(
      args: Record<string, string>,
      context: { req: CoreRequest },
    ): Promise<{ id: string; created: boolean; resource_version: string }>;
    remove(args: Record<string, string>, context: { req: CoreRequest }): Promise<{ deleted?: string }>;
  }
  const core: {
    initialize(config: {
      profiles: Record<string, { service: Service; versions: string[] }>;
      logging: { level: string };
    }): { app: RequestListener };
    loggers: { get(): { silent: boolean } };
    resolveSchema(version: string, type: string): new (content: object) => object;
    ServerError: new (message: string, content: { statusCode: number; issue: object[] }) => Error;
  };

  export type { CoreRequest, Service };
  export default core;
}

declare module "@asymmetrik/node-fhir-server-core/dist/server/utils/params.utils.js" {
  /** A search parameter; `xpath` is the path of the elements that it searches. */
  interface SearchParameter {
    name: string;
    type: string;
    xpath: string;
  }
  const parameters: { getSearchParameters(profile: string, version: string): SearchParameter[] };

  export type { SearchParameter };
  export default parameters;
}
