import type { FieldValues, ResolverOptions } from "react-hook-form";
import { expect, it } from "vitest";
import { lazyResolver } from "./lazy-resolver.ts";

const options: ResolverOptions<FieldValues> = { fields: {}, shouldUseNativeValidation: false };

it("refuses a submission while its check cannot be loaded, and checks the next one", async () => {
  const loads = [
    Promise.reject(new Error("The network is down")),
    Promise.resolve((values: FieldValues) => ({ values, errors: {} })),
  ];
  const resolve = lazyResolver(() => loads.shift() ?? Promise.reject(new Error("Loaded too often")));
  expect(await resolve({ email: "a@b.example" }, undefined, options)).toMatchObject({
    errors: { root: { message: "Your entries could not be checked: no answer from the server" } },
  });
  expect(await resolve({ email: "a@b.example" }, undefined, options)).toEqual({
    values: { email: "a@b.example" },
    errors: {},
  });
});
