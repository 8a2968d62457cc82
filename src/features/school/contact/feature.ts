import { defineFeature } from "../../feature.ts";
import { contactApi } from "./api.ts";
import { contact } from "./contract.ts";

export const contactFeature = defineFeature({
  name: "Contact",
  contract: contact,
  handlers: contactApi,
});
