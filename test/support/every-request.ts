import type { contracts } from "../../src/features.ts";
import type { TestApp } from "./app.ts";
import { makeDrawing } from "./drawings.ts";
import { makeLesson } from "./lessons.ts";
import { makePayment } from "./payment-records.ts";
import { type TestPerson, call, makePerson } from "./people.ts";
import { makeClass } from "./school.ts";

/** The owned resources belong to the student and the instructor. */
export interface Callers {
  readonly visitor: undefined;
  readonly student: TestPerson;
  readonly otherStudent: TestPerson;
  readonly instructor: TestPerson;
  readonly otherInstructor: TestPerson;
  readonly admin: TestPerson;
}

export interface Fixtures {
  readonly approved: string;
  readonly pending: string;
  readonly denied: string;
  readonly selection: string;
  readonly intentId: string;
  /** Of the student, collected through another account. */
  readonly payment: string;
  /** Of the approved class: a section with a published preview. */
  readonly section: string;
  readonly lesson: string;
  /** Waits for its critique. */
  readonly drawing: { readonly submission: string; readonly round: string };
}

type Sent = Parameters<typeof call>[2];

const ofLesson = (_: Callers, { approved, lesson }: Fixtures) => ({
  params: { classId: approved, id: lesson },
});

/** One that each endpoint accepts, of those who may call it. */
export const requests: Record<keyof typeof contracts, (callers: Callers, fixtures: Fixtures) => Sent> = {
  "POST /jwt": ({ student }) => ({ body: { email: student.email } }),
  "POST /users": ({ student }) => ({
    body: { name: "Anyone", email: student.email, image: "/drawings/portrait-cat.svg" },
  }),
  "GET /registration": () => ({}),
  "GET /me": () => ({}),
  "GET /users/admin/{email}": ({ student }) => ({ params: { email: student.email } }),
  "GET /users/student/{email}": ({ student }) => ({ params: { email: student.email } }),
  "GET /users/instructor/{email}": ({ student }) => ({ params: { email: student.email } }),
  "GET /notifications": () => ({}),
  "POST /notifications/read": (_, { lesson }) => ({ body: { upTo: lesson } }),
  "GET /notifications/choices": () => ({}),
  "PATCH /notifications/choices": () => ({ body: { "critique-received": "daily" } }),
  "GET /notifications/mail-link": () => ({ query: { token: "not-one-of-ours" } }),
  "PATCH /notifications/mail-link": () => ({ query: { token: "not-one-of-ours" }, body: {} }),
  "POST /notifications/unsubscribe": () => ({ query: { token: "not-one-of-ours" } }),
  "GET /account": () => ({}),
  "PATCH /account": () => ({ body: { name: "Ada", image: "/drawings/portrait-fox.svg" } }),
  "POST /account/email": () => ({ body: { token: "not-one-of-ours", decision: "confirm" } }),
  "POST /account/guardian": () => ({ body: {} }),
  "POST /guardian": () => ({ body: { email: "guardian@example.org" } }),
  "GET /guardian/{token}": () => ({ params: { token: "not-one-of-ours" } }),
  "POST /guardian/{token}": () => ({
    params: { token: "not-one-of-ours" },
    body: { decision: "agree" },
  }),
  "GET /instructors": () => ({}),
  "GET /instructors/popular": () => ({}),
  "GET /instructors/{id}": ({ instructor }) => ({ params: { id: instructor.id } }),
  "GET /instructors/{id}/introduction": ({ instructor }) => ({ params: { id: instructor.id } }),
  "GET /instructor/profile/{email}": ({ instructor }) => ({ params: { email: instructor.email } }),
  "PATCH /instructor/profile/{email}": ({ instructor }) => ({
    params: { email: instructor.email },
    body: { headline: "Inks hands", bio: "", links: ["pixiv.net/en/users/1"], portfolio: [] },
  }),
  "POST /teaching/application": () => ({
    body: { text: "I draw hands, and have taught for years.", portfolio: "https://example.org/hands" },
  }),
  "GET /teaching/application/{email}": ({ student }) => ({ params: { email: student.email } }),
  "GET /approvedClasses": () => ({}),
  "GET /approvedClasses/count": () => ({}),
  "GET /suggestions": () => ({ query: { q: "ra" } }),
  "GET /class/{id}": (_, { approved }) => ({ params: { id: approved } }),
  "GET /classes/instructor/{email}": ({ instructor }) => ({ params: { email: instructor.email } }),
  "POST /classes": () => ({
    body: { className: "A new class", price: 20, availableSeats: 3, image: "/drawings/cover-tools.svg" },
  }),
  "POST /class/{id}/send-again": (_, { denied }) => ({
    params: { id: denied },
    body: { className: "Another try", price: 20, availableSeats: 3 },
  }),
  "PATCH /class/{id}": (_, { approved }) => ({
    params: { id: approved },
    body: { className: "Another name", price: 21, availableSeats: 4 },
  }),
  "GET /admin/manage/classes": () => ({}),
  "PATCH /amin/approve/class/{id}": (_, { pending }) => ({ params: { id: pending } }),
  "PATCH /admin/approve/class/{id}": (_, { pending }) => ({ params: { id: pending } }),
  "PATCH /admin/deny/class/{id}": (_, { pending }) => ({ params: { id: pending } }),
  "PATCH /admin/hand-over/class/{id}": ({ otherInstructor }, { pending }) => ({
    params: { id: pending },
    body: { email: otherInstructor.email },
  }),
  "PATCH /admin/feedback/{id}": (_, { pending }) => ({
    params: { id: pending },
    body: { feedback: "Well inked." },
  }),
  "GET /class/{id}/outline": (_, { approved }) => ({ params: { id: approved } }),
  "GET /class/{classId}/lesson/{id}": ofLesson,
  "GET /curriculum/{classId}": (_, { approved }) => ({ params: { classId: approved } }),
  "GET /curriculum/{classId}/lesson/{id}": ofLesson,
  "POST /curriculum/{classId}/sections": (_, { approved }) => ({
    params: { classId: approved },
    body: { title: "Hands" },
  }),
  "PATCH /curriculum/{classId}/section/{id}": (_, { approved, section }) => ({
    params: { classId: approved, id: section },
    body: { title: "Hands" },
  }),
  "DELETE /curriculum/{classId}/section/{id}": (_, { approved, section }) => ({
    params: { classId: approved, id: section },
  }),
  "POST /curriculum/{classId}/section/{id}/lessons": (_, { approved, section }) => ({
    params: { classId: approved, id: section },
    body: { kind: "text", title: "Thumbs" },
  }),
  "PATCH /curriculum/{classId}/lesson/{id}": (_, { approved, lesson }) => ({
    params: { classId: approved, id: lesson },
    body: { title: "Thumbs" },
  }),
  "POST /curriculum/{classId}/lesson/{id}/publish": (_, { approved, lesson }) => ({
    params: { classId: approved, id: lesson },
    body: {},
  }),
  "POST /curriculum/{classId}/lesson/{id}/retire": ofLesson,
  "POST /curriculum/{classId}/lesson/{id}/restore": ofLesson,
  "DELETE /curriculum/{classId}/lesson/{id}": ofLesson,
  "PATCH /curriculum/{classId}/order": (_, { approved }) => ({
    params: { classId: approved },
    body: { orderVersion: 7, sections: [] },
  }),
  "DELETE /curriculum/{classId}/material/{id}": ofLesson,
  "PATCH /curriculum/{classId}/lesson/{id}/video": (_, { approved, lesson }) => ({
    params: { classId: approved, id: lesson },
    body: { hasNoSpeech: true },
  }),
  "POST /curriculum/{classId}/lesson/{id}/captions": (_, { approved, lesson }) => ({
    params: { classId: approved, id: lesson },
    body: { language: "en", text: "WEBVTT\n\n00:00.000 --> 00:01.000\nHello" },
  }),
  "DELETE /curriculum/{classId}/lesson/{id}/captions/{language}": (_, { approved, lesson }) => ({
    params: { classId: approved, id: lesson, language: "en" },
  }),
  "PATCH /class/{id}/schedule": (_, { approved }) => ({
    params: { id: approved },
    body: { startsOn: "2027-01-10", timeZone: "Europe/Paris" },
  }),
  "POST /class/{id}/hold-again": (_, { approved }) => ({
    params: { id: approved },
    body: { price: 30, availableSeats: 5, startsOn: null, timeZone: null },
  }),
  "GET /admin/lesson-changes": () => ({}),
  "GET /admin/videos": () => ({}),
  "GET /admin/videos/space": () => ({}),
  "GET /student/overview/{email}": ({ student }) => ({ params: { email: student.email } }),
  "GET /instructor/overview/{email}": ({ instructor }) => ({ params: { email: instructor.email } }),
  "GET /admin/overview": () => ({}),
  "GET /learning/{email}": ({ student }) => ({ params: { email: student.email } }),
  "GET /learning/{email}/class/{classId}": ({ student }, { approved }) => ({
    params: { email: student.email, classId: approved },
  }),
  "POST /class/{classId}/lesson/{id}/opened": ofLesson,
  "POST /class/{classId}/lesson/{id}/watched": (_, { approved, lesson }) => ({
    params: { classId: approved, id: lesson },
    body: { videoId: lesson, ranges: [[0, 15]], position: 15 },
  }),
  "POST /class/{classId}/lesson/{id}/done": (_, { approved, lesson }) => ({
    params: { classId: approved, id: lesson },
    body: { how: "ticked" },
  }),
  "DELETE /class/{classId}/lesson/{id}/done": ofLesson,
  "GET /class/{classId}/lesson/{id}/submission": ofLesson,
  "POST /class/{classId}/lesson/{id}/pictures": (_, { approved, lesson }) => ({
    params: { classId: approved, id: lesson },
    body: new FormData(),
  }),
  "DELETE /submission-pictures/{id}": (_, { approved }) => ({ params: { id: approved } }),
  "POST /class/{classId}/lesson/{id}/submission": (_, { approved, lesson }) => ({
    params: { classId: approved, id: lesson },
    body: { pictures: [lesson] },
  }),
  "DELETE /class/{classId}/lesson/{id}/submission": ofLesson,
  "GET /instructor/critiques/{email}": ({ instructor }) => ({ params: { email: instructor.email } }),
  "GET /instructor/critiques/{email}/count": ({ instructor }) => ({ params: { email: instructor.email } }),
  "GET /submission/{id}": (_, { drawing }) => ({ params: { id: drawing.submission } }),
  "POST /submission-rounds/{id}/critique": (_, { drawing }) => ({
    params: { id: drawing.round },
    body: { text: "Look at the thumb again.", pins: [], verdict: "again" },
  }),
  "GET /instructor/promises/{email}": ({ instructor }) => ({ params: { email: instructor.email } }),
  "PATCH /instructor/promises/{email}": ({ instructor }, { approved }) => ({
    params: { email: instructor.email },
    body: { classId: approved, days: 3 },
  }),
  "GET /certificates/{number}": () => ({ params: { number: "0123456789AB" } }),
  "GET /learning/{email}/class/{classId}/certificate": ({ student }, { approved }) => ({
    params: { email: student.email, classId: approved },
  }),
  "PATCH /learning/{email}/class/{classId}/certificate": ({ student }, { approved }) => ({
    params: { email: student.email, classId: approved },
    body: { name: "Ada Winter", isNamed: true },
  }),
  "GET /admin/certificates": () => ({}),
  "POST /admin/certificates/{id}/revoke": (_, { approved }) => ({
    params: { id: approved },
    body: { reason: "No certificate has this id" },
  }),
  "GET /curriculum/{classId}/progress": (_, { approved }) => ({ params: { classId: approved } }),
  "GET /class/{classId}/gallery": (_, { lesson }) => ({ params: { classId: lesson } }),
  "GET /class/{classId}/gallery/{id}": (_, { lesson }) => ({ params: { classId: lesson, id: lesson } }),
  "POST /class/{classId}/gallery/{id}": (_, { lesson }) => ({ params: { classId: lesson, id: lesson } }),
  "DELETE /class/{classId}/gallery/{id}": (_, { lesson }) => ({ params: { classId: lesson, id: lesson } }),
  "POST /class/{classId}/gallery/{id}/public": (_, { lesson }) => ({
    params: { classId: lesson, id: lesson },
  }),
  "DELETE /class/{classId}/gallery/{id}/public": (_, { lesson }) => ({
    params: { classId: lesson, id: lesson },
  }),
  "GET /class/{id}/practice": (_, { approved }) => ({ params: { id: approved } }),
  "GET /class/{classId}/gallery/{id}/comments": (_, { lesson }) => ({
    params: { classId: lesson, id: lesson },
  }),
  "POST /class/{classId}/gallery/{id}/comments": (_, { lesson }) => ({
    params: { classId: lesson, id: lesson },
    body: { text: "Lovely hands" },
  }),
  "GET /class/{classId}/gallery/{id}/nices": (_, { lesson }) => ({ params: { classId: lesson, id: lesson } }),
  "POST /class/{classId}/gallery/{id}/nice": (_, { lesson }) => ({ params: { classId: lesson, id: lesson } }),
  "DELETE /class/{classId}/gallery/{id}/nice": (_, { lesson }) => ({
    params: { classId: lesson, id: lesson },
  }),
  "DELETE /comment/{id}": (_, { lesson }) => ({ params: { id: lesson } }),
  "GET /drawings/shown": () => ({}),
  "GET /comments": () => ({}),
  "GET /blocks": () => ({}),
  "POST /blocks/{id}": (_, { lesson }) => ({ params: { id: lesson } }),
  "DELETE /blocks/{id}": (_, { lesson }) => ({ params: { id: lesson } }),
  "POST /reports": (_, { lesson }) => ({ body: { kind: "comment", id: lesson, reason: "spam" } }),
  "GET /admin/reports": () => ({}),
  "GET /admin/reports/open": () => ({}),
  "POST /admin/reports/{id}/decision": (_, { lesson }) => ({
    params: { id: lesson },
    body: { decision: "keep", reason: "No report has this id" },
  }),
  "POST /images": () => ({ body: new FormData() }),
  "GET /enrolled/classes/{email}": ({ student }) => ({ params: { email: student.email } }),
  "GET /enrolled/class/{email}/{id}": ({ student }, { approved }) => ({
    params: { email: student.email, id: approved },
  }),
  "PATCH /class/updateCount/{classId}": (_, { approved }) => ({ params: { classId: approved } }),
  "POST /selected/class": (_, { approved }) => ({ body: { classId: approved } }),
  "GET /selected/classes/{email}": ({ student }) => ({ params: { email: student.email } }),
  "GET /taken/classes/{email}": ({ student }, { approved }) => ({
    params: { email: student.email },
    query: { ids: approved },
  }),
  "GET /selected/class/{email}/{id}": ({ student }, { selection }) => ({
    params: { email: student.email, id: selection },
  }),
  "DELETE /selected/class/{id}": (_, { selection }) => ({ params: { id: selection } }),
  "GET /payment-provider": () => ({}),
  "POST /create-payment-intent": (_, { approved }) => ({ body: { classId: approved } }),
  "POST /payments": (_, { intentId }) => ({ body: { transactionId: intentId } }),
  "GET /payments/{email}": ({ student }) => ({ params: { email: student.email } }),
  "GET /payments/{email}/{id}/refund": ({ student }, { payment }) => ({
    params: { email: student.email, id: payment },
  }),
  "POST /payments/{id}/refund": (_, { payment }) => ({ params: { id: payment } }),
  "POST /payments/{id}/refund-request": (_, { payment }) => ({
    params: { id: payment },
    body: { text: "I have no time for it after all." },
  }),
  "GET /admin/unknown-payments": () => ({}),
  "GET /admin/refund-requests": () => ({}),
  "GET /receipts/{id}": (_, { payment }) => ({ params: { id: payment } }),
  "GET /receipts/{id}/pdf": (_, { payment }) => ({ params: { id: payment } }),
  "POST /admin/refund-requests/{id}/decline": (_, { approved }) => ({
    params: { id: approved },
    body: { answer: "No request has this id" },
  }),
  "GET /instructor/earnings/{email}": ({ instructor }) => ({ params: { email: instructor.email } }),
  "GET /instructor/lessons/{email}": ({ instructor }) => ({ params: { email: instructor.email } }),
  "GET /instructor/totals/{email}": ({ instructor }) => ({ params: { email: instructor.email } }),
  "POST /stripe/webhook": () => ({ body: { type: "payment_intent.succeeded" } }),
  "POST /contact": () => ({ body: { name: "Ada", email: "ada@example.org", message: "Hello" } }),
  "POST /newsletter": () => ({ body: { name: "Ada", email: "ada@example.org" } }),
  "POST /newsletter/confirm": () => ({ body: { token: "not-one-of-ours" } }),
  "POST /newsletter/unsubscribe/{token}": () => ({ params: { token: "not-one-of-ours" } }),
  "GET /admin/newsletter": () => ({}),
  "GET /admin/export/subscribers": () => ({}),
  "POST /admin/newsletter/test": () => ({ body: { newsUntil: "2026-11-21T12:00:00.000Z" } }),
  "POST /admin/newsletter/release": () => ({ body: { newsUntil: "2026-11-21T12:00:00.000Z" } }),
  "GET /admin/messages": () => ({}),
  "GET /admin/messages/open": () => ({}),
  "POST /admin/messages/{id}/replies": (_, { approved }) => ({
    params: { id: approved },
    body: { text: "No message has this id" },
  }),
  "PATCH /admin/messages/{id}": (_, { approved }) => ({ params: { id: approved }, body: { done: true } }),
  "GET /admin/payments": () => ({}),
  "GET /admin/payments/latest": () => ({}),
  "POST /admin/payments/{id}/refund": (_, { approved }) => ({
    params: { id: approved },
    body: { reason: "No payment has this id" },
  }),
  "POST /admin/payments/{id}/repaid": (_, { approved }) => ({
    params: { id: approved },
    body: { note: "No payment has this id" },
  }),
  "GET /admin/statistics": () => ({}),
  "GET /admin/audit": () => ({}),
  "GET /admin/manage/users": () => ({}),
  "PATCH /users/admin/{id}": ({ otherInstructor }) => ({ params: { id: otherInstructor.id } }),
  "PATCH /users/instructor/{id}": ({ otherStudent }) => ({ params: { id: otherStudent.id } }),
  "PATCH /users/student/{id}": ({ otherInstructor }) => ({ params: { id: otherInstructor.id } }),
  "PATCH /users/suspend/{id}": ({ otherStudent }) => ({
    params: { id: otherStudent.id },
    body: { reason: "Spam" },
  }),
  "PATCH /users/adult/{id}": ({ otherStudent }) => ({ params: { id: otherStudent.id } }),
  "PATCH /users/reinstate/{id}": ({ otherStudent }) => ({ params: { id: otherStudent.id } }),
  "GET /admin/export/users": () => ({}),
  "GET /admin/export/classes": () => ({}),
  "GET /admin/export/payments": () => ({}),
  "GET /admin/export/audit": () => ({}),
  "GET /admin/applications": () => ({}),
  "PATCH /admin/accept/application/{id}": (_, { approved }) => ({ params: { id: approved } }),
  "PATCH /admin/decline/application/{id}": (_, { approved }) => ({ params: { id: approved } }),
  "GET /account/deletion": () => ({}),
  "POST /account/export": () => ({}),
  "POST /account/deletion": ({ student }) => ({ body: { email: student.email } }),
  "GET /health": () => ({}),
  "GET /ready": () => ({}),
  "GET /openapi.json": () => ({}),
};

export async function createFixtures(app: TestApp): Promise<{ callers: Callers; fixtures: Fixtures }> {
  const student = await makePerson(app, "student");
  const instructor = await makePerson(app, "instructor");
  const callers: Callers = {
    visitor: undefined,
    student,
    otherStudent: await makePerson(app, "student"),
    instructor,
    otherInstructor: await makePerson(app, "instructor"),
    admin: await makePerson(app, "admin"),
  };
  const approved = await makeClass(app, instructor);
  const pending = await makeClass(app, instructor, { status: "pending" });
  const denied = await makeClass(app, instructor, { status: "denied" });
  const selected = await call(app, "POST /selected/class", { body: { classId: approved } }, student);
  const asked = await call(app, "POST /create-payment-intent", { body: { classId: approved } }, student);
  const intentId = String(asked.body.clientSecret).split("_secret_")[0] ?? "";
  const { section, lesson } = await makeLesson(app, instructor, approved, { isPreview: true });
  return {
    callers,
    fixtures: {
      approved,
      pending,
      denied,
      selection: selected.body.insertedId,
      intentId,
      payment: await makePayment(app, { studentId: student.id, classId: approved }),
      section,
      lesson,
      drawing: await makeDrawing(app, instructor, approved),
    },
  };
}
