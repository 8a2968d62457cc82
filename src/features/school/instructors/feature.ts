import { defineFeature, job } from "../../feature.ts";
import { instructorsApi } from "./api.ts";
import { instructors } from "./contract.ts";
import { countStudents } from "./count-students.ts";

export const instructorsFeature = defineFeature({
  name: "Instructors",
  contract: instructors,
  handlers: instructorsApi,
  jobs: [job("instructors' students", 300, countStudents)],
});
