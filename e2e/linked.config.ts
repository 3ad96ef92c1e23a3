import { defineConfig } from "@playwright/test";
import console from "./playwright.config.ts";

/** The journey between two deployments: a command of its own, because the second one syncs a whole practice. */
export default defineConfig({ ...console, projects: [{ name: "linked", testMatch: "linked-deployment.spec.ts" }] });
