import { answerMcp, refuseMethod } from "#lib/mcp/endpoint";

export const GET = refuseMethod;
export const POST = answerMcp;
export const PUT = refuseMethod;
export const PATCH = refuseMethod;
export const DELETE = refuseMethod;
export const OPTIONS = refuseMethod;
