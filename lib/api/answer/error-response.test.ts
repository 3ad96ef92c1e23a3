import { expect, it, vi } from "vitest";
import { logger } from "#lib/kernel/logger";
import { errorResponse } from "./error-response.ts";

/** Returns the log output and the response body of one internal error. */
async function faultOf(error: unknown) {
  const logged = vi.spyOn(logger, "error").mockImplementation(() => undefined);
  try {
    const response = errorResponse(error, "GET /jobs");
    return { fields: logged.mock.calls[0]?.[0] as unknown, status: response.status, body: await response.json() };
  } finally {
    logged.mockRestore();
  }
}

const INTERNAL = { success: false, message: "Internal server error" };

it("logs the database's error code from the cause of a failed query", async () => {
  const refusal = Object.assign(new Error('value "MRN-1" is too long'), { code: "22001" });
  const fault = await faultOf(new Error("Failed query: … params: MRN-1", { cause: refusal }));
  expect(fault).toMatchObject({ status: 500, body: INTERNAL, fields: { route: "GET /jobs", code: "22001" } });
  expect(JSON.stringify(fault)).not.toContain("MRN-1");
});

it("prefers an error's own code to that of its cause, and logs none without one", async () => {
  const own = Object.assign(new Error("lost", { cause: Object.assign(new Error("ended"), { code: "57P01" }) }), {
    code: "ECONNRESET",
  });
  expect(await faultOf(own)).toMatchObject({ fields: { code: "ECONNRESET" } });
  for (const error of [new Error("none"), "thrown", null]) {
    expect(await faultOf(error)).toMatchObject({ status: 500, body: INTERNAL, fields: { code: undefined } });
  }
});
