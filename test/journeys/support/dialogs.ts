import type { Page } from "@playwright/test";
import { demoPassword } from "../../../db/demo-school/people.ts";

export const admin = { name: "Robin Vale", email: "admin@senga.example", password: demoPassword };

export const dialog = (page: Page) => page.getByRole("alertdialog");
export const confirm = (page: Page, label: string) =>
  dialog(page).getByRole("button", { name: label, exact: true }).click();
export const close = (page: Page) => dialog(page).getByRole("button", { name: "OK", exact: true }).click();
