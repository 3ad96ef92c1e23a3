import { beforeAll } from "vitest";
import { type FakeReceiver, startFakeReceiver } from "./fake-receiver.ts";

/** Starts a receiver for the tests of a file, at INTERNAL_URL in place of the console's inbox. */
export function inboxReceiver(): FakeReceiver {
  let started: FakeReceiver;
  beforeAll(async () => {
    started = await startFakeReceiver();
    process.env.INTERNAL_URL = started.url;
    return () => started.stop();
  });
  return new Proxy({} as FakeReceiver, { get: (_none, name) => Reflect.get(started, name) });
}
