import { test } from "./support/journey.ts";
import { walkWholeSchool } from "./support/whole-school.ts";

test("a class from the first line to the first student: added, approved, seen, paid, counted everywhere", async ({
  browser,
  site,
  watch,
}) => {
  await walkWholeSchool({ browser, site, watch });
});
