import { defineFeature, job } from "../../feature.ts";
import { accountsApi } from "./api.ts";
import { accounts } from "./contract.ts";
import { forgetEndedSessions } from "../../../access/ended-sessions.ts";

export const accountsFeature = defineFeature({
  name: "Accounts",
  contract: accounts,
  handlers: accountsApi,
  jobs: [job("ended sessions", 3600, forgetEndedSessions)],
});
