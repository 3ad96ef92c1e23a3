import { answerRegistration } from "#lib/api/oauth/register-endpoint";

export const POST = answerRegistration;

export const dynamic = "force-dynamic";
