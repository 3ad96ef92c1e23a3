import { readFileSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Returns whether a file has a test that is tagged `long`. */
const isLong = ({ moduleId }: TestSpecification): boolean =>
  /@module-tag long|tags: "long"/.test(readFileSync(moduleId, "utf8"));

/** Begins with the files that have long tests: one that came last would keep a single process busy at the end. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...byProject.values()].flatMap((all) => {
      const long = new Set(all.filter(isLong));
      return [...long, ...all.filter((file) => !long.has(file))];
    });
  }
}
