import type { Settings } from "../../../settings/settings.ts";

export interface Seller {
  readonly name: string;
  readonly address: string | null;
  readonly taxId: string | null;
  readonly email: string;
  /** Whether the settings name a seller. */
  readonly isNamed: boolean;
}

/** The seller on receipts: the school, or the site if the settings name none. */
export const sellerOf = ({ school, supportEmail }: Pick<Settings, "school" | "supportEmail">): Seller => ({
  name: school?.name ?? "Senga",
  address: school?.address ?? null,
  taxId: school?.taxId ?? null,
  email: supportEmail,
  isNamed: school !== undefined,
});
