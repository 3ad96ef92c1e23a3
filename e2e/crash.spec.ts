import { crashRepeatedly } from "./reliability/crashes.ts";
import { test } from "./support/test.ts";

test("every accepted payment is completed once when the whole product is killed", { tag: "@long" }, async () => {
  test.setTimeout(180_000);
  process.stdout.write(await crashRepeatedly(1));
});
