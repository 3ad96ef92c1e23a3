import { answerRevocation } from "#lib/api/oauth/token-endpoint";

export const POST = answerRevocation;

export const dynamic = "force-dynamic";
