import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { answerSignIn } from "#lib/api/sign-in/sign-in-endpoint";

async function handler(request: NextRequest, context: { params: Promise<{ nextauth: string[] }> }): Promise<Response> {
  const { nextauth } = await context.params;
  return answerSignIn(request, nextauth, (options) => NextAuth(request, context, options));
}

export { handler as GET, handler as POST };
