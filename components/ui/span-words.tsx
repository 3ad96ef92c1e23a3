/** Formats whole seconds: "8 s", "2 min 05 s", "3 h 10 min". */
export function spanWords(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${String(seconds % 60).padStart(2, "0")} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Formats an interval in whole seconds: "30 s", "5 min", "2 min 05 s", "1 h". */
export const intervalWords = (seconds: number): string => spanWords(seconds).replace(/ (?:00 s|0 min)$/, "");

/** Formats milliseconds: "83 ms", "1.2 s". */
export const latencyWords = (milliseconds: number): string =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

/** Formats milliseconds of any length: "83 ms", "1.2 s", "2 min 05 s". */
export const durationWords = (milliseconds: number): string =>
  milliseconds < 60_000 ? latencyWords(milliseconds) : spanWords(Math.round(milliseconds / 1000));

/** Formats the duration between two moments (ISO 8601). */
export const tookWords = (from: string, to: string): string =>
  latencyWords(Math.max(0, Date.parse(to) - Date.parse(from)));
