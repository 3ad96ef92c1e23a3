import { beforeEach, describe } from "vitest";
import { readContract } from "./reads.ts";
import type { ContractSubject } from "./subject.ts";
import { writeContract } from "./writes.ts";

/**
 * The contract that every connector keeps (docs/connectors.md). `make` creates an EMR for each test, so that
 * none sees what another has written.
 */
export function connectorContract(name: string, make: () => Promise<ContractSubject>): void {
  describe(`the connector ${name}`, () => {
    let made: ContractSubject;
    const subject = () => made;
    beforeEach(async () => {
      made = await make();
    });
    readContract(subject);
    writeContract(subject);
  });
}
