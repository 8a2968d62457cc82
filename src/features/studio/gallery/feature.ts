import type { AppContext } from "../../../context.ts";
import { after, type Handlers, withId } from "../../../http/register-endpoints.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import { suspensionChanged } from "../../../access/events.ts";
import type { Person } from "../../../access/queries.ts";
import { on } from "../../../platform/events.ts";
import { mapPage } from "../../../platform/keyset.ts";
import { defineFeature } from "../../feature.ts";
import { asPicture } from "../critique/store-drawing.ts";
import { addComment, removeComment, sayNice, takeNiceBack } from "./react-to-drawing.ts";
import { blockPerson, listBlocked, unblockPerson } from "./admit-to-gallery.ts";
import { galleryContract } from "./contract.ts";
import {
  invalidatePublic,
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
    "GET /class/{classId}/gallery": async ({ caller, params, query }) =>
      mapPage(await listGallery(context, caller, params.classId, query), (row) => asDrawing(row, caller)),
    "GET /class/{classId}/gallery/{id}": async ({ caller, params }) =>
      asDrawing(await readDrawing(context, caller, params), caller),
    "POST /class/{classId}/gallery/{id}": ({ caller, params }) =>
      after(showDrawing(context, caller, params), { isShown: true }),
    "DELETE /class/{classId}/gallery/{id}": ({ caller, params }) =>
      after(stopShowing(context, caller, params), { isShown: false }),
    "POST /class/{classId}/gallery/{id}/public": ({ caller, params }) =>
      after(publishDrawing(context, caller, params), { isPublic: true }),
    "DELETE /class/{classId}/gallery/{id}/public": ({ caller, params }) =>
      after(unpublishDrawing(context, caller, params), { isPublic: false }),
    "GET /class/{id}/practice": async ({ caller, params }) => {
      const { critiqueDays, progress } = await readPractice(context, caller, params.id);
      if (!progress) return { critiqueDays, progress };
      const pictures = { before: asPicture(progress.before), after: asPicture(progress.after) };
      return { critiqueDays, progress: { ...progress, ...pictures } };
    },
    "GET /class/{classId}/gallery/{id}/nices": async ({ caller, params, query }) =>
      mapPage(await listNices(context, caller, params, query), ({ personId, name, image }) => ({
        _id: personId,
        name,
        image,
      })),
    "POST /class/{classId}/gallery/{id}/nice": ({ caller, params }) =>
      after(sayNice(context, caller, params), { isNice: true }),
    "DELETE /class/{classId}/gallery/{id}/nice": async ({ caller, params }) => ({
      deletedCount: await takeNiceBack(context, caller, params),
    }),
    "GET /class/{classId}/gallery/{id}/comments": async ({ caller, params, query }) =>
      mapPage(
        await listComments(context, caller, params, query),
        ({ id, text, createdAt, authorId, authorName: name, authorImage: image, authorRole: role }) => ({
          _id: id,
          text,
          date: createdAt,
          author: { _id: authorId, name, image, role },
          isOwn: authorId === caller.id,
        }),
      ),
    "POST /class/{classId}/gallery/{id}/comments": async ({ caller, params, body }) => ({
      insertedId: await addComment(context, caller, params, body.text),
    }),
    "DELETE /comment/{id}": ({ caller, params }) =>
      after(removeComment(context, caller, params.id), { deletedCount: 1 }),
    "GET /drawings/shown": async ({ caller, query }) =>
      mapPage(await listShownDrawings(context.db, caller, query), withId),
    "GET /comments": async ({ caller, query }) =>
      mapPage(await listOwnComments(context.db, caller, query), withId),
    "GET /blocks": async ({ caller }) => (await listBlocked(context.db, caller)).map(withId),
    "POST /blocks/{id}": ({ caller, params }) =>
      after(blockPerson(context, caller, params.id), { isBlocked: true }),
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

export const galleryFeature = defineFeature({
  name: "Gallery",
  contract: galleryContract,
  handlers: galleryApi,
  listeners: [on(suspensionChanged, invalidatePublic)],
});
