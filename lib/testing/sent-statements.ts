import pg from "pg";
import { vi } from "vitest";

const textOf = (statement: unknown): string =>
  typeof statement === "string" ? statement : String((statement as { text?: string }).text);

/**
 * Runs `work` and returns the transactions that this process sent to PostgreSQL meanwhile, each as the texts of its
 * statements, without BEGIN and COMMIT.
 */
export async function sentDuring(work: () => Promise<unknown>): Promise<string[][]> {
  const spy = vi.spyOn(pg.Client.prototype, "query");
  try {
    await work();
    const transactions: string[][] = [];
    const open = new Map<unknown, string[]>();
    for (const [index, [statement]] of spy.mock.calls.entries()) {
      const [text, client] = [textOf(statement), spy.mock.contexts[index]];
      if (/^(BEGIN|COMMIT|ROLLBACK)/.test(text)) open.delete(client);
      else if (open.has(client)) open.get(client)?.push(text);
      else {
        const begun = [text];
        open.set(client, begun);
        transactions.push(begun);
      }
    }
    return transactions;
  } finally {
    spy.mockRestore();
  }
}
