import { defineFeature } from "../../feature.ts";
import { auditApi } from "./api.ts";
import { audit } from "./contract.ts";

export const auditFeature = defineFeature({
  name: "Audit",
  contract: audit,
  handlers: auditApi,
});
