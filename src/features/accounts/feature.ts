import { defineFeature, job } from "../feature.ts";
import { type FindUnread, accountsApi } from "./api.ts";
import { accounts } from "./contract.ts";
import { forgetEndedSessions } from "./ended-sessions.ts";

/** `findUnread` is of the notifications, which stand below. */
export const accountsFeature = (findUnread: FindUnread) =>
  defineFeature({
    name: "Accounts",
    contract: accounts,
    handlers: (context) => accountsApi(context, findUnread),
    jobs: [job("ended sessions", 3600, forgetEndedSessions)],
  });
