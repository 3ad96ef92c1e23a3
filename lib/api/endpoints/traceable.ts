import type { HttpRequest } from "#lib/kernel/http-request";
import { type Tracing, tracing } from "#lib/kernel/tracing";

type Handler<Rest extends unknown[]> = (request: HttpRequest, ...rest: Rest) => Promise<Response>;

/** Answers a request in a span whose parent the caller names by `traceparent`. */
async function answerTraced(
  on: Tracing,
  { route, request }: { route: string; request: HttpRequest },
  answer: () => Promise<Response>,
): Promise<Response> {
  const [method = "", path = ""] = route.split(" ");
  const span = on.start({
    name: route,
    kind: "server",
    attributes: { "http.request.method": method, "http.route": path },
    parent: request.headers.get("traceparent"),
  });
  return span.around(async () => {
    const response = await answer();
    span.set({ "http.response.status_code": response.status });
    if (response.status >= 500) span.fail(String(response.status));
    return response;
  });
}

/**
 * Returns a handler whose requests have a span while tracing is on; otherwise it is called as it is. `route` is the
 * method and the template of the whole path, such as `GET /v1/patients/{mrn}`: never an address, which may name a
 * patient.
 */
export const traceable =
  <Rest extends unknown[]>(route: string, handler: Handler<Rest>): Handler<Rest> =>
  (request, ...rest) => {
    const on = tracing();
    return on ? answerTraced(on, { route, request }, () => handler(request, ...rest)) : handler(request, ...rest);
  };
