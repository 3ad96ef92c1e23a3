import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { nextAuthOptions } from "#lib/auth/next-auth-options";
import { jsonResponse } from "#lib/http/error-response";
import { providerStep, takeProviderStep } from "#lib/http/provider-step";
import { CALLER_ADDRESS_HEADER } from "#lib/runtime/peer";
import { tooManyAttempts } from "./too-many-attempts.ts";

async function handler(request: NextRequest, context: { params: Promise<{ nextauth: string[] }> }): Promise<Response> {
  const { nextauth } = await context.params;
  // The library's way for a page to write into our log, which is nobody's to write into.
  if (nextauth[0] === "_log") return jsonResponse(200, {});
  const address = request.headers.get(CALLER_ADDRESS_HEADER);
  let retryAfter: number | null = null;
  const options = nextAuthOptions({
    address,
    onThrottled(seconds) {
      retryAfter = seconds;
    },
  });
  const answer = (): Promise<Response> => NextAuth(request, context, options);
  const step = providerStep(request.method, nextauth);
  if (step) return takeProviderStep(request, step, address, answer);
  const answered = await answer();
  return retryAfter === null ? answered : tooManyAttempts(retryAfter);
}

export { handler as GET, handler as POST };
