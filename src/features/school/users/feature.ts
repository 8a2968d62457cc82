import { defineFeature } from "../../feature.ts";
import { usersApi } from "./api.ts";
import { usersContract } from "./contract.ts";

export const usersFeature = defineFeature({ name: "Users", contract: usersContract, handlers: usersApi });
