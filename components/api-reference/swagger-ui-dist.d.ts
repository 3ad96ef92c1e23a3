declare module "swagger-ui-dist/swagger-ui-es-bundle" {
  /** The options that the reference uses; the library ships no types. */
  interface SwaggerUIOptions {
    domNode: Element;
    spec: object;
    /** Receives each request before it is sent; `userFetch` sends it in the place of `fetch`. */
    requestInterceptor: (request: object) => object;
    deepLinking: boolean;
    docExpansion: "none" | "list" | "full";
    filter: boolean;
    tryItOutEnabled: boolean;
    /** -1 leaves out the list of all schemas. */
    defaultModelsExpandDepth: number;
  }
  export default function SwaggerUI(options: SwaggerUIOptions): unknown;
}
