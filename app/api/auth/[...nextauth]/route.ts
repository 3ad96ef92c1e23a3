import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { nextAuthOptions } from "#lib/auth/next-auth-options";
import { CALLER_ADDRESS_HEADER } from "#lib/runtime/peer";
import { tooManyAttempts } from "./too-many-attempts.ts";

async function handler(request: NextRequest, context: { params: Promise<{ nextauth: string[] }> }): Promise<Response> {
  let retryAfter: number | null = null;
  const options = nextAuthOptions({
    address: request.headers.get(CALLER_ADDRESS_HEADER),
    onThrottled(seconds) {
      retryAfter = seconds;
    },
  });
  const answer: Response = await NextAuth(request, context, options);
  return retryAfter === null ? answer : tooManyAttempts(retryAfter);
}

export { handler as GET, handler as POST };
