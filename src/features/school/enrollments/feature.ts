import { defineFeature } from "../../feature.ts";
import { enrollmentsApi } from "./api.ts";
import { enrollmentsContract } from "./contract.ts";

export const enrollmentsFeature = defineFeature({
  name: "Enrollments",
  contract: enrollmentsContract,
  handlers: enrollmentsApi,
});
