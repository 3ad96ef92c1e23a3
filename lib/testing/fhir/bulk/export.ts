import type { FhirResource } from "fhir/r4";
import type { BulkQuirks } from "./quirks.ts";

/** A file of an export: its name, such as `Patient-0`, and its lines. */
export interface FakeFile {
  name: string;
  type: string;
  lines: string[];
  count: number;
}

/** An export that was begun. */
export interface FakeExport {
  id: string;
  files: FakeFile[];
  transactionTime: string;
  /** Questions about its status so far. */
  polls: number;
  /** Counts up with each manifest, if addresses are short-lived. */
  signature: number;
}

const chunked = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

/** Returns the files of some resources, one type after the other. */
export function filesOf(resources: readonly FhirResource[], quirks: BulkQuirks): FakeFile[] {
  const kept = resources.filter(
    ({ resourceType, id }) => ![resourceType, `${resourceType}/${id}`].some((name) => quirks.lacking.includes(name)),
  );
  return [...Map.groupBy(kept, ({ resourceType }) => resourceType)].flatMap(([type, all]) =>
    chunked(all, quirks.fileSize).map((some, at) => ({
      name: `${type}-${at}`,
      type,
      lines: some.map((each) => quirks.lines[`${type}/${each.id}`] ?? JSON.stringify(each)),
      count: some.length,
    })),
  );
}

/** Returns the file of deletions, and that of errors. */
export function furtherFiles({ deleted, errors }: BulkQuirks): FakeFile[] {
  const request = (url: string) => ({ request: { method: "DELETE", url } });
  const bundle = { resourceType: "Bundle", type: "transaction", entry: deleted.map(request) };
  const outcome = (severity: string) => ({
    resourceType: "OperationOutcome",
    issue: [{ severity, code: "processing", diagnostics: "Of this export" }],
  });
  return [
    ...(deleted.length > 0 ? [{ name: "deleted", type: "Bundle", lines: [JSON.stringify(bundle)], count: 1 }] : []),
    ...(errors.length > 0
      ? [
          {
            name: "errors",
            type: "OperationOutcome",
            lines: errors.map((each) => JSON.stringify(outcome(each))),
            count: errors.length,
          },
        ]
      : []),
  ];
}

/** Returns a part of the manifest. `address` returns that of a file, `partAddress` that of another part. */
export function manifestOf(
  { files, transactionTime }: FakeExport,
  part: number,
  quirks: BulkQuirks,
  { address, partAddress }: { address(file: FakeFile): string; partAddress(part: number): string },
): object {
  const named = (file: FakeFile) => ({
    type: file.type,
    url: address(file),
    ...(quirks.counts === null ? {} : { count: file.count + quirks.counts }),
  });
  const isFurther = ({ name }: FakeFile) => name === "deleted" || name === "errors";
  const output = files.filter((file) => !isFurther(file));
  const parts = quirks.partSize === null ? [output] : chunked(output, quirks.partSize);
  const isFirst = part === 0;
  return {
    transactionTime: quirks.transactionTime ?? transactionTime,
    request: "https://ehr.example/$export",
    ...(quirks.requiresAccessToken === null ? {} : { requiresAccessToken: quirks.requiresAccessToken }),
    output: (parts[part] ?? []).map(named),
    deleted: isFirst ? files.filter(({ name }) => name === "deleted").map(named) : [],
    error: isFirst ? files.filter(({ name }) => name === "errors").map(named) : [],
    ...(part + 1 < parts.length ? { link: [{ relation: "next", url: partAddress(part + 1) }] } : {}),
  };
}
