type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

export interface CallOptions {
  headers?: Record<string, string>;
  body?: unknown;
  params?: Record<string, string>;
}

/** Calls a route handler the way the framework does, and reads its JSON answer. */
export async function call(
  handler: Handler,
  method: string,
  path: string,
  { headers = {}, body, params = {} }: CallOptions = {},
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
): Promise<{ status: number; headers: Headers; body: any }> {
  const request = new Request(`http://127.0.0.1:3000/v1${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const response = await handler(request, { params: Promise.resolve(params) });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
