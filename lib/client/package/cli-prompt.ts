import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { UsageError } from "./cli-errors.ts";

/** Asks for a secret on the terminal and does not show what is typed. Throws a UsageError without a terminal. */
export async function askSecret(question: string, variable: string): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError(`${variable} is not set, and there is no terminal to ask for it`);
  const unseen = new Writable({ write: (_text, _encoding, done) => done() });
  // Turns the terminal's echo off; what is typed before that would show.
  const terminal = createInterface({ input: process.stdin, output: unseen, terminal: true });
  process.stderr.write(question);
  try {
    return await new Promise<string>((resolve, reject) => {
      terminal.once("line", (line) => resolve(line.trim()));
      terminal.once("close", () => reject(new UsageError(`${variable} was not given`)));
    });
  } finally {
    terminal.close();
    process.stderr.write("\n");
  }
}
