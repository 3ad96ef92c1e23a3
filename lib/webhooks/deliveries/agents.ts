import type { Agent } from "undici";
import { makeAgent } from "#lib/egress/agent";
import { authoritiesOf } from "#lib/egress/authorities";
import { webhookTargets } from "#lib/egress/policies";
import { environment } from "#lib/kernel/environment";
import { singleton } from "#lib/kernel/singleton";

/** Returns this process's agents: one for partners, one for the console's own inbox. */
export const agents = (): { partners: Agent; inbox: Agent } =>
  singleton(
    "delivery-agents",
    () => {
      const authorities = authoritiesOf(environment().WEBHOOK_CA_FILE);
      return {
        partners: makeAgent({ policy: webhookTargets(), authorities }),
        inbox: makeAgent({ policy: null, authorities }),
      };
    },
    ({ partners, inbox }) => Promise.all([partners.destroy(), inbox.destroy()]),
  );
