import { on } from "../../../platform/events.ts";
import { accountClaimed, personChanged } from "../../../access/events.ts";
import { defineFeature, job } from "../../feature.ts";
import { privacyApi } from "./api.ts";
import { privacyContract } from "./contract.ts";
import { finishErasures } from "./delete-account.ts";
import { mountExport } from "./export-route.ts";
import { followPerson } from "./follow-person.ts";
import { releaseRecord } from "./release-record.ts";

export const privacyFeature = defineFeature({
  name: "Privacy",
  contract: privacyContract,
  handlers: privacyApi,
  mount: (app, context, { rates }) => mountExport(app, context, rates.files),
  jobs: [job("deleted accounts", 60, finishErasures)],
  listeners: [on(personChanged, followPerson), on(accountClaimed, releaseRecord)],
});
