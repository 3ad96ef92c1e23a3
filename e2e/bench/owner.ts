import pg from "pg";
import { startEmbeddedPostgres } from "#lib/postgres/embedded-postgres";
import type { Product } from "../support/product.ts";

/** Runs a function with this number of connections to a product's database, as its owner, and closes them. */
export async function asOwner<Result>(
  { dataDir }: Product,
  connections: number,
  work: (clients: [pg.Client, ...pg.Client[]]) => Promise<Result>,
): Promise<Result> {
  // PostgreSQL already runs; the product that started it also stops it.
  const { url: connectionString } = await startEmbeddedPostgres({ dataDir });
  const [first, ...others] = Array.from({ length: connections }, () => new pg.Client({ connectionString }));
  if (!first) throw new Error("At least one connection");
  const clients: [pg.Client, ...pg.Client[]] = [first, ...others];
  try {
    await Promise.all(clients.map((client) => client.connect()));
    return await work(clients);
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
  }
}
