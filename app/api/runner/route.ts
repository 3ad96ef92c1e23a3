import { z } from "zod";
import { errorResponse, jsonResponse } from "#lib/api/answer/error-response";
import { workOff } from "#lib/jobs/runner/work-off";
import { DomainError, invalid, unauthorized } from "#lib/kernel/domain-error";
import { environment } from "#lib/kernel/environment";
import { problemsOf } from "#lib/kernel/validation";
import { wholeNumberUpTo } from "#lib/kernel/whole-number";
import { bears } from "#lib/security/credentials/bearer";

/**
 * Default duration. With the 4 s for running work to finish, it stays within the minute that most hosts allow a
 * request.
 */
const USUAL_SECONDS = 45;
const MAX_SECONDS = 290;

const query = z.object({ max_seconds: wholeNumberUpTo(MAX_SECONDS) });

function secondsOf(request: Request): number {
  const given = new URL(request.url).searchParams.get("max_seconds");
  if (given === null || given === "") return USUAL_SECONDS;
  const parsed = query.safeParse({ max_seconds: given });
  if (!parsed.success) throw invalid(problemsOf(parsed.error, { max_seconds: given }));
  return parsed.data.max_seconds;
}

/**
 * Processes due jobs and deliveries for up to `max_seconds` (default 45), for hosts without long-lived processes: a
 * scheduler calls it about once a minute with RUNNER_TOKEN as bearer token. Without a RUNNER_TOKEN the route does not
 * exist.
 */
export async function POST(request: Request): Promise<Response> {
  try {
    const token = environment().RUNNER_TOKEN;
    if (!token) throw new DomainError("not_found", "Route not found");
    if (!bears(request.headers, token)) throw unauthorized();
    return jsonResponse(200, { success: true, ...(await workOff(secondsOf(request))) });
  } catch (error) {
    return errorResponse(error, "POST /api/runner");
  }
}
