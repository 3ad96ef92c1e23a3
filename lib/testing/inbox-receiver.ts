import { beforeAll } from "vitest";
import { type FakeReceiver, startFakeReceiver } from "./fake-receiver.ts";

/** A receiver that runs for the tests of one file and stands where the console's own inbox would (INTERNAL_URL). */
export function inboxReceiver(): FakeReceiver {
  let started: FakeReceiver;
  beforeAll(async () => {
    started = await startFakeReceiver();
    process.env.INTERNAL_URL = started.url;
    return () => started.stop();
  });
  return new Proxy({} as FakeReceiver, { get: (_none, name) => Reflect.get(started, name) });
}
