/** As node-postgres was given it. */
export interface Asked {
  readonly name: string | undefined;
  readonly text: string;
  readonly values: unknown[];
}

export interface Plan {
  readonly "Node Type": string;
  readonly "Index Cond"?: string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Plan[];
}

export const isRead = ({ text }: Asked): boolean =>
  /^\s*(\(|select|with)\b/i.test(text) && !/\bfor (no key )?update\b/i.test(text);

/** An insert looks for rows only if it has a select. */
export const isChange = ({ text }: Asked): boolean =>
  /^\s*(update|delete|insert\b.*\sselect)\b|\bfor (no key )?update\b/is.test(text);

/** Of tables with 100,000 rows: more than any page shows, or than any one person has. */
const bound = 3000;

/** @param leading the first column of each index */
export function faultsIn(plan: Plan, leading: ReadonlyMap<string, string>): string[] {
  const { "Node Type": type, "Actual Loops": loops, "Index Name": index = "", Plans: below = [] } = plan;
  const read = (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * loops;
  const faults = below.flatMap((each) => faultsIn(each, leading));
  if (type.endsWith("Scan") && read > bound)
    faults.push(`reads ${read} rows of ${plan["Relation Name"] ?? index} (${type})`);
  // Whatever else the condition says, it then reads the index to its end.
  if (plan["Index Cond"]?.includes(leading.get(index) ?? "") === false)
    faults.push(`reads the index ${index} without its first column`);
  const sorted = below.reduce((sum, each) => sum + each["Actual Rows"] * each["Actual Loops"], 0);
  if (type === "Sort" && sorted > bound) faults.push(`sorts ${sorted} rows`);
  return faults;
}
