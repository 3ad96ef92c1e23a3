import { answerToken } from "#lib/api/oauth/token-endpoint";

export const POST = answerToken;

export const dynamic = "force-dynamic";
