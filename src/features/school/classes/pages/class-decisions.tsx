import { api } from "../../../../access/session.ts";
import { ApiError } from "../../../../http/client.ts";
import type { Decision } from "../../../shared/decision.tsx";
import { InstructorField } from "../../../shared/instructor-field.tsx";
import { maxLength, messages } from "../policy.ts";
import type { ManagedClassFacts } from "./manage-classes-page.tsx";

export const approvalOf = ({
  _id,
  className,
  lessonStatus,
  instructorName,
}: ManagedClassFacts): Decision => ({
  effect: `${
    lessonStatus === "published" ? "" : "This class has no lessons yet. "
  }“${className}” will be visible to everyone. ${instructorName} will be emailed. You can’t undo this.`,
  confirm: "Yes, Approve This Class",
  busy: "Approving…",
  run: async () => {
    await api("PATCH /amin/approve/class/{id}", { params: { id: _id } });
    return { title: `${className} Course Approved Successfully` };
  },
});

export function denialOf({
  _id,
  className,
  instructorName,
  feedback: first = "",
}: ManagedClassFacts): Decision {
  const params = { id: _id };
  let base = first;
  return {
    effect: `“${className}” won’t be listed, and you can’t undo this. ${instructorName} will be emailed, and can change the class and send it again.`,
    confirm: "Yes, Deny This Class",
    busy: "Denying…",
    name: "feedback",
    text: {
      label: "Feedback (optional)",
      hint: `Tell ${instructorName} what to change. It’s in the email, and beside the class.`,
      rows: 5,
      defaultValue: first,
    },
    check: (feedback) => feedback.length > maxLength.feedback && messages.longFeedback,
    run: async (feedback) => {
      try {
        await api("PATCH /admin/deny/class/{id}", { params, body: { feedback, base } });
      } catch (error) {
        if (!(error instanceof ApiError && error.code === "feedback-changed-meanwhile")) throw error;
        ({ feedback: base = "" } = await api("GET /class/{id}", { params }));
        throw new Error(
          base
            ? `Another admin wrote feedback while you were writing: “${base}” Deny again to replace it with yours.`
            : "Another admin removed the feedback while you were writing. Deny again to send yours.",
          { cause: error },
        );
      }
      return { title: `${className} Course Denied Successfully` };
    },
  };
}

export const handOverOf = (item: ManagedClassFacts): Decision => ({
  effect: `“${item.className}” will get a new instructor. Its students, payments and earnings move with it. So do unapproved classes with the same lessons, unless ${item.instructorName} still teaches them in another approved class. ${item.instructorName} and the new instructor will be emailed.`,
  confirm: "Yes, Transfer This Class!",
  busy: "Transferring…",
  name: "email",
  field: (field) => <InstructorField {...field} present={item.instructorEmail} />,
  check: (email) => !email && "Enter the new instructor’s email",
  run: async (email) => {
    const body = { email, from: item.instructorId };
    await api("PATCH /admin/hand-over/class/{id}", { params: { id: item._id }, body });
    return { title: `${item.className} Transferred` };
  },
});
