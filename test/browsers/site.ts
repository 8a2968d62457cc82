import { test as base } from "@playwright/test";
import { type Site, startSite } from "../journeys/support/site.ts";

/** With a site of its own, which also ends when the test fails. The fixtures of the journeys start Chromium. */
export const test = base.extend<{ site: Site }>({
  // oxlint-disable-next-line no-empty-pattern
  site: async ({}, use) => {
    const site = await startSite();
    await use(site);
    await site.stop();
  },
});
