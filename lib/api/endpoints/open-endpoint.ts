import type { z } from "zod";
import { errorResponse, jsonResponse } from "#lib/api/answer/error-response";
import { CALLER_ADDRESS_HEADER } from "#lib/api/request/peer";
import { withoutRefusedNulls } from "#lib/kernel/absent-null";
import { readJsonObject } from "#lib/kernel/body";
import { DomainError, invalid } from "#lib/kernel/domain-error";
import type { HttpRequest } from "#lib/kernel/http-request";
import { problemsOf } from "#lib/kernel/validation";
import { isSameOrigin } from "#lib/security/credentials/same-origin";

interface OpenEndpoint<Input extends z.ZodObject> {
  /** Method and path. */
  route: string;
  input: Input;
  /**
   * Returns the fields of the body besides `success`. The input itself must prove that the caller is allowed. Throws
   * DomainErrors.
   */
  handle(input: z.infer<Input>, caller: OpenCaller): Promise<Record<string, unknown>>;
}

interface OpenCaller {
  address: string | null;
  /** The `Cookie` header. */
  cookies: string | null;
  /** The `User-Agent` header. */
  userAgent: string | null;
  /** Adds a `Set-Cookie` value to the response. */
  setCookie(value: string): void;
}

/** Returns a route that the console's pages call before sign-in; its errors have the form of those of `/v1`. */
export const openEndpoint =
  <Input extends z.ZodObject>({ route, input, handle }: OpenEndpoint<Input>) =>
  async (request: HttpRequest): Promise<Response> => {
    try {
      if (!isSameOrigin(request.headers)) {
        throw new DomainError("forbidden", "Not allowed: this request must come from the console's own pages");
      }
      const body = withoutRefusedNulls(input, await readJsonObject(request));
      const parsed = input.safeParse(body);
      if (!parsed.success) throw invalid(problemsOf(parsed.error, body));
      const set: string[] = [];
      const answer = await handle(parsed.data, {
        address: request.headers.get(CALLER_ADDRESS_HEADER),
        cookies: request.headers.get("cookie"),
        userAgent: request.headers.get("user-agent"),
        setCookie: (value) => void set.push(value),
      });
      const response = jsonResponse(200, { success: true, ...answer });
      for (const cookie of set) response.headers.append("set-cookie", cookie);
      return response;
    } catch (error) {
      return errorResponse(error, route);
    }
  };
