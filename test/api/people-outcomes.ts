import type { Contracts } from "../../src/features.ts";
import { type Group, type State, groupsOf } from "../support/people-states.ts";

/** The status, or a problem's code. */
export type Outcome = 200 | string;

/** One for all whom the contract lets in, or by state, with 200 for the others. A state goes before its groups. */
export type Row =
  | Outcome
  | (Readonly<Partial<Record<State | Group, Outcome>>> & { readonly others?: Outcome });

/**
 * What each endpoint answers to a person in each state. Who is let in at all stands in the contract: without a role for it
 * they get "forbidden", suspended "account-suspended", deleted "unauthenticated". Here stands the rest.
 */
export const outcomes = {
  // An identity without an account becomes one, also of somebody who has deleted theirs.
  "POST /jwt": { suspended: "account-suspended" },
  "POST /users": 200,
  "GET /registration": 200,
  "GET /me": 200,
  "GET /users/admin/{email}": 200,
  "GET /users/student/{email}": 200,
  "GET /users/instructor/{email}": 200,
  "GET /account": 200,
  "PATCH /account": 200,
  "POST /account/email": "link-expired",
  "POST /account/guardian": {
    minorAsked: 200,
    minors: "guardian-has-answered",
    others: "guardian-not-needed",
  },
  "POST /guardian": 200,
  "GET /guardian/{token}": { minors: 200, others: "link-expired" },
  "POST /guardian/{token}": { minors: 200, others: "link-expired" },

  "GET /admin/audit": 200,
  "GET /admin/export/audit": 200,

  "GET /notifications": 200,
  "POST /notifications/read": 200,
  "GET /notifications/choices": 200,
  "PATCH /notifications/choices": 200,
  "GET /notifications/mail-link": { deleted: "mail-link-broken" },
  "PATCH /notifications/mail-link": { deleted: "mail-link-broken" },
  "POST /notifications/unsubscribe": { deleted: "mail-link-broken" },

  "POST /teaching/application": { minors: "adults-only", ageUnknown: "adults-only" },
  "GET /teaching/application/{email}": 200,

  "POST /images": "no-file",

  "GET /approvedClasses": 200,
  "GET /approvedClasses/count": 200,
  "GET /suggestions": 200,
  "GET /class/{id}": 200,
  "GET /classes/instructor/{email}": 200,
  "POST /classes": 200,
  "POST /class/{id}/send-again": { formerInstructor: "not-your-class" },
  "PATCH /class/{id}": { formerInstructor: "not-your-class" },
  "GET /admin/manage/classes": 200,
  "PATCH /amin/approve/class/{id}": 200,
  "PATCH /admin/approve/class/{id}": 200,
  "PATCH /admin/deny/class/{id}": 200,
  "PATCH /admin/hand-over/class/{id}": 200,
  "PATCH /admin/feedback/{id}": 200,

  "GET /enrolled/classes/{email}": 200,
  "GET /enrolled/class/{email}/{id}": { withoutSeat: "not-enrolled", staff: "not-enrolled" },
  "PATCH /class/updateCount/{classId}": 200,

  "GET /admin/videos": 200,
  "GET /admin/videos/space": 200,

  "GET /curriculum/{classId}": { formerInstructor: "not-your-class" },
  "GET /curriculum/{classId}/lesson/{id}": { formerInstructor: "not-your-class" },
  "POST /curriculum/{classId}/sections": { formerInstructor: "not-your-class" },
  "PATCH /curriculum/{classId}/section/{id}": { formerInstructor: "not-your-class" },
  "DELETE /curriculum/{classId}/section/{id}": { formerInstructor: "not-your-class" },
  "POST /curriculum/{classId}/section/{id}/lessons": { formerInstructor: "not-your-class" },
  "PATCH /curriculum/{classId}/lesson/{id}": { formerInstructor: "not-your-class" },
  "POST /curriculum/{classId}/lesson/{id}/publish": { formerInstructor: "not-your-class" },
  "POST /curriculum/{classId}/lesson/{id}/retire": { formerInstructor: "not-your-class" },
  "POST /curriculum/{classId}/lesson/{id}/restore": { formerInstructor: "not-your-class" },
  "DELETE /curriculum/{classId}/lesson/{id}": { formerInstructor: "not-your-class" },
  "PATCH /curriculum/{classId}/order": {
    formerInstructor: "not-your-class",
    staff: "order-changed-meanwhile",
  },
  "DELETE /curriculum/{classId}/material/{id}": {
    formerInstructor: "not-your-class",
    staff: "material-not-found",
  },
  "PATCH /curriculum/{classId}/lesson/{id}/video": {
    formerInstructor: "not-your-class",
    staff: "lesson-has-no-video",
  },
  "POST /curriculum/{classId}/lesson/{id}/captions": {
    formerInstructor: "not-your-class",
    staff: "lesson-has-no-video",
  },
  "DELETE /curriculum/{classId}/lesson/{id}/captions/{language}": {
    formerInstructor: "not-your-class",
    staff: "lesson-has-no-video",
  },
  "GET /class/{id}/outline": 200,
  "GET /class/{classId}/lesson/{id}": { withoutSeat: "lesson-needs-a-seat" },
  "PATCH /class/{id}/schedule": { formerInstructor: "not-your-class" },
  "POST /class/{id}/hold-again": { formerInstructor: "not-your-class" },
  "GET /instructor/lessons/{email}": 200,
  "GET /admin/lesson-changes": 200,

  "GET /student/overview/{email}": 200,
  "GET /instructor/overview/{email}": 200,
  "GET /admin/overview": 200,

  "GET /learning/{email}": 200,
  "GET /learning/{email}/class/{classId}": { withoutSeat: "not-enrolled", staff: "not-enrolled" },
  "POST /class/{classId}/lesson/{id}/opened": { withoutSeat: "lesson-needs-a-seat" },
  // The lesson is a text. What the staff watches is not counted.
  "POST /class/{classId}/lesson/{id}/watched": {
    withoutSeat: "lesson-needs-a-seat",
    staff: 200,
    others: "video-not-in-lesson",
  },
  "POST /class/{classId}/lesson/{id}/done": { withoutSeat: "lesson-needs-a-seat" },
  "DELETE /class/{classId}/lesson/{id}/done": { withoutSeat: "lesson-needs-a-seat" },
  "GET /curriculum/{classId}/progress": { formerInstructor: "not-your-class" },

  "GET /class/{classId}/lesson/{id}/submission": 200,
  "POST /class/{classId}/lesson/{id}/pictures": {
    withoutSeat: "lesson-needs-a-seat",
    staff: "drawing-needs-a-seat",
  },
  "DELETE /submission-pictures/{id}": 200,
  "POST /class/{classId}/lesson/{id}/submission": {
    withoutSeat: "lesson-needs-a-seat",
    staff: "drawing-needs-a-seat",
  },
  // What was handed in can be taken back without a seat too.
  "DELETE /class/{classId}/lesson/{id}/submission": {
    withoutSeat: "nothing-to-take-back",
    staff: "nothing-to-take-back",
  },
  "GET /instructor/critiques/{email}": 200,
  "GET /instructor/critiques/{email}/count": 200,
  "GET /submission/{id}": { formerInstructor: "not-your-class" },
  "POST /submission-rounds/{id}/critique": { formerInstructor: "not-your-class" },
  "GET /instructor/promises/{email}": 200,
  "PATCH /instructor/promises/{email}": { formerInstructor: "not-your-class" },

  "GET /class/{classId}/gallery": {
    withoutSeat: "not-enrolled",
    withoutConsent: "guardian-consent-missing",
    ageUnknown: "age-unknown",
  },
  "GET /class/{classId}/gallery/{id}": {
    withoutSeat: "not-enrolled",
    withoutConsent: "guardian-consent-missing",
    ageUnknown: "age-unknown",
    blocked: "drawing-not-found",
  },
  "POST /class/{classId}/gallery/{id}": {
    withoutSeat: "not-enrolled",
    withoutConsent: "guardian-consent-missing",
    ageUnknown: "age-unknown",
    reported: "drawing-hidden",
  },
  // To stop showing one's own needs neither a seat nor consent.
  "DELETE /class/{classId}/gallery/{id}": { neverSeated: "drawing-not-found" },
  "POST /class/{classId}/gallery/{id}/public": {
    withoutSeat: "not-enrolled",
    withoutConsent: "guardian-consent-missing",
    ageUnknown: "age-unknown",
    // The consent of a guardian is for the class alone.
    minorConsented: "drawing-not-for-public",
    reported: "drawing-not-for-public",
  },
  "DELETE /class/{classId}/gallery/{id}/public": { neverSeated: "drawing-not-found" },
  "GET /class/{id}/practice": 200,
  "GET /class/{classId}/gallery/{id}/comments": {
    withoutSeat: "not-enrolled",
    withoutConsent: "guardian-consent-missing",
    ageUnknown: "age-unknown",
    blocked: "drawing-not-found",
  },
  "POST /class/{classId}/gallery/{id}/comments": {
    withoutSeat: "not-enrolled",
    withoutConsent: "guardian-consent-missing",
    ageUnknown: "age-unknown",
    blocked: "drawing-not-found",
  },
  // By the student of the drawing, who sees it even once it is hidden.
  "GET /class/{classId}/gallery/{id}/nices": {
    withoutSeat: "not-enrolled",
    withoutConsent: "guardian-consent-missing",
    ageUnknown: "age-unknown",
    staff: "drawing-not-found",
  },
  "POST /class/{classId}/gallery/{id}/nice": {
    withoutSeat: "not-enrolled",
    withoutConsent: "guardian-consent-missing",
    ageUnknown: "age-unknown",
    blocked: "drawing-not-found",
  },
  // To take one's own back needs neither a seat nor consent.
  "DELETE /class/{classId}/gallery/{id}/nice": 200,
  "DELETE /comment/{id}": 200,
  // One's own, to take them back from wherever they stand.
  "GET /comments": 200,
  "GET /drawings/shown": 200,
  "GET /blocks": 200,
  "POST /blocks/{id}": 200,
  "DELETE /blocks/{id}": 200,

  // Those who do not see it find nothing.
  "POST /reports": {
    withoutSeat: "nothing-to-report",
    withoutConsent: "nothing-to-report",
    blocked: "nothing-to-report",
  },
  "GET /admin/reports": 200,
  "GET /admin/reports/open": 200,
  "POST /admin/reports/{id}/decision": 200,

  "GET /certificates/{number}": 200,
  // Also once it is revoked, because the seat has ended.
  "GET /learning/{email}/class/{classId}/certificate": { neverSeated: "not-enrolled" },
  "PATCH /learning/{email}/class/{classId}/certificate": { neverSeated: "not-enrolled" },
  "GET /admin/certificates": 200,
  // Of somebody who has deleted their account.
  "POST /admin/certificates/{id}/revoke": 200,

  "GET /instructors": 200,
  "GET /instructors/popular": 200,
  "GET /instructors/{id}": 200,
  "GET /instructors/{id}/introduction": 200,
  "GET /instructor/profile/{email}": 200,
  "PATCH /instructor/profile/{email}": 200,

  "POST /selected/class": 200,
  "GET /selected/classes/{email}": 200,
  "GET /taken/classes/{email}": 200,
  "GET /selected/class/{email}/{id}": 200,
  "DELETE /selected/class/{id}": 200,

  "GET /payment-provider": 200,
  "POST /create-payment-intent": { minorsWithoutConsent: "guardian-consent-missing" },
  "POST /payments": { minorsWithoutConsent: "guardian-consent-missing" },
  "GET /payments/{email}": 200,
  "POST /admin/payments/{id}/refund": 200,
  "POST /admin/payments/{id}/repaid": "payment-not-found",
  "GET /instructor/earnings/{email}": 200,
  "GET /instructor/totals/{email}": 200,
  "POST /stripe/webhook": "bad-signature",
  "GET /payments/{email}/{id}/refund": { neverSeated: "not-your-payment" },
  "POST /payments/{id}/refund": { neverSeated: "not-your-payment" },
  "POST /payments/{id}/refund-request": {
    neverSeated: "not-your-payment",
    seatEnded: "refund-decided-already",
  },
  "GET /admin/unknown-payments": 200,
  "GET /admin/refund-requests": 200,
  "POST /admin/refund-requests/{id}/decline": 200,
  "GET /receipts/{id}": { neverSeated: "not-your-payment", admin: 200 },
  "GET /receipts/{id}/pdf": { neverSeated: "not-your-payment", admin: 200 },

  "POST /contact": 200,
  "GET /admin/messages": 200,
  "GET /admin/messages/open": 200,
  "POST /admin/messages/{id}/replies": "message-not-found",
  "PATCH /admin/messages/{id}": "message-not-found",

  "POST /newsletter": 200,
  "POST /newsletter/confirm": "link-expired",
  "POST /newsletter/unsubscribe/{token}": 200,
  "GET /admin/newsletter": 200,
  "GET /admin/export/subscribers": 200,
  "POST /admin/newsletter/test": 200,
  "POST /admin/newsletter/release": 200,

  "GET /admin/payments": 200,
  "GET /admin/payments/latest": 200,
  "GET /admin/statistics": 200,
  "GET /admin/manage/users": 200,
  "PATCH /users/admin/{id}": 200,
  "PATCH /users/instructor/{id}": 200,
  "PATCH /users/student/{id}": 200,
  "PATCH /users/suspend/{id}": 200,
  "PATCH /users/reinstate/{id}": 200,
  "PATCH /users/adult/{id}": "is-an-adult",
  "GET /admin/export/users": 200,
  "GET /admin/export/classes": 200,
  "GET /admin/export/payments": 200,
  "GET /admin/applications": 200,
  "PATCH /admin/accept/application/{id}": 200,
  "PATCH /admin/decline/application/{id}": 200,

  // The deleted person has joined again by now: see "POST /jwt".
  "POST /account/export": { suspended: "account-suspended" },
  "GET /account/deletion": 200,
  // Suspended people may leave too.
  "POST /account/deletion": {
    staff: "deletion-not-possible",
  },

  "GET /health": 200,
  "GET /ready": 200,
  "GET /openapi.json": 200,
} as const satisfies Record<keyof Contracts, Row>;

/** These end the session; after every other problem it goes on. */
export const endings: readonly string[] = [
  "unauthenticated",
  "forbidden",
  "account-suspended",
  "other-email",
];

export function outcomeIn(row: Row, state: State): Outcome {
  if (typeof row !== "object") return row;
  const [inGroup] = groupsOf(state).flatMap((group) => row[group] ?? []);
  return row[state] ?? inGroup ?? row.others ?? 200;
}

/** What happens to the person in each state when an admin clicks, or, at the first one, the classmate. */
export const toPeople = {
  "POST /blocks/{id}": {
    formerInstructor: "cannot-block",
    staff: "cannot-block",
    deleted: "person-not-found",
  },
  "PATCH /users/admin/{id}": {
    minors: "is-a-minor",
    ageUnknown: "is-a-minor",
    admin: "own-role",
    deleted: "user-not-found",
  },
  "PATCH /users/instructor/{id}": {
    minors: "is-a-minor",
    ageUnknown: "is-a-minor",
    formerInstructor: "has-role-already",
    instructor: "has-role-already",
    admin: "own-role",
    deleted: "user-not-found",
  },
  "PATCH /users/student/{id}": {
    formerInstructor: 200,
    instructor: 200,
    admin: "own-role",
    deleted: "user-not-found",
    others: "has-role-already",
  },
  "PATCH /users/suspend/{id}": {
    suspended: "suspended-already",
    admin: "own-account",
    deleted: "user-not-found",
  },
  "PATCH /users/reinstate/{id}": { suspended: 200, deleted: "user-not-found", others: "not-suspended" },
  "PATCH /users/adult/{id}": {
    minors: 200,
    ageUnknown: 200,
    deleted: "user-not-found",
    others: "is-an-adult",
  },
  "PATCH /admin/hand-over/class/{id}": {
    formerInstructor: 200,
    instructor: 200,
    others: "not-an-instructor",
  },
} as const satisfies Partial<Record<keyof Contracts, Row>>;
