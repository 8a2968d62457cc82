import { defineFeature, job } from "../../feature.ts";
import { certificatesApi } from "./api.ts";
import { mountCertificates } from "./certificate-routes.ts";
import { certificatesContract } from "./contract.ts";
import { issueCertificates } from "./issue-certificates.ts";

export const certificatesFeature = defineFeature({
  name: "Certificates",
  contract: certificatesContract,
  handlers: certificatesApi,
  mount: (app, context, { cache, rates }) => mountCertificates(app, context, cache, rates.files),
  jobs: [job("certificates", 2, issueCertificates)],
});
