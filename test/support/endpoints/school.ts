import type { EndpointCase } from "./endpoint-case.ts";

export const school = {
  "GET /admin/audit": { send: () => ({}), people: 200 },
  "GET /admin/export/audit": { send: () => ({}), people: 200 },
  "GET /notifications": { send: () => ({}), people: 200 },
  "POST /notifications/read": {
    send: (_, { lesson }) => ({ body: { upTo: lesson } }),
    people: 200,
    alone: "one's own list",
  },
  "GET /notifications/choices": { send: () => ({}), people: 200 },
  "PATCH /notifications/choices": { send: () => ({ body: { "critique-received": "daily" } }), people: 200 },
  "GET /notifications/mail-link": {
    send: () => ({ query: { token: "not-one-of-ours" } }),
    status: 404,
    people: { deleted: "mail-link-broken" },
  },
  "PATCH /notifications/mail-link": {
    send: () => ({ query: { token: "not-one-of-ours" }, body: {} }),
    status: 404,
    people: { deleted: "mail-link-broken" },
    alone: "one's own choices",
  },
  "POST /notifications/unsubscribe": {
    send: () => ({ query: { token: "not-one-of-ours" } }),
    status: 404,
    people: { deleted: "mail-link-broken" },
    alone: "one's own choices",
  },
  "POST /images": {
    send: () => ({ body: new FormData() }),
    status: 400,
    people: "no-file",
    alone: "a new picture",
  },
  "POST /account/guardian": {
    send: () => ({ body: {} }),
    status: 409,
    people: { minorAsked: 200, minors: "guardian-has-answered", others: "guardian-not-needed" },
    alone: "one's own guardian",
  },
  "POST /guardian": {
    send: () => ({ body: { email: "guardian@example.org" } }),
    people: 200,
    alone: "sends a mail",
  },
  "GET /guardian/{token}": {
    send: () => ({ params: { token: "not-one-of-ours" } }),
    status: 410,
    people: { minors: 200, others: "link-expired" },
  },
  "POST /guardian/{token}": {
    send: () => ({ params: { token: "not-one-of-ours" }, body: { decision: "agree" } }),
    status: 410,
    people: { minors: 200, others: "link-expired" },
    alone: "by a token; the last answer holds",
  },
  // An identity without an account becomes one, also of somebody who has deleted theirs.
  "POST /jwt": {
    send: ({ student }) => ({ body: { email: student.email } }),
    people: { suspended: "account-suspended" },
    alone: "its own record; see user-records.test.ts",
  },
  "POST /users": {
    send: ({ student }) => ({
      body: { name: "Anyone", email: student.email, image: "/drawings/portrait-cat.svg" },
    }),
    people: 200,
    alone: "its own record",
  },
  "GET /registration": { send: () => ({}), people: 200 },
  "GET /me": { send: () => ({}), people: 200 },
  "GET /users/admin/{email}": { send: ({ student }) => ({ params: { email: student.email } }), people: 200 },
  "GET /users/student/{email}": {
    send: ({ student }) => ({ params: { email: student.email } }),
    people: 200,
  },
  "GET /users/instructor/{email}": {
    send: ({ student }) => ({ params: { email: student.email } }),
    people: 200,
  },
  "GET /account": { send: () => ({}), people: 200 },
  "PATCH /account": {
    send: () => ({ body: { name: "Ada", image: "/drawings/portrait-fox.svg" } }),
    people: 200,
  },
  "POST /account/email": {
    send: () => ({ body: { token: "not-one-of-ours", decision: "confirm" } }),
    status: 410,
    people: "link-expired",
    alone: "one's own email, by a token that holds once",
  },
  "POST /contact": {
    send: () => ({ body: { name: "Ada", email: "ada@example.org", message: "Hello" } }),
    people: 200,
    alone: "a new message",
  },
  "GET /admin/messages": { send: () => ({}), people: 200 },
  "GET /admin/messages/open": { send: () => ({}), people: 200 },
  "POST /admin/messages/{id}/replies": {
    send: (_, { approved }) => ({ params: { id: approved }, body: { text: "No message has this id" } }),
    status: 404,
    people: "message-not-found",
    alone: "a new reply",
  },
  "PATCH /admin/messages/{id}": {
    send: (_, { approved }) => ({ params: { id: approved }, body: { done: true } }),
    status: 404,
    people: "message-not-found",
    alone: "a mark; the last one holds",
  },
  "GET /approvedClasses": { send: () => ({}), people: 200 },
  "GET /approvedClasses/count": { send: () => ({}), people: 200 },
  "GET /suggestions": { send: () => ({ query: { q: "ra" } }), people: 200 },
  "GET /class/{id}": { send: (_, { approved }) => ({ params: { id: approved } }), people: 200 },
  "GET /classes/instructor/{email}": {
    send: ({ instructor }) => ({ params: { email: instructor.email } }),
    people: 200,
  },
  "POST /classes": {
    send: () => ({
      body: { className: "A new class", price: 20, availableSeats: 3, image: "/drawings/cover-tools.svg" },
    }),
    people: 200,
    alone: "a new class",
  },
  "POST /class/{id}/send-again": {
    send: (_, { denied }) => ({
      params: { id: denied },
      body: { className: "Another try", price: 20, availableSeats: 3 },
    }),
    people: { formerInstructor: "not-your-class" },
  },
  "PATCH /class/{id}": {
    send: (_, { approved }) => ({
      params: { id: approved },
      body: { className: "Another name", price: 21, availableSeats: 4 },
    }),
    people: { formerInstructor: "not-your-class" },
  },
  "GET /admin/manage/classes": { send: () => ({}), people: 200 },
  "PATCH /amin/approve/class/{id}": {
    send: (_, { pending }) => ({ params: { id: pending } }),
    people: 200,
    alone: "another path of PATCH /admin/approve/class/{id}",
  },
  "PATCH /admin/approve/class/{id}": { send: (_, { pending }) => ({ params: { id: pending } }), people: 200 },
  "PATCH /admin/deny/class/{id}": { send: (_, { pending }) => ({ params: { id: pending } }), people: 200 },
  "PATCH /admin/hand-over/class/{id}": {
    send: ({ otherInstructor }, { pending }) => ({
      params: { id: pending },
      body: { email: otherInstructor.email },
    }),
    people: 200,
  },
  "PATCH /admin/feedback/{id}": {
    send: (_, { pending }) => ({ params: { id: pending }, body: { feedback: "Well inked." } }),
    people: 200,
  },
  "GET /admin/export/classes": { send: () => ({}), people: 200 },
  "GET /admin/manage/users": { send: () => ({}), people: 200 },
  "PATCH /users/admin/{id}": {
    send: ({ otherInstructor }) => ({ params: { id: otherInstructor.id } }),
    people: 200,
  },
  "PATCH /users/instructor/{id}": {
    send: ({ otherStudent }) => ({ params: { id: otherStudent.id } }),
    people: 200,
  },
  "PATCH /users/student/{id}": {
    send: ({ otherInstructor }) => ({ params: { id: otherInstructor.id } }),
    people: 200,
  },
  "PATCH /users/suspend/{id}": {
    send: ({ otherStudent }) => ({ params: { id: otherStudent.id }, body: { reason: "Spam" } }),
    people: 200,
  },
  "PATCH /users/adult/{id}": {
    send: ({ otherStudent }) => ({ params: { id: otherStudent.id } }),
    status: 409,
    people: "is-an-adult",
  },
  "PATCH /users/reinstate/{id}": {
    send: ({ otherStudent }) => ({ params: { id: otherStudent.id } }),
    status: 409,
    people: 200,
  },
  "GET /admin/export/users": { send: () => ({}), people: 200 },
  "POST /teaching/application": {
    send: () => ({
      body: { text: "I draw hands, and have taught for years.", portfolio: "https://example.org/hands" },
    }),
    people: { minors: "adults-only", ageUnknown: "adults-only" },
  },
  "GET /teaching/application/{email}": {
    send: ({ student }) => ({ params: { email: student.email } }),
    people: 200,
  },
  "GET /admin/applications": { send: () => ({}), people: 200 },
  "PATCH /admin/accept/application/{id}": {
    send: (_, { approved }) => ({ params: { id: approved } }),
    status: 404,
    people: 200,
  },
  "PATCH /admin/decline/application/{id}": {
    send: (_, { approved }) => ({ params: { id: approved } }),
    status: 404,
    people: 200,
  },
  "GET /enrolled/classes/{email}": {
    send: ({ student }) => ({ params: { email: student.email } }),
    people: 200,
  },
  "GET /enrolled/class/{email}/{id}": {
    send: ({ student }, { approved }) => ({ params: { email: student.email, id: approved } }),
    status: 404,
    people: { withoutSeat: "not-enrolled", staff: "not-enrolled" },
  },
  "PATCH /class/updateCount/{classId}": {
    send: (_, { approved }) => ({ params: { classId: approved } }),
    people: 200,
  },
  "POST /selected/class": { send: (_, { approved }) => ({ body: { classId: approved } }), people: 200 },
  "GET /selected/classes/{email}": {
    send: ({ student }) => ({ params: { email: student.email } }),
    people: 200,
  },
  "GET /taken/classes/{email}": {
    send: ({ student }, { approved }) => ({ params: { email: student.email }, query: { ids: approved } }),
    people: 200,
  },
  "GET /selected/class/{email}/{id}": {
    send: ({ student }, { selection }) => ({ params: { email: student.email, id: selection } }),
    people: 200,
  },
  "DELETE /selected/class/{id}": { send: (_, { selection }) => ({ params: { id: selection } }), people: 200 },
  "GET /instructors": { send: () => ({}), people: 200 },
  "GET /instructors/popular": { send: () => ({}), people: 200 },
  "GET /instructors/{id}": { send: ({ instructor }) => ({ params: { id: instructor.id } }), people: 200 },
  "GET /instructors/{id}/introduction": {
    send: ({ instructor }) => ({ params: { id: instructor.id } }),
    people: 200,
  },
  "GET /instructor/profile/{email}": {
    send: ({ instructor }) => ({ params: { email: instructor.email } }),
    people: 200,
  },
  "PATCH /instructor/profile/{email}": {
    send: ({ instructor }) => ({
      params: { email: instructor.email },
      body: { headline: "Inks hands", bio: "", links: ["pixiv.net/en/users/1"], portfolio: [] },
    }),
    people: 200,
    alone: "one's own profile",
  },
} as const satisfies Readonly<Record<string, EndpointCase>>;
