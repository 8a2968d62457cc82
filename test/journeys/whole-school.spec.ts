import { missingForCluster } from "./support/cluster.ts";
import { test } from "./support/journey.ts";
import { walkWholeSchool } from "./support/whole-school.ts";

test.skip(missingForCluster === "", "cluster.spec.ts walks it through three processes that restart");

test("a class from the first line to the first student: added, approved, seen, paid, counted everywhere", async ({
  browser,
  site,
  watch,
}) => {
  await walkWholeSchool({ browser, site, watch });
});
