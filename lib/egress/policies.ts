import { environment, isDemo } from "#lib/kernel/environment";
import { singleton } from "#lib/kernel/singleton";
import { LOOPBACK, parseBlocks } from "./addresses.ts";
import type { TargetPolicy } from "./target.ts";

/** Returns the policy of the operator's blocks in a variable; demo mode allows loopback too. */
function policyOf(variable: "WEBHOOK_PRIVATE_TARGETS" | "EMR_PRIVATE_TARGETS" | "OIDC_PRIVATE_TARGETS"): TargetPolicy {
  return singleton(`policy:${variable}`, () => {
    const blocks = parseBlocks(variable, environment()[variable]);
    return { privateBlocks: isDemo(environment()) ? [...LOOPBACK, ...blocks] : blocks };
  });
}

/** The policy for webhook deliveries (decisions §7). */
export const webhookTargets = (): TargetPolicy => policyOf("WEBHOOK_PRIVATE_TARGETS");

/** The policy for OpenID providers that organizations enter (decisions §2). */
export const providerTargets = (): TargetPolicy => policyOf("OIDC_PRIVATE_TARGETS");

/** The policy for linked EMRs (decisions §12). */
export const emrTargets = (): TargetPolicy => policyOf("EMR_PRIVATE_TARGETS");
