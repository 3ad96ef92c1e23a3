import type { Product } from "./product.ts";

/** What /api/metrics tells, by name with labels; the product lies on this machine, so no token is needed. */
export async function readFigures({ demo }: Pick<Product, "demo">): Promise<Map<string, number>> {
  const text = await (await fetch(`${demo.console_url}/api/metrics`)).text();
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ")))]),
  );
}
