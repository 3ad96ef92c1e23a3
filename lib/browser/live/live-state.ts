import { createContext, useContext } from "react";
import type { StreamState } from "./stream-connection.ts";

/** How the account's stream stands in this tab. */
export const StreamStateContext = createContext<StreamState>("reconnecting");

/** `live`, `reconnecting` or `offline`: what the console's frame shows, and why a panel may fall back to asking. */
export const useStreamState = (): StreamState => useContext(StreamStateContext);
