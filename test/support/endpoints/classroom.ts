import { type EndpointCase, ofLesson } from "./endpoint-case.ts";

export const classroom = {
  "GET /admin/videos": { send: () => ({}), people: 200 },
  "GET /admin/videos/space": { send: () => ({}), people: 200 },
  "GET /class/{id}/outline": { send: (_, { approved }) => ({ params: { id: approved } }), people: 200 },
  "GET /class/{classId}/lesson/{id}": { send: ofLesson, people: { withoutSeat: "lesson-needs-a-seat" } },
  "GET /curriculum/{classId}": {
    send: (_, { approved }) => ({ params: { classId: approved } }),
    people: { formerInstructor: "not-your-class" },
  },
  "GET /curriculum/{classId}/lesson/{id}": { send: ofLesson, people: { formerInstructor: "not-your-class" } },
  "POST /curriculum/{classId}/sections": {
    send: (_, { approved }) => ({ params: { classId: approved }, body: { title: "Hands" } }),
    people: { formerInstructor: "not-your-class" },
  },
  "PATCH /curriculum/{classId}/section/{id}": {
    send: (_, { approved, section }) => ({
      params: { classId: approved, id: section },
      body: { title: "Hands" },
    }),
    people: { formerInstructor: "not-your-class" },
  },
  "DELETE /curriculum/{classId}/section/{id}": {
    send: (_, { approved, section }) => ({ params: { classId: approved, id: section } }),
    status: 409,
    people: { formerInstructor: "not-your-class" },
  },
  "POST /curriculum/{classId}/section/{id}/lessons": {
    send: (_, { approved, section }) => ({
      params: { classId: approved, id: section },
      body: { kind: "text", title: "Thumbs" },
    }),
    people: { formerInstructor: "not-your-class" },
  },
  "PATCH /curriculum/{classId}/lesson/{id}": {
    send: (_, { approved, lesson }) => ({
      params: { classId: approved, id: lesson },
      body: { title: "Thumbs" },
    }),
    people: { formerInstructor: "not-your-class" },
  },
  "POST /curriculum/{classId}/lesson/{id}/publish": {
    send: (_, { approved, lesson }) => ({ params: { classId: approved, id: lesson }, body: {} }),
    people: { formerInstructor: "not-your-class" },
  },
  "POST /curriculum/{classId}/lesson/{id}/retire": {
    send: ofLesson,
    people: { formerInstructor: "not-your-class" },
  },
  "POST /curriculum/{classId}/lesson/{id}/restore": {
    send: ofLesson,
    people: { formerInstructor: "not-your-class" },
  },
  "DELETE /curriculum/{classId}/lesson/{id}": {
    send: ofLesson,
    status: 409,
    people: { formerInstructor: "not-your-class" },
  },
  "PATCH /curriculum/{classId}/order": {
    send: (_, { approved }) => ({ params: { classId: approved }, body: { orderVersion: 7, sections: [] } }),
    status: 409,
    people: { formerInstructor: "not-your-class", staff: "order-changed-meanwhile" },
  },
  "DELETE /curriculum/{classId}/material/{id}": {
    send: ofLesson,
    status: 404,
    people: { formerInstructor: "not-your-class", staff: "material-not-found" },
  },
  "PATCH /curriculum/{classId}/lesson/{id}/video": {
    send: (_, { approved, lesson }) => ({
      params: { classId: approved, id: lesson },
      body: { hasNoSpeech: true },
    }),
    status: 409,
    people: { formerInstructor: "not-your-class", staff: "lesson-has-no-video" },
    alone: "needs a film; see lesson-videos.test.ts",
  },
  "POST /curriculum/{classId}/lesson/{id}/captions": {
    send: (_, { approved, lesson }) => ({
      params: { classId: approved, id: lesson },
      body: { language: "en", text: "WEBVTT\n\n00:00.000 --> 00:01.000\nHello" },
    }),
    status: 409,
    people: { formerInstructor: "not-your-class", staff: "lesson-has-no-video" },
    alone: "needs a film; see lesson-videos.test.ts",
  },
  "DELETE /curriculum/{classId}/lesson/{id}/captions/{language}": {
    send: (_, { approved, lesson }) => ({ params: { classId: approved, id: lesson, language: "en" } }),
    status: 409,
    people: { formerInstructor: "not-your-class", staff: "lesson-has-no-video" },
    alone: "needs a film; see lesson-videos.test.ts",
  },
  "PATCH /class/{id}/schedule": {
    send: (_, { approved }) => ({
      params: { id: approved },
      body: { startsOn: "2027-01-10", timeZone: "Europe/Paris" },
    }),
    people: { formerInstructor: "not-your-class" },
  },
  "POST /class/{id}/hold-again": {
    send: (_, { approved }) => ({
      params: { id: approved },
      body: { price: 30, availableSeats: 5, startsOn: null, timeZone: null },
    }),
    people: { formerInstructor: "not-your-class" },
  },
  "GET /admin/lesson-changes": { send: () => ({}), people: 200 },
  "GET /instructor/lessons/{email}": {
    send: ({ instructor }) => ({ params: { email: instructor.email } }),
    people: 200,
  },
  "GET /learning/{email}": { send: ({ student }) => ({ params: { email: student.email } }), people: 200 },
  "GET /learning/{email}/class/{classId}": {
    send: ({ student }, { approved }) => ({ params: { email: student.email, classId: approved } }),
    status: 404,
    people: { withoutSeat: "not-enrolled", staff: "not-enrolled" },
  },
  "POST /class/{classId}/lesson/{id}/opened": {
    send: ofLesson,
    people: { withoutSeat: "lesson-needs-a-seat" },
  },
  // The lesson is a text. What the staff watches is not counted.
  "POST /class/{classId}/lesson/{id}/watched": {
    send: (_, { approved, lesson }) => ({
      params: { classId: approved, id: lesson },
      body: { videoId: lesson, ranges: [[0, 15]], position: 15 },
    }),
    people: { withoutSeat: "lesson-needs-a-seat", staff: 200, others: "video-not-in-lesson" },
    alone: "needs a film; see report-watched.test.ts",
  },
  "POST /class/{classId}/lesson/{id}/done": {
    send: (_, { approved, lesson }) => ({
      params: { classId: approved, id: lesson },
      body: { how: "ticked" },
    }),
    people: { withoutSeat: "lesson-needs-a-seat" },
  },
  "DELETE /class/{classId}/lesson/{id}/done": {
    send: ofLesson,
    people: { withoutSeat: "lesson-needs-a-seat" },
  },
  "GET /curriculum/{classId}/progress": {
    send: (_, { approved }) => ({ params: { classId: approved } }),
    people: { formerInstructor: "not-your-class" },
  },
} as const satisfies Readonly<Record<string, EndpointCase>>;
