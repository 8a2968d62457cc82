import { Problem } from "../../../platform/errors.ts";
import type { Handlers } from "../../../http/register-endpoints.ts";
import type { AppContext } from "../../../context.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import { type instructors, problems } from "./contract.ts";
import { linkLabel } from "./policy.ts";
import {
  type InstructorCard,
  findInstructor,
  listInstructors,
  listPopularInstructors,
  readProfile,
} from "./queries.ts";
import { updateProfile } from "./update-profile.ts";

export function instructorsApi(context: AppContext): Handlers<typeof instructors, CallerFor> {
  return {
    "GET /instructors": async ({ query }) => {
      const page = await listInstructors(context.db, query);
      return { ...page, rows: page.rows.map(asCard) };
    },
    "GET /instructors/popular": async ({ query }) =>
      (await listPopularInstructors(context.db, query.limit)).map(asCard),
    "GET /instructors/{id}": async ({ params }) => {
      const found = await findInstructor(context.db, params.id);
      if (!found) throw new Problem(problems.noSuchInstructor);
      const { bio, links, portfolio, studentCount, levels } = found;
      return {
        ...asCard(found),
        bio,
        links: links.map((url) => ({ label: linkLabel(url), url })),
        portfolio,
        studentCount,
        levels: [...levels],
      };
    },
    "GET /instructor/profile/{email}": async ({ caller }) => ({
      _id: caller.id,
      ...(await readProfile(context.db, caller.id)),
    }),
    "PATCH /instructor/profile/{email}": async ({ caller, body }) => {
      await updateProfile(context, caller, body);
      return { modifiedCount: 1 };
    },
  };
}

const asCard = ({ id, name, email, image, headline, classCount, teaches }: InstructorCard) => ({
  _id: id,
  name,
  email,
  image,
  headline,
  classCount,
  teaches: [...teaches],
});
