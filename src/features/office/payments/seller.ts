import type { Settings } from "../../../settings/settings.ts";

export interface Seller {
  readonly name: string;
  readonly address: string | null;
  readonly taxId: string | null;
  readonly email: string;
  /** Whether the settings say who sells. */
  readonly isNamed: boolean;
}

/** Who stands on receipts: the school, or the site as long as its settings name none. */
export const sellerOf = ({ school, supportEmail }: Pick<Settings, "school" | "supportEmail">): Seller => ({
  name: school?.name ?? "Senga",
  address: school?.address ?? null,
  taxId: school?.taxId ?? null,
  email: supportEmail,
  isNamed: school !== undefined,
});
