import type { ChangeNotices } from "./change-notices.ts";

const MEANWHILE = "changes are read every few minutes meanwhile, as without them";
const BEHIND = "changes are read every few minutes behind them as well";

/** Returns in words what came of the subscriptions that a server has. */
function toldWords({ state, heardAt, refusedAt, registeredAt }: ChangeNotices): string {
  const refused = refusedAt ? `, and one at ${refusedAt.toISOString()} was refused, as it had not our secret` : "";
  if (heardAt === null)
    return `are on since ${registeredAt?.toISOString()}; nothing has come yet${refused}: ${MEANWHILE}`;
  const heard = heardAt.toISOString();
  if (state === "silent") return `are on, and silent since ${heard}${refused}: ${BEHIND}`;
  return `are on; the latest notification came at ${heard}${refused}: ${BEHIND}`;
}

/** Returns in words for an admin whether a server tells an account of changes, following "Subscriptions of changes" (additions §4). */
export function wayOfChanges(notices: ChangeNotices): string {
  switch (notices.state) {
    case "unreachable":
      return `cannot be made, as PUBLIC_URL names no address that the EMR could reach: ${MEANWHILE}`;
    case "refused":
      return `could not be made or looked at (${notices.problem}); it is tried again: ${MEANWHILE}`;
    case "requested":
      return `are made within a minute: ${MEANWHILE}`;
    default:
      return toldWords(notices);
  }
}
