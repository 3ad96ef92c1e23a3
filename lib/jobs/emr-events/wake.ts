import { singleton } from "#lib/kernel/singleton";

const sleepers = () => singleton("emr-event-wakes", () => new Set<() => void>());

/** Has this process look for events that arrived, if it takes events; other processes find them within seconds. */
export function wakeEventReadings(): void {
  for (const wake of sleepers()) wake();
}

/** Calls `wake` whenever events arrived in this process. Returns the function that ends it. */
export function onEventsArrived(wake: () => void): () => void {
  sleepers().add(wake);
  return () => sleepers().delete(wake);
}
