import { type OAuthClient, startOAuthServer } from "./oauth-server.ts";

// An OAuth server in a process of its own, whose clock differs by CLOCK_OFFSET_MS from this machine's.

const offset = Number(process.env.CLOCK_OFFSET_MS);
const now = Date.now;
Date.now = () => now() + offset;

const { tokenUrl } = await startOAuthServer({ clients: JSON.parse(process.env.CLIENTS ?? "[]") as OAuthClient[] });
process.send?.({ tokenUrl });
