import { describe, expect, test, vi } from "vitest";
import { ApiError } from "../http/client.ts";
import { noConnection } from "./connection.ts";
import { type FieldErrors, type FormPage, createForm } from "./use-form.ts";

const names = ["name", "email", "outcomes"] as const;
type Name = (typeof names)[number];

function openForm({ posted, submit }: { posted?: FieldErrors<Name>; submit?: () => Promise<void> } = {}) {
  const values = { name: "Ada", email: "ada@example.org", outcomes: "" };
  const page = {
    read: () => ({ ...values }),
    check: ({ name, email }) => ({
      ...(!name && { name: "Name is required" }),
      ...(!email && { email: "Email is required" }),
    }),
    submit: vi.fn<FormPage<Name>["submit"]>(submit ?? (async () => {})),
    focus: vi.fn<FormPage<Name>["focus"]>(),
  } satisfies FormPage<Name>;
  return { form: createForm(names, posted), page, values };
}

const idle = { errors: {}, failure: undefined, isBusy: false };
const fail = (error: unknown) => async () => {
  throw error;
};

describe("submitting", () => {
  test("sends the values and tells its subscribers when it is busy", async () => {
    const { form, page, values } = openForm();
    const busy: boolean[] = [];
    const unsubscribe = form.subscribe(() => busy.push(form.state().isBusy));
    await form.submit(page);
    expect(page.submit).toHaveBeenCalledExactlyOnceWith(values);
    expect(page.focus).not.toHaveBeenCalled();
    expect(busy).toContain(true);
    expect(form.state()).toEqual(idle);

    const { length } = busy;
    unsubscribe();
    await form.submit(page);
    expect(busy).toHaveLength(length);
  });

  test("invalid values are not sent, and the focus goes to what is invalid in the order of the fields", async () => {
    const { form, page, values } = openForm();
    Object.assign(values, { name: "", email: "" });
    await form.submit(page);
    expect(page.submit).not.toHaveBeenCalled();
    expect(page.focus).toHaveBeenCalledExactlyOnceWith(["name", "email"]);
    expect(form.state()).toEqual({
      ...idle,
      errors: { name: "Name is required", email: "Email is required" },
    });
  });

  test("a second click while the first is being sent sends nothing", async () => {
    const gate = Promise.withResolvers<void>();
    const { form, page } = openForm({ submit: () => gate.promise });
    const first = form.submit(page);
    await form.submit(page);
    gate.resolve();
    await first;
    expect(page.submit).toHaveBeenCalledOnce();
    await form.submit(page);
    expect(page.submit).toHaveBeenCalledTimes(2);
  });

  test("fields that the server refuses show its first message each, and a nested path its field", async () => {
    const refusal = new ApiError(400, "invalid-input", "Check the fields.", [
      { field: "outcomes.3", message: "Too long" },
      { field: "outcomes.5", message: "Too short" },
      { field: "website", message: "Unknown here" },
    ]);
    const { form, page } = openForm({ submit: fail(refusal) });
    await form.submit(page);
    expect(form.state()).toEqual({ ...idle, errors: { outcomes: "Too long" } });
    expect(page.focus).toHaveBeenCalledExactlyOnceWith(["outcomes"]);
  });

  test.each([
    ["of the server", new ApiError(409, "full", "No seats are left."), "No seats are left."],
    [
      "that names only unknown fields",
      new ApiError(400, "invalid-input", "Check it.", [{ field: "website", message: "Unknown here" }]),
      "Check it.",
    ],
    ["of the connection", new TypeError("Failed to fetch"), noConnection],
    ["of a part's style", new Error("Unable to preload CSS for /assets/dialog-0ld.css"), noConnection],
    ["that is no Error", "odd", "odd"],
  ])("a failure %s is shown for the whole form, until the next attempt", async (_, error, failure) => {
    const { form, page } = openForm({ submit: fail(error) });
    await form.submit(page);
    expect(form.state()).toEqual({ ...idle, failure });
    expect(page.focus).not.toHaveBeenCalled();
    page.submit.mockImplementation(async () => expect(form.state().failure).toBeUndefined());
    await form.submit(page);
    expect(form.state()).toEqual(idle);
  });
});

describe("an error message", () => {
  const posted = { name: "Name is required", email: "Email is required" };

  test("of a POST without a script is there from the beginning", () => {
    expect(openForm({ posted }).form.state().errors).toEqual(posted);
  });

  test("follows its own field when the focus leaves it, and no other", async () => {
    const { form, page } = openForm({ posted });
    await form.revalidate("name", page);
    expect(form.state().errors).toEqual({ name: undefined, email: "Email is required" });
  });

  test("does not appear in a field that was not submitted", async () => {
    const { form, page, values } = openForm();
    values.name = "";
    await form.revalidate("name", page);
    expect(form.state()).toEqual(idle);
  });

  test("stays until the pointer is released, and reads the value of then", async () => {
    const { form, page, values } = openForm({ posted });
    const release = Promise.withResolvers<void>();
    form.press(release.promise);
    values.name = "";
    const revalidated = form.revalidate("name", page);
    await Promise.resolve();
    expect(form.state().errors).toEqual(posted);
    values.name = "Ada";
    release.resolve();
    await revalidated;
    expect(form.state().errors.name).toBeUndefined();
  });

  test("that was forgotten while the pointer was down does not come back", async () => {
    const { form, page, values } = openForm({ posted });
    const release = Promise.withResolvers<void>();
    form.press(release.promise);
    values.name = "";
    const revalidated = form.revalidate("name", page);
    form.forget("name");
    release.resolve();
    await revalidated;
    expect(form.state().errors.name).toBeUndefined();
  });

  test("is forgotten by itself; forgetting none renders nothing", () => {
    const { form } = openForm({ posted });
    const listener = vi.fn<() => void>();
    form.forget("email");
    expect(form.state().errors).toEqual({ name: "Name is required", email: undefined });
    form.subscribe(listener);
    form.forget("email");
    expect(listener).not.toHaveBeenCalled();
  });
});
