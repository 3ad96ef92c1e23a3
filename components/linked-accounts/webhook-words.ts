/** The texts about the webhook to which an EMR sends its events. */
export const words = {
  secret: "Webhook secret",
  since: (moment: string) => `Last changed ${moment}.`,
  asked: "A new one is asked for: it is known here within a minute.",
  askedAgain: (problem: string) =>
    `A new one is asked for, and is not known here yet (${problem}): it is asked for again. Meanwhile events are read from the EMR’s log.`,
  notChanged: (problem: string) => `The last change failed: ${problem}`,
  newSecret: "New webhook secret",
  newSecretFor: (account: string) => `New webhook secret for ${account}?`,
  askForIt: "Ask for a new secret",
  effect:
    "The EMR signs its events with a new secret from now on. No event is lost: the present secret is accepted until events come with the new one, and what is refused in between is read from the EMR’s log. Other accounts of the same client share the webhook. Another receiver of its events needs the new secret from the EMR.",
} as const;
