import { defineFeature } from "../../feature.ts";
import { moderationApi } from "./api.ts";
import { moderationContract } from "./contract.ts";

export const moderationFeature = defineFeature({
  name: "Moderation",
  contract: moderationContract,
  handlers: moderationApi,
});
