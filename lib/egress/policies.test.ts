import { afterEach, beforeEach, expect, it } from "vitest";
import { forgetSingleton } from "#lib/kernel/singleton";
import { emrTargets, webhookTargets } from "./policies.ts";
import { checkTarget } from "./target.ts";

const given = { ...process.env };

beforeEach(forget);
afterEach(() => {
  process.env = { ...given };
  forget();
});

function forget() {
  for (const name of ["environment", "policy:EMR_PRIVATE_TARGETS", "policy:WEBHOOK_PRIVATE_TARGETS"])
    forgetSingleton(name);
}

it("allows linked EMRs and webhooks in different blocks", () => {
  Object.assign(process.env, {
    DEMO: "off",
    EMR_PRIVATE_TARGETS: "10.3.0.0/16",
    WEBHOOK_PRIVATE_TARGETS: "10.2.0.0/16",
  });
  expect(checkTarget("http://10.3.0.1/v1", emrTargets())).toBeNull();
  expect(checkTarget("http://10.2.0.1/v1", emrTargets())).toMatch(/private/);
  expect(checkTarget("http://10.3.0.1/v1", webhookTargets())).toMatch(/private/);
  expect(checkTarget("http://127.0.0.1/v1", emrTargets())).toMatch(/private/);
});

it("allows an EMR on this machine in demo mode", () => {
  process.env.DEMO = "on";
  expect(checkTarget("http://127.0.0.1:3001/v1", emrTargets())).toBeNull();
  expect(checkTarget("http://10.3.0.1/v1", emrTargets())).toMatch(/private/);
});
