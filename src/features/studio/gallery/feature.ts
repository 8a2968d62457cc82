import type { AppContext } from "../../../context.ts";
import type { Handlers } from "../../../http/register-endpoints.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import type { Person } from "../../../access/queries.ts";
import { defineFeature } from "../../feature.ts";
import type { DrawingPicture } from "../critique/store-drawing.ts";
import { addComment, removeComment, sayNice, takeNiceBack } from "./react-to-drawing.ts";
import { blockPerson, listBlocked, unblockPerson } from "./admit-to-gallery.ts";
import { galleryContract } from "./contract.ts";
import {
  listOwnComments,
  listShownDrawings,
  readPractice,
  publishDrawing,
  showDrawing,
  stopShowing,
  unpublishDrawing,
} from "./shown-drawings.ts";
import { listComments, listGallery, listNices, readDrawing } from "./queries.ts";

function galleryApi(context: AppContext): Handlers<typeof galleryContract, CallerFor> {
  return {
    "GET /class/{classId}/gallery": async ({ caller, params, query }) => {
      const page = await listGallery(context, caller, params.classId, query);
      return { ...page, rows: page.rows.map((row) => asDrawing(row, caller)) };
    },
    "GET /class/{classId}/gallery/{id}": async ({ caller, params }) =>
      asDrawing(await readDrawing(context, caller, params), caller),
    "POST /class/{classId}/gallery/{id}": async ({ caller, params }) => {
      await showDrawing(context, caller, params);
      return { isShown: true as const };
    },
    "DELETE /class/{classId}/gallery/{id}": async ({ caller, params }) => {
      await stopShowing(context, caller, params);
      return { isShown: false as const };
    },
    "POST /class/{classId}/gallery/{id}/public": async ({ caller, params }) => {
      await publishDrawing(context, caller, params);
      return { isPublic: true as const };
    },
    "DELETE /class/{classId}/gallery/{id}/public": async ({ caller, params }) => {
      await unpublishDrawing(context, caller, params);
      return { isPublic: false as const };
    },
    "GET /class/{id}/practice": async ({ caller, params }) => {
      const { critiqueDays, progress } = await readPractice(context, caller, params.id);
      if (!progress) return { critiqueDays, progress };
      const { before, after, ...rest } = progress;
      return {
        critiqueDays,
        progress: { ...rest, before: asPicture(before), after: asPicture(after) },
      };
    },
    "GET /class/{classId}/gallery/{id}/nices": async ({ caller, params, query }) => {
      const page = await listNices(context, caller, params, query);
      return {
        ...page,
        rows: page.rows.map(({ personId, name, image }) => ({ _id: personId, name, image })),
      };
    },
    "POST /class/{classId}/gallery/{id}/nice": async ({ caller, params }) => {
      await sayNice(context, caller, params);
      return { isNice: true as const };
    },
    "DELETE /class/{classId}/gallery/{id}/nice": async ({ caller, params }) => ({
      deletedCount: await takeNiceBack(context, caller, params),
    }),
    "GET /class/{classId}/gallery/{id}/comments": async ({ caller, params, query }) => {
      const page = await listComments(context, caller, params, query);
      return {
        ...page,
        rows: page.rows.map(
          ({ id, text, createdAt, authorId, authorName: name, authorImage: image, authorRole: role }) => ({
            _id: id,
            text,
            date: createdAt,
            author: { _id: authorId, name, image, role },
            isOwn: authorId === caller.id,
          }),
        ),
      };
    },
    "POST /class/{classId}/gallery/{id}/comments": async ({ caller, params, body }) => ({
      insertedId: await addComment(context, caller, params, body.text),
    }),
    "DELETE /comment/{id}": async ({ caller, params }) => {
      await removeComment(context, caller, params.id);
      return { deletedCount: 1 };
    },
    "GET /drawings/shown": async ({ caller, query }) => {
      const page = await listShownDrawings(context.db, caller, query);
      return { ...page, rows: page.rows.map(({ id, ...drawing }) => ({ _id: id, ...drawing })) };
    },
    "GET /comments": async ({ caller, query }) => {
      const page = await listOwnComments(context.db, caller, query);
      return { ...page, rows: page.rows.map(({ id, ...comment }) => ({ _id: id, ...comment })) };
    },
    "GET /blocks": async ({ caller }) =>
      (await listBlocked(context.db, caller)).map(({ id, ...person }) => ({ _id: id, ...person })),
    "POST /blocks/{id}": async ({ caller, params }) => {
      await blockPerson(context, caller, params.id);
      return { isBlocked: true as const };
    },
    "DELETE /blocks/{id}": async ({ caller, params }) => ({
      deletedCount: await unblockPerson(context, caller, params.id),
    }),
  };
}

const asDrawing = (row: Awaited<ReturnType<typeof readDrawing>>, viewer: Person) => ({
  _id: row.id,
  lessonId: row.lessonId,
  lessonTitle: row.lessonTitle,
  student: { _id: row.studentId, name: row.studentName, image: row.studentImage },
  isOwn: row.studentId === viewer.id,
  isHidden: row.isHidden,
  note: row.note,
  date: row.handedInAt,
  pictures: row.pictures.map(asPicture),
  comments: row.comments,
  nices: row.nices,
  isNice: row.isNice,
});

const asPicture = ({ id, width, height, widths }: DrawingPicture) => ({ _id: id, width, height, widths });

export const galleryFeature = defineFeature({
  name: "Gallery",
  contract: galleryContract,
  handlers: galleryApi,
});
