import { expect, it } from "vitest";
import { secretWords } from "./event-webhook.tsx";

const webhook = {
  registered_at: "2026-03-01T15:00:00.000Z",
  secret_changed_at: "2026-03-02T15:04:12.000Z",
  secret_asked_at: null,
  secret_problem: null,
};
const asked = "2026-03-03T15:00:00.000Z";
const since = "Last changed Mar 2, 2026, 10:04:12 AM EST.";

it.each([
  ["holds", {}, since],
  ["is asked for", { secret_asked_at: asked }, `${since} A new one is asked for: it is known here within a minute.`],
  [
    "is not known yet",
    { secret_asked_at: asked, secret_problem: "The EMR does not answer" },
    `${since} A new one is asked for, and is not known here yet (The EMR does not answer): it is asked for again. Meanwhile events are read from the EMR’s log.`,
  ],
  ["is refused", { secret_problem: "Once a day" }, `${since} The last change failed: Once a day`],
])("says of a secret that %s", (_state, changes, said) => {
  expect(secretWords({ ...webhook, ...changes }, "America/New_York").replaceAll(" ", " ")).toBe(said);
});
