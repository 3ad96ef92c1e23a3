import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { type OperationDefinition, outlineOf } from "#lib/definitions/operation";
import { CAPABILITIES } from "#lib/emr/port/capability";
import { operationIds } from "./catalog.ts";
import { catalog } from "./generated/definitions.ts";
import { runners } from "./generated/runners.ts";
import { samples } from "./generated/samples.ts";
import { INTEGRATOR_PERMISSIONS } from "./granted-permissions.ts";

const here = import.meta.dirname;
const resources = join(here, "../resources");
const internal = new Set(["providers/sync-schedule"]);
const folders = globSync("*/*/definition.ts", { cwd: resources })
  .map(dirname)
  .filter((folder) => !internal.has(folder));
const definitions: OperationDefinition[] = Object.values(catalog);

describe("the catalogue of operations", () => {
  it("has one entry per folder", () => {
    expect(definitions).toHaveLength(folders.length);
  });

  it.each(folders)("%s contains all parts of its operation", (folder) => {
    for (const file of ["definition.ts", "accept.ts", "run.ts", "sample.ts"]) {
      expect(existsSync(join(resources, folder, file)), `${folder}/${file}`).toBe(true);
    }
    expect(
      readdirSync(join(resources, folder)).some((file) => file.endsWith(".test.ts")),
      `${folder} has a test`,
    ).toBe(true);
  });

  it.each(definitions.map((definition) => [definition.id, definition] as const))(
    "%s is complete",
    async (id, definition) => {
      expect(catalog[id as keyof typeof catalog].id).toBe(id);
      expect(INTEGRATOR_PERMISSIONS.has(id)).toBe(true);
      if (definition.capability) expect(CAPABILITIES).toContain(definition.capability);
      expect(Object.keys(definition.form).sort()).toEqual(Object.keys(definition.input.shape).sort());
      expect(runners[id as keyof typeof runners]).toBeDefined();
      const route = join(here, "../../app/v1", definition.path.replaceAll(/\{(\w+)\}/g, "[$1]"), "route.ts");
      expect(readFileSync(route, "utf8")).toContain(`${definition.method}: operation(`);
      const also = definition.alsoAt?.path.replaceAll(/\{(\w+)\}/g, "[$1]");
      if (also)
        expect(readFileSync(join(here, "../../app/v1", also, "route.ts"), "utf8")).toContain(
          `${definition.method}: operation(`,
        );
    },
  );

  it.each(definitions.map((definition) => [definition.id, definition] as const))(
    "%s has valid samples",
    (id, definition) => {
      const sample = samples[id as keyof typeof samples];
      expect(definition.input.strict().parse(sample.request)).toEqual(sample.request);
      expect(definition.events.completed.data.strict().parse(sample.completed)).toEqual(sample.completed);
      expect(definition.events.failed.data.strict().parse(sample.failed)).toEqual(sample.failed);
      const also = definition.events.also ?? [];
      expect(Object.keys(sample.also ?? {}).sort()).toEqual(also.map(({ type }) => type).sort());
      for (const { type, data } of also) expect(data.strict().parse(sample.also?.[type])).toEqual(sample.also?.[type]);
    },
  );

  it("says what a choice between fields is about, and a field in whose place a new patient is shown is one of the hidden ones", () => {
    const outlines = definitions.map((definition) => outlineOf(definition));
    const choosing = outlines.filter(({ either }) => either.length > 0);
    expect(choosing.map(({ eitherLabel }) => eitherLabel)).toEqual(
      choosing.map(() => expect.stringMatching(/^[A-Z]\w+$/)),
    );
    const named = outlines.flatMap(({ form }) =>
      Object.values(form).flatMap(({ orNew }) => (orNew ? [form[orNew]] : [])),
    );
    expect(named).toMatchObject([{ hidden: true }]);
  });

  it("has a unique name for each operation, and for each success event but the one that two share, and each event type one shape", () => {
    const senders = new Map<string, string[]>();
    for (const { id, events } of definitions)
      senders.set(events.completed.type, [...(senders.get(events.completed.type) ?? []), id]);
    // Both change an appointment that the EMR has; additions §2 gives them one event.
    expect([...senders].filter(([, ids]) => ids.length > 1)).toEqual([
      ["appointment.updated", ["appointments:change", "appointments:update"]],
    ]);
    const shapes = new Map<string, unknown>();
    for (const { type, data } of definitions.flatMap(({ events: { completed, failed, also = [] } }) => [
      completed,
      failed,
      ...also,
    ])) {
      expect(shapes.get(type) ?? data, type).toBe(data);
      shapes.set(type, data);
    }
    expect(new Set(operationIds).size).toBe(operationIds.length);
  });
});
