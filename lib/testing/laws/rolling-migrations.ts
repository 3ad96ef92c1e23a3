// The version before runs on the tables of this one during an upgrade: it names its own columns when it inserts, and
// knows nothing of new ones.

interface Refused {
  change: string;
  pattern: RegExp;
}

const NAME = String.raw`(?:IF (?:NOT )?EXISTS )?(?:ONLY )?"?(?:public"?\."?)?(\w+)"?`;
const ALTER = String.raw`^ALTER TABLE ${NAME}\b[\s\S]*?`;

/** Changes of existing tables and functions that break statements of the version before. */
const REFUSED: readonly Refused[] = [
  { change: "drops a table", pattern: new RegExp(`^DROP TABLE ${NAME}`, "i") },
  {
    change: "drops a column",
    pattern: new RegExp(String.raw`${ALTER}\bDROP (?:COLUMN\b|"|(?!(?:CONSTRAINT|NOT|DEFAULT)\b)\w)`, "i"),
  },
  { change: "renames", pattern: new RegExp(String.raw`${ALTER}\bRENAME\b`, "i") },
  {
    change: "changes a column's type",
    pattern: new RegExp(String.raw`${ALTER}\bALTER (?:COLUMN )?"?\w+"? (?:SET DATA )?TYPE\b`, "i"),
  },
  { change: "requires a column", pattern: new RegExp(String.raw`${ALTER}\bSET NOT NULL\b`, "i") },
  { change: "drops a default", pattern: new RegExp(String.raw`${ALTER}\bDROP DEFAULT\b`, "i") },
  {
    change: "adds a constraint",
    pattern: new RegExp(String.raw`${ALTER}\bADD (?:CONSTRAINT\b|CHECK\b|UNIQUE\b|PRIMARY\b|FOREIGN\b)`, "i"),
  },
  {
    change: "adds a required column without a default",
    pattern: new RegExp(String.raw`${ALTER}\bADD (?:COLUMN )?(?![^,]*\bDEFAULT\b)[^,]*\bNOT NULL\b`, "i"),
  },
  { change: "adds a unique index", pattern: new RegExp(String.raw`^CREATE UNIQUE INDEX [\s\S]*?\bON ${NAME}`, "i") },
  { change: "drops a function", pattern: /^DROP FUNCTION (?:IF EXISTS )?(\w+)/i },
  { change: "revokes a right", pattern: /^REVOKE [\s\S]*? ON (?:TABLE )?"?(\w+)"?/i },
];

/** A line above a statement that removes what an earlier version stopped using, by a migration's name without number. */
const CONTRACTS = /^-- contracts (\w+): \S/m;

/** Returns a migration's statements, each with the comments above it, without bodies between dollar signs. */
const statementsOf = (migration: string): { comments: string; statement: string }[] =>
  migration
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .split(/;|--> statement-breakpoint/)
    .map((part) => ({
      comments: (part.match(/^\s*--.*$/gm) ?? []).map((line) => line.trim()).join("\n"),
      statement: part.replace(/--.*$/gm, "").trim(),
    }))
    .filter(({ statement }) => statement !== "");

/**
 * Returns what in a migration the version before could not run with, one line each. Tables that the migration itself
 * creates may be changed at will. `earlier` are the names, without number, of the migrations before it, which a
 * contracting statement must cite.
 */
export function unrollable(migration: string, earlier: readonly string[]): string[] {
  const statements = statementsOf(migration);
  const created = new Set(
    statements.flatMap(({ statement }) => new RegExp(`^CREATE TABLE ${NAME}`, "i").exec(statement)?.[1] ?? []),
  );
  return statements.flatMap(({ comments, statement }) => {
    const cited = CONTRACTS.exec(comments)?.[1];
    if (cited !== undefined && earlier.includes(cited)) return [];
    return REFUSED.flatMap(({ change, pattern }) => {
      const table = pattern.exec(statement)?.[1];
      return table === undefined || created.has(table) ? [] : [`${change}: ${statement.replace(/\s+/g, " ")}`];
    });
  });
}
