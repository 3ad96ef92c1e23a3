import type { Product } from "./product.ts";

/** Returns the values of /api/metrics by name with labels; requests from the same machine need no token. */
export async function readFigures({ demo }: Pick<Product, "demo">): Promise<Map<string, number>> {
  const text = await (await fetch(`${demo.console_url}/api/metrics`)).text();
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ")))]),
  );
}
