import MarkdownIt from "markdown-it";
import disclaimer from "./disclaimer.md?raw";
import privacy from "./privacy.md?raw";
import refunds from "./refunds.md?raw";
import terms from "./terms.md?raw";

export interface Policy {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** ISO 8601; undefined for the first version. */
  readonly changedOn?: string;
  readonly inShort: string;
  readonly sections: readonly { readonly id: string; readonly title: string; readonly html: string }[];
  readonly others: readonly { readonly path: string; readonly title: string }[];
}

/**
 * Each text begins with a summary; `##` starts a section, and `{email}` becomes the support email. Comments name the
 * tables (`personal-tables.ts`) that a section is about.
 */
const policies = [
  {
    path: "/terms-and-conditions",
    title: "Terms and Conditions",
    description:
      "The agreement between you and Senga: who can use it, how buying and teaching classes works, what belongs to whom, and what happens when something goes wrong.",
    changedOn: "2026-11-29",
    text: terms,
  },
  {
    path: "/privacy-policy",
    title: "Privacy Policy",
    description:
      "What Senga knows about you, why, for how long and who else sees it: no analytics, no ads, no card numbers. And how to see, correct or delete your data.",
    changedOn: "2026-11-30",
    text: privacy,
  },
  {
    path: "/refund-policy",
    title: "Refund Policy",
    description:
      "When Senga refunds a class: within 7 days of purchase, with less than 20% accessed, bought at full price. How we count, how to withdraw, and when you’ll get your money.",
    changedOn: "2026-11-28",
    text: refunds,
  },
  {
    path: "/disclaimer",
    title: "Disclaimer",
    description:
      "What classes on Senga are and aren’t: no promised results, no accredited degree, instructors’ own views, other people’s sites and characters.",
    changedOn: "2026-11-27",
    text: disclaimer,
  },
];

const markdown = new MarkdownIt();
// For lists without markers, Safari needs the role.
markdown.renderer.rules["bullet_list_open"] = () => '<ul role="list" class="policy-list">\n';

/** Throws for an unknown path. `email` is the school's support address. */
export function readPolicy(path: string, email: string): Policy {
  const found = policies.find((policy) => policy.path === path);
  if (!found) throw new Error(`There is no policy at ${path}`);
  const { text, ...policy } = found;
  const shown = text.replaceAll("{email}", () => email).replaceAll(/^<!--.*-->$/gm, "");
  const [inShort = "", ...sections] = shown.split(/^## /m);
  return {
    ...policy,
    inShort: markdown.render(inShort),
    sections: sections.map((section, index) => {
      const end = section.indexOf("\n");
      const title = section.slice(0, end);
      return {
        id: idOf(title),
        title: `${index + 1}. ${title}`,
        html: markdown.render(section.slice(end)),
      };
    }),
    others: policies
      .filter((other) => other !== found)
      .map((other) => ({ path: other.path, title: other.title })),
  };
}

const idOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
