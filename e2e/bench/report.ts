/** Returns the median. */
export const median = (figures: number[]): number =>
  [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;

/** Returns a percentile; `share` is from 0 to 1. */
export function percentile(figures: number[], share: number): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Formats the median over the rounds, with minimum and maximum. */
export function spread(figures: number[], digits: number): string {
  const [least, middle, most] = [Math.min(...figures), median(figures), Math.max(...figures)];
  return `${middle.toFixed(digits)} (${least.toFixed(digits)}–${most.toFixed(digits)})`;
}

/** Formats one line of the report; the first cell is its label. */
export const line = (name: string, ...cells: string[]): string =>
  `${[name.padEnd(34), ...cells.map((cell) => cell.padStart(26))].join("  ")}\n`;
