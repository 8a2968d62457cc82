import { useQuery } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { Link } from "react-router";
import { type FieldErrors, renameFields, useForm } from "../../../../ui/use-form.ts";
import { Button } from "../../../../ui/button.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { ErrorSummary, FormError, TextArea, TextField } from "../../../../ui/field.tsx";
import LeaveDialog from "../../../../ui/leave-dialog.tsx";
import { QueryStatus } from "../../../../ui/query-status.tsx";
import { type Answer, apiQuery } from "../../../../access/api-query.ts";
import { api } from "../../../../access/session.ts";
import { useMember } from "../../../../access/use-guard.ts";
import { completeLink, linkProblem, maxCount, maxLength, messages } from "../policy.ts";
import { type PortfolioPlace, type PlaceHandle, PortfolioPlaceField } from "./portfolio-place.tsx";
import "./profile-page.css";

const linkPlaces = Array.from({ length: maxCount.links }, (_, place) => place);
const picturePlaces = Array.from({ length: maxCount.pictures }, (_, place) => place);

const fieldNames = [
  "headline",
  "bio",
  ...linkPlaces.map((place) => `link-${place}` as const),
  ...picturePlaces.flatMap((place) => [`picture-${place}`, `description-${place}`] as const),
] as const;
type Field = (typeof fieldNames)[number];
type Values = Readonly<Record<Field, string>>;

const typedLinks = (values: Values) =>
  linkPlaces
    .map((place) => ({ place, link: completeLink(values[`link-${place}`] ?? "") }))
    .filter(({ link }) => link !== "");

function check(
  values: Values,
  pictures: readonly { readonly place: number; readonly hasPicture: boolean }[],
): FieldErrors<Field> {
  const errors: FieldErrors<Field> = {};
  if (values.headline.trim().length > maxLength.headline) errors.headline = messages.headline;
  if (values.bio.trim().length > maxLength.bio)
    errors.bio = `${messages.bio}; this one has ${values.bio.trim().length}`;
  const links = typedLinks(values);
  for (const [index, { place, link }] of links.entries()) {
    const isRepeated = links.slice(0, index).some((earlier) => earlier.link === link);
    const problem = linkProblem(link) ?? (isRepeated ? messages.sameLink : undefined);
    if (problem) errors[`link-${place}`] = problem;
  }
  for (const { place, hasPicture } of pictures) {
    const description = (values[`description-${place}`] ?? "").trim();
    if (!hasPicture) errors[`picture-${place}`] = messages.noPicture;
    if (description === "") errors[`description-${place}`] = messages.noDescription;
    else if (description.length > maxLength.description)
      errors[`description-${place}`] = messages.longDescription;
  }
  return errors;
}

/** Maps server paths to form fields: "links.1" is the second non-empty link, not the second field. */
const atOwnFields = (error: unknown, links: readonly number[], pictures: readonly number[]): unknown =>
  renameFields(error, (field) => {
    const [list, index, part] = field.split(".");
    if (list === "links") return `link-${links[Number(index)]}`;
    if (list === "portfolio")
      return `${part === "description" ? "description" : "picture"}-${pictures[Number(index)]}`;
    return field;
  });

export const meta = () => [{ title: "My Profile · Senga" }];

export default function ProfilePage() {
  const { email } = useMember().user;
  const { data, error, refetch } = useQuery({
    ...apiQuery("GET /instructor/profile/{email}", { params: { email } }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  });
  return (
    <>
      <h1 tabIndex={-1}>My Profile</h1>
      {data ? (
        <>
          <p className="lede">
            This is what students see on <Link to={`/instructors/${data._id}`}>your public page</Link>.
          </p>
          <ProfileForm email={email} opened={data} />
        </>
      ) : (
        <QueryStatus query={{ error, refetch }} what="your profile" />
      )}
    </>
  );
}

interface ProfileFormProps {
  readonly email: string;
  readonly opened: Answer<"GET /instructor/profile/{email}">;
}

function ProfileForm({ email, opened }: ProfileFormProps) {
  const handles = useRef(new Map<number, PlaceHandle>());
  const [places, setPlaces] = useState<readonly PortfolioPlace[]>(() =>
    opened.portfolio.map((present, place) => ({ place, present })),
  );
  const [isSaved, setSaved] = useState(false);
  const changes = useRef(0);
  const savedChanges = useRef(0);
  const seen = useRef<string | null | undefined>(opened.updatedAt && String(opened.updatedAt));
  const changed = (): void => {
    changes.current += 1;
  };
  const register = useCallback((place: number, handle: PlaceHandle | undefined): void => {
    if (handle) handles.current.set(place, handle);
    else handles.current.delete(place);
  }, []);

  const { form, errors, summary, isBusy, failure, forget } = useForm<Field>(
    fieldNames,
    (values) =>
      check(
        values,
        places.map(({ place }) => ({ place, hasPicture: handles.current.get(place)?.hasPicture() ?? false })),
      ),
    async (values) => {
      const sentChanges = changes.current;
      const links = typedLinks(values);
      const portfolio: { image: string; description: string }[] = [];
      for (const { place, present } of places) {
        const image = (await handles.current.get(place)?.address()) ?? present?.image ?? "";
        portfolio.push({ image, description: (values[`description-${place}`] ?? "").trim() });
      }
      const body = {
        headline: values.headline.trim(),
        bio: values.bio.trim(),
        links: links.map(({ link }) => link),
        portfolio,
        seen: seen.current,
      };
      try {
        const saved: { readonly updatedAt?: Date } = await api("PATCH /instructor/profile/{email}", {
          params: { email },
          body,
        });
        // During an upgrade, the version before may have answered.
        seen.current = saved.updatedAt && String(saved.updatedAt);
      } catch (error) {
        throw atOwnFields(
          error,
          links.map(({ place }) => place),
          places.map(({ place }) => place),
        );
      }
      savedChanges.current = sentChanges;
      setSaved(true);
    },
  );

  const add = (): void => {
    const free = picturePlaces.find((place) => places.every((taken) => taken.place !== place));
    if (free === undefined) return;
    changed();
    setPlaces([...places, { place: free }]);
    requestAnimationFrame(() => document.getElementById(`picture-${free}`)?.focus());
  };
  const remove = (place: number): void => {
    changed();
    forget(`picture-${place}`);
    forget(`description-${place}`);
    setPlaces(places.filter((each) => each.place !== place));
    // The focused button is gone.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(".portfolio-add")?.focus());
  };
  const moveUp = (place: number): void => {
    changed();
    const at = places.findIndex((each) => each.place === place);
    const [before, moved] = [places[at - 1], places[at]];
    if (!before || !moved) return;
    setPlaces([...places.slice(0, at - 1), moved, before, ...places.slice(at + 1)]);
  };

  return (
    <>
      <form {...form} className="stack profile-form" onInput={changed}>
        <ErrorSummary errors={errors} ref={summary} />
        <section className="panel is-roomy form" aria-labelledby="about-you">
          <h2 id="about-you" className="section-title">
            About you
          </h2>
          <TextField
            label="One line (optional)"
            name="headline"
            autoComplete="off"
            hint={`Shown under your name in lists, up to ${maxLength.headline} characters`}
            error={errors.headline}
            defaultValue={opened.headline}
          />
          <TextArea
            label="Bio (optional)"
            name="bio"
            rows={7}
            hint={`What you draw, where people may know your work from, how you teach. Up to ${maxLength.bio} characters`}
            error={errors.bio}
            defaultValue={opened.bio}
          />
        </section>
        <section className="panel is-roomy form" aria-labelledby="links">
          <h2 id="links" className="section-title">
            Links
          </h2>
          <p className="quiet profile-hint">
            Your site, Instagram, X, YouTube, Pixiv and so on. We add https:// and the name of the site for
            you.
          </p>
          {linkPlaces.map((place) => (
            <TextField
              key={place}
              label={`Link ${place + 1}`}
              name={`link-${place}`}
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              error={errors[`link-${place}`]}
              defaultValue={opened.links[place]}
            />
          ))}
        </section>
        <section className="panel is-roomy form" aria-labelledby="portfolio">
          <h2 id="portfolio" className="section-title">
            Portfolio
          </h2>
          <p className="quiet profile-hint">
            Up to {maxCount.pictures} pictures of your own work, shown in this order. The first one opens your
            page.
          </p>
          {places.length > 0 && (
            <ol role="list" className="portfolio-places">
              {places.map(({ place, present }, index) => (
                <PortfolioPlaceField
                  key={place}
                  place={place}
                  number={index + 1}
                  present={present}
                  errors={{
                    picture: errors[`picture-${place}`],
                    description: errors[`description-${place}`],
                  }}
                  register={register}
                  onPick={() => {
                    changed();
                    forget(`picture-${place}`);
                  }}
                  onMoveUp={index > 0 ? () => moveUp(place) : undefined}
                  onRemove={() => remove(place)}
                />
              ))}
            </ol>
          )}
          {places.length < maxCount.pictures ? (
            <button type="button" className="button is-quiet portfolio-add" onClick={add}>
              Add a picture
            </button>
          ) : (
            <p className="portfolio-add" tabIndex={-1}>
              You’ve used all {maxCount.pictures}. Remove one to add another.
            </p>
          )}
        </section>
        <div>
          <Button type="submit" size="large" block busy={isBusy && "Saving…"}>
            Save profile
          </Button>
          <FormError>{failure}</FormError>
        </div>
      </form>
      <LeaveDialog isUnsaved={() => changes.current !== savedChanges.current} />
      {isSaved && (
        <Dialog isSuccess title="Profile saved" onClose={() => setSaved(false)}>
          Students can see it on <Link to={`/instructors/${opened._id}`}>your public page</Link>.
        </Dialog>
      )}
    </>
  );
}
