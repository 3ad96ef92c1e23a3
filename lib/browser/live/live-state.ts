import { createContext, useContext } from "react";
import type { StreamState } from "./stream-connection.ts";

/** The state of the account's stream in this tab. */
export const StreamStateContext = createContext<StreamState>("reconnecting");

/**
 * Returns `live`, `reconnecting` or `offline`, which the console's frame shows and which lets a panel fall back to
 * polling.
 */
export const useStreamState = (): StreamState => useContext(StreamStateContext);
