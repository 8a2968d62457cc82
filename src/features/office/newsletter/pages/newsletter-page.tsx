import { Link } from "react-router";
import { SectionHeading } from "../../../../ui/heading.tsx";
import { apiContext } from "../../../../pages/contexts.ts";
import { describePage } from "../../../../pages/page-meta.ts";
import { answerForm, readForm } from "../../../../pages/posted-form.ts";
import { AuthSheet } from "../../../../ui/auth-sheet.tsx";
import { cardFacts } from "../../../school/classes/pages/card-facts.ts";
import { ClassGrid } from "../../../school/selections/pages/class-grid.tsx";
import type { Route } from "./+types/newsletter-page";
import NewsletterPanel from "./newsletter-panel.tsx";

const newestCount = 3;

export async function loader({ context }: Route.LoaderArgs) {
  const { answer } = await context.get(apiContext)("GET /approvedClasses", { query: { limit: newestCount } });
  return answer.map(cardFacts);
}

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches[0].loaderData.origin, {
    title: "Newsletter · Senga",
    description:
      "One short email when there are new drawing classes on Senga, once a week at most. Unsubscribe with one click.",
    path: "/newsletter",
  });

export async function action({ request, context }: Route.ActionArgs) {
  const values = await readForm(request);
  const body = { name: values["newsletter-name"] ?? "", email: values["newsletter-email"] ?? "" };
  const call = context.get(apiContext);
  return answerForm(() => call("POST /newsletter", { body }), values);
}

export default function NewsletterPage({ actionData, loaderData: classes }: Route.ComponentProps) {
  if (actionData?.isDone) {
    return (
      <AuthSheet scene="letter" title="You have subscribed!">
        <p>
          We’ve emailed you a link. Open it to confirm your address. In the meantime,{" "}
          <Link to="/classes">see what you can learn now</Link>.
        </p>
      </AuthSheet>
    );
  }
  return (
    <div className="page-section newsletter-page">
      <NewsletterPanel
        posted={actionData}
        headingLevel={1}
        art={<img src="/drawings/envelope.svg" width="1200" height="750" alt="" />}
      />
      {classes.length > 0 && (
        <section className="wrap" aria-labelledby="newest">
          <SectionHeading id="newest" aside={<Link to="/classes">All classes</Link>}>
            The newest classes
          </SectionHeading>
          <ClassGrid items={classes} headingLevel="h3" />
        </section>
      )}
    </div>
  );
}
