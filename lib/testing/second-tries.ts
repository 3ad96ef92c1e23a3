import type { Reporter, TestCase } from "vitest/node";

/** Lists the tests that passed at their second try only: each is a fault whose cause is to be found. */
export default class SecondTries implements Reporter {
  readonly #names: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestRunEnd(): void {
    if (this.#names.length > 0) console.log(`\nPassed at the second try only:\n${this.#names.join("\n")}`);
  }
}
