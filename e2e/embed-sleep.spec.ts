import { asOwner } from "./support/as-owner.ts";
import { test, viewIn } from "./support/partner.ts";
import { expect } from "./support/test.ts";

const MINUTE_MS = 60_000;

/** Expires a session's token on the server without waiting for its lifetime to pass. */
async function endToken(sessionId: string): Promise<void> {
  const ended = await asOwner(
    "UPDATE embed_session SET expires_at = now() - interval '46 minutes' WHERE replace(id::text, '-', '') = $1 RETURNING id",
    [sessionId.replaceAll("-", "")],
  );
  expect(ended).toHaveLength(1);
}

for (const minutes of [5, -5]) {
  test(`a view continues after an hour of sleep with a clock ${minutes} minutes off the server's`, {
    tag: "@long",
  }, async ({ strict, portal }) => {
    const page = await strict.newPage();
    const sessions: { session_id: string }[] = [];
    page.on("response", async (response) => {
      if (response.url().includes("/session?") && response.ok()) sessions.push(await response.json());
    });
    await page.clock.install({ time: Date.now() + minutes * MINUTE_MS });
    await page.goto(`${portal.origin}/?view=operation`);
    const form = viewIn(page, "operation");
    await form.getByRole("button", { name: /^More/ }).click();
    await form.getByLabel("Notes").fill("Typed before the sleep");
    expect(sessions, "a wrong clock causes no request").toHaveLength(1);

    await strict.setOffline(true);
    await endToken(sessions[0]?.session_id ?? "");
    await page.clock.fastForward(60 * MINUTE_MS);
    await form.getByLabel("Amount").fill("31.5");
    await expect(page.getByLabel("Events"), "the page is unreachable").toContainText('error {"code":"no_token"');

    await strict.setOffline(false);
    await page.clock.fastForward(MINUTE_MS / 2);
    await expect.poll(() => sessions.length, "the token is requested again").toBeGreaterThan(1);
    await form.getByRole("combobox", { name: "Patient" }).click();
    await form.getByRole("combobox", { name: "Patient" }).pressSequentially("MRN-10000");
    await page.clock.fastForward(1_000);
    await form.getByRole("option", { name: "MRN-10000" }).first().click();
    await expect(form.getByLabel("Notes")).toHaveValue("Typed before the sleep");
    await expect(form.getByLabel("Amount")).toHaveValue("31.50");
    await form.getByRole("button", { name: /Payment method/ }).click();
    await form.getByRole("option", { name: "Credit Card" }).click();
    await form.getByRole("button", { name: /Location/ }).click();
    await form.getByRole("option").first().click();
    await form.getByRole("button", { name: "Post payment" }).click();
    await expect(form.locator('[aria-current="step"]'), "the view is live again").toContainText("Completed");
  });
}
