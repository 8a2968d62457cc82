import { defineFeature, job } from "../../feature.ts";
import { newsletterApi } from "./api.ts";
import { newsletter } from "./contract.ts";
import { runNewsletter } from "./run-newsletter.ts";

export const newsletterFeature = defineFeature({
  name: "Newsletter",
  contract: newsletter,
  handlers: newsletterApi,
  jobs: [job("newsletter", 5, runNewsletter)],
});
