import { type EndpointCase, ofLesson } from "./endpoint-case.ts";

export const studio = {
  "GET /class/{classId}/lesson/{id}/submission": { send: ofLesson, people: 200 },
  "POST /class/{classId}/lesson/{id}/pictures": {
    send: (_, { approved, lesson }) => ({ params: { classId: approved, id: lesson }, body: new FormData() }),
    status: 409,
    people: { withoutSeat: "lesson-needs-a-seat", staff: "drawing-needs-a-seat" },
    alone: "a new picture; see hand-in.test.ts",
  },
  "DELETE /submission-pictures/{id}": {
    send: (_, { approved }) => ({ params: { id: approved } }),
    people: 200,
  },
  "POST /class/{classId}/lesson/{id}/submission": {
    send: (_, { approved, lesson }) => ({
      params: { classId: approved, id: lesson },
      body: { pictures: [lesson] },
    }),
    status: 409,
    people: { withoutSeat: "lesson-needs-a-seat", staff: "drawing-needs-a-seat" },
  },
  // What was handed in can be taken back without a seat too.
  "DELETE /class/{classId}/lesson/{id}/submission": {
    send: ofLesson,
    status: 409,
    people: { withoutSeat: "nothing-to-take-back", staff: "nothing-to-take-back" },
  },
  "GET /instructor/critiques/{email}": {
    send: ({ instructor }) => ({ params: { email: instructor.email } }),
    people: 200,
  },
  "GET /instructor/critiques/{email}/count": {
    send: ({ instructor }) => ({ params: { email: instructor.email } }),
    people: 200,
  },
  "GET /submission/{id}": {
    send: (_, { drawing }) => ({ params: { id: drawing.submission } }),
    people: { formerInstructor: "not-your-class" },
  },
  "POST /submission-rounds/{id}/critique": {
    send: (_, { drawing }) => ({
      params: { id: drawing.round },
      body: { text: "Look at the thumb again.", pins: [], verdict: "again" },
    }),
    people: { formerInstructor: "not-your-class" },
  },
  "GET /instructor/promises/{email}": {
    send: ({ instructor }) => ({ params: { email: instructor.email } }),
    people: 200,
  },
  "PATCH /instructor/promises/{email}": {
    send: ({ instructor }, { approved }) => ({
      params: { email: instructor.email },
      body: { classId: approved, days: 3 },
    }),
    people: { formerInstructor: "not-your-class" },
    alone: "one's own promise; the last one holds",
  },
  "GET /class/{classId}/gallery": {
    send: (_, { lesson }) => ({ params: { classId: lesson } }),
    status: 404,
    people: {
      withoutSeat: "not-enrolled",
      withoutConsent: "guardian-consent-missing",
      ageUnknown: "age-unknown",
    },
  },
  "GET /class/{classId}/gallery/{id}": {
    send: (_, { lesson }) => ({ params: { classId: lesson, id: lesson } }),
    status: 404,
    people: {
      withoutSeat: "not-enrolled",
      withoutConsent: "guardian-consent-missing",
      ageUnknown: "age-unknown",
      blocked: "drawing-not-found",
    },
  },
  "POST /class/{classId}/gallery/{id}": {
    send: (_, { lesson }) => ({ params: { classId: lesson, id: lesson } }),
    status: 404,
    people: {
      withoutSeat: "not-enrolled",
      withoutConsent: "guardian-consent-missing",
      ageUnknown: "age-unknown",
      reported: "drawing-hidden",
    },
  },
  // To stop showing one's own needs neither a seat nor consent.
  "DELETE /class/{classId}/gallery/{id}": {
    send: (_, { lesson }) => ({ params: { classId: lesson, id: lesson } }),
    status: 404,
    people: { neverSeated: "drawing-not-found" },
  },
  "POST /class/{classId}/gallery/{id}/public": {
    send: (_, { lesson }) => ({ params: { classId: lesson, id: lesson } }),
    status: 404,
    people: {
      withoutSeat: "not-enrolled",
      withoutConsent: "guardian-consent-missing",
      ageUnknown: "age-unknown",
      // The consent of a guardian is for the class alone.
      minorConsented: "drawing-not-for-public",
      reported: "drawing-not-for-public",
    },
    alone: "one's own choice, with the drawing's row locked",
  },
  "DELETE /class/{classId}/gallery/{id}/public": {
    send: (_, { lesson }) => ({ params: { classId: lesson, id: lesson } }),
    status: 404,
    people: { neverSeated: "drawing-not-found" },
    alone: "one statement, as DELETE /class/{classId}/gallery/{id}",
  },
  "GET /class/{id}/practice": { send: (_, { approved }) => ({ params: { id: approved } }), people: 200 },
  "GET /class/{classId}/gallery/{id}/comments": {
    send: (_, { lesson }) => ({ params: { classId: lesson, id: lesson } }),
    status: 404,
    people: {
      withoutSeat: "not-enrolled",
      withoutConsent: "guardian-consent-missing",
      ageUnknown: "age-unknown",
      blocked: "drawing-not-found",
    },
  },
  "POST /class/{classId}/gallery/{id}/comments": {
    send: (_, { lesson }) => ({ params: { classId: lesson, id: lesson }, body: { text: "Lovely hands" } }),
    status: 404,
    people: {
      withoutSeat: "not-enrolled",
      withoutConsent: "guardian-consent-missing",
      ageUnknown: "age-unknown",
      blocked: "drawing-not-found",
    },
  },
  // By the student of the drawing, who sees it even once it is hidden.
  "GET /class/{classId}/gallery/{id}/nices": {
    send: (_, { lesson }) => ({ params: { classId: lesson, id: lesson } }),
    status: 404,
    people: {
      withoutSeat: "not-enrolled",
      withoutConsent: "guardian-consent-missing",
      ageUnknown: "age-unknown",
      staff: "drawing-not-found",
    },
  },
  "POST /class/{classId}/gallery/{id}/nice": {
    send: (_, { lesson }) => ({ params: { classId: lesson, id: lesson } }),
    status: 404,
    people: {
      withoutSeat: "not-enrolled",
      withoutConsent: "guardian-consent-missing",
      ageUnknown: "age-unknown",
      blocked: "drawing-not-found",
    },
  },
  // To take one's own back needs neither a seat nor consent.
  "DELETE /class/{classId}/gallery/{id}/nice": {
    send: (_, { lesson }) => ({ params: { classId: lesson, id: lesson } }),
    people: 200,
  },
  "DELETE /comment/{id}": { send: (_, { lesson }) => ({ params: { id: lesson } }), status: 404, people: 200 },
  "GET /drawings/shown": { send: () => ({}), people: 200 },
  // One's own, to take them back from wherever they stand.
  "GET /comments": { send: () => ({}), people: 200 },
  "GET /blocks": { send: () => ({}), people: 200 },
  "POST /blocks/{id}": { send: (_, { lesson }) => ({ params: { id: lesson } }), status: 404, people: 200 },
  "DELETE /blocks/{id}": { send: (_, { lesson }) => ({ params: { id: lesson } }), people: 200 },
  // Those who do not see it find nothing.
  "POST /reports": {
    send: (_, { lesson }) => ({ body: { kind: "comment", id: lesson, reason: "spam" } }),
    status: 404,
    people: {
      withoutSeat: "nothing-to-report",
      withoutConsent: "nothing-to-report",
      blocked: "nothing-to-report",
    },
  },
  "GET /admin/reports": { send: () => ({}), people: 200 },
  "GET /admin/reports/open": { send: () => ({}), people: 200 },
  "POST /admin/reports/{id}/decision": {
    send: (_, { lesson }) => ({
      params: { id: lesson },
      body: { decision: "keep", reason: "No report has this id" },
    }),
    status: 404,
    people: 200,
  },
  "GET /certificates/{number}": {
    send: () => ({ params: { number: "0123456789AB" } }),
    status: 404,
    people: 200,
  },
  // Also once it is revoked, because the seat has ended.
  "GET /learning/{email}/class/{classId}/certificate": {
    send: ({ student }, { approved }) => ({ params: { email: student.email, classId: approved } }),
    status: 404,
    people: { neverSeated: "not-enrolled" },
  },
  "PATCH /learning/{email}/class/{classId}/certificate": {
    send: ({ student }, { approved }) => ({
      params: { email: student.email, classId: approved },
      body: { name: "Ada Winter", isNamed: true },
    }),
    status: 404,
    people: { neverSeated: "not-enrolled" },
    alone: "one's own certificate; see issuing.test.ts",
  },
  "GET /admin/certificates": { send: () => ({}), people: 200 },
  // Of somebody who has deleted their account.
  "POST /admin/certificates/{id}/revoke": {
    send: (_, { approved }) => ({ params: { id: approved }, body: { reason: "No certificate has this id" } }),
    status: 404,
    people: 200,
    alone: "needs a certificate; see revoking.test.ts",
  },
} as const satisfies Readonly<Record<string, EndpointCase>>;
