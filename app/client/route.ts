import { errorResponse, jsonResponse } from "#lib/api/answer/error-response";
import { nameNewestPackage } from "#lib/client/stored-package";
import { consoleAddress } from "#lib/kernel/addresses";
import { environment } from "#lib/kernel/environment";

/**
 * Names the newest package of the typed client (decisions §1), without credentials: it holds no record, and npm has none
 * to send.
 */
export async function GET(): Promise<Response> {
  try {
    const { version, file, integrity } = await nameNewestPackage();
    const env = environment();
    const url = `${consoleAddress(env, env.PORT)}/client/${file}`;
    return jsonResponse(200, { success: true, version, url, integrity, install: `npm install ${url}` });
  } catch (error) {
    return errorResponse(error, "GET /client");
  }
}

export const dynamic = "force-dynamic";
