import { defineFeature, job } from "../../feature.ts";
import { critiqueApi } from "./api.ts";
import { critiqueContract } from "./contract.ts";
import { collectDrawings } from "./remove-drawings.ts";
import { mountSubmissions } from "./submission-routes.ts";
import { tellOverdue } from "./tell-overdue.ts";

export const critiqueFeature = defineFeature({
  name: "Critique",
  contract: critiqueContract,
  handlers: critiqueApi,
  mount: (app, context, { rates }) => mountSubmissions(app, context, rates.files),
  jobs: [job("drawings", 600, collectDrawings), job("overdue critiques", 300, tellOverdue)],
});
