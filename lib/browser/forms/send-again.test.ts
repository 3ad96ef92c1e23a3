import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiFailure } from "#lib/browser/api/api-failure";
import { sendAgain } from "./send-again.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const lost = new ApiFailure(0, "No answer from the server");

it("repeats a request after a lost connection, up to the limit", async () => {
  const send = vi.fn().mockRejectedValueOnce(lost).mockRejectedValueOnce(lost).mockResolvedValue("accepted");
  const answer = sendAgain(send, 2);
  await vi.runAllTimersAsync();
  expect(await answer).toBe("accepted");

  const never = vi.fn().mockRejectedValue(lost);
  await expect(sendAgain(never, 0)).rejects.toBe(lost);
  expect(never).toHaveBeenCalledTimes(1);
});

it("does not repeat a refused request", async () => {
  const refused = new ApiFailure(409, "A sync is already running");
  const send = vi.fn().mockRejectedValue(refused);
  await expect(sendAgain(send, 2)).rejects.toBe(refused);
  expect(send).toHaveBeenCalledTimes(1);
});
