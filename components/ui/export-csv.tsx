"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { numberLocale } from "#lib/kernel/shown-locale";
import { Button } from "./button.tsx";
import { words } from "./words.ts";

/** A column of an exported file: its title, and a row's value in it. */
export type CsvColumn<Row> = readonly [title: string, value: (row: Row) => string | number];

/** The content of the exported file. */
export interface CsvContent<Row> {
  rows: readonly Row[];
  columns: readonly CsvColumn<Row>[];
}

type Progress =
  | { kind: "idle" }
  | { kind: "reading"; rows: number }
  | { kind: "written"; words: string }
  | { kind: "failed"; why: string };

const rowsWords = (rows: number) => `${rows.toLocaleString(numberLocale())} ${rows === 1 ? "row" : "rows"}`;

interface ExportCsvProps<Row> {
  /** The file's name. */
  fileName: string;
  /** Reads every row to write. `onProgress` is called with the number of rows so far. */
  read: (onProgress: (rows: number) => void) => Promise<CsvContent<Row>>;
}

/**
 * Saves every matching row as a CSV file whose cells a spreadsheet takes for text, including rows that are not loaded
 * yet, and says what was written.
 */
export function ExportCsv<Row>({ fileName, read }: ExportCsvProps<Row>) {
  const [progress, setProgress] = useState<Progress>({ kind: "idle" });

  const save = async () => {
    setProgress({ kind: "reading", rows: 0 });
    try {
      const [{ csvTable }, { saveFile }, { rows, columns }] = await Promise.all([
        import("#lib/kernel/csv"),
        import("#lib/browser/page/save-file"),
        read((read) => setProgress({ kind: "reading", rows: read })),
      ]);
      saveFile(new Blob([csvTable(columns, rows)], { type: "text/csv;charset=utf-8" }), fileName);
      setProgress({ kind: "written", words: words.written(rowsWords(rows.length), fileName) });
    } catch (error) {
      setProgress({ kind: "failed", why: error instanceof Error ? error.message : String(error) });
    }
  };

  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <p role="status" className="text-sm text-muted">
        {progress.kind === "written" ? progress.words : null}
      </p>
      {progress.kind === "failed" ? (
        <p role="alert" className="text-sm text-danger">
          {words.notExported(progress.why)}
        </p>
      ) : null}
      <Button
        size="sm"
        variant="quiet"
        icon={<Download aria-hidden="true" />}
        pending={progress.kind === "reading"}
        onPress={() => void save()}
      >
        {progress.kind === "reading" && progress.rows > 0 ? (
          `${rowsWords(progress.rows)}…`
        ) : (
          <span className="max-sm:sr-only">{words.exportCsv}</span>
        )}
      </Button>
    </div>
  );
}
