export interface PasswordRule {
  readonly label: string;
  readonly isMet: (password: string) => boolean;
}

export const passwordLength = { least: 6, most: 20 } as const;
export const specialCharacters = "!@#$&*";

const lengthRule: PasswordRule = {
  label: `${passwordLength.least} to ${passwordLength.most} characters`,
  isMet: ({ length }) => length >= passwordLength.least && length <= passwordLength.most,
};
const classRules: readonly PasswordRule[] = [
  { label: "An uppercase letter", isMet: (password) => /[A-Z]/.test(password) },
  { label: "A lowercase letter", isMet: (password) => /[a-z]/.test(password) },
  { label: "A digit", isMet: (password) => /\d/.test(password) },
  {
    label: `A symbol: ${specialCharacters.split("").join(" ")}`,
    isMet: (password) => /[!@#$&*]/.test(password),
  },
];

export const passwordRules: readonly PasswordRule[] = [lengthRule, ...classRules];

/** Keeps the wording of section 5, including its errors. */
export function passwordProblem(password: string): string | undefined {
  if (password === "") return "Password is required";
  if (password.length < passwordLength.least) return "Password Must Be 8 Characters";
  if (password.length > passwordLength.most) return "Password Must Be Less Then 20 Characters";
  if (!classRules.every((rule) => rule.isMet(password))) {
    return `Password Must have one uppercase, one lowercase, one number, one special character [${specialCharacters}]`;
  }
  return undefined;
}
