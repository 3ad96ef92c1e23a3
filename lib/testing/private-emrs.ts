import { beforeAll } from "vitest";
import { forgetSingleton } from "#lib/kernel/singleton";

/** Allows EMRs at private addresses in this test file, as a demo does. Call it at the top of the file. */
export const allowPrivateEmrs = (): void =>
  beforeAll(() => {
    process.env.DEMO = "on";
    for (const name of ["environment", "policy:EMR_PRIVATE_TARGETS"]) forgetSingleton(name);
  });
