/**
 * Formatting and validation of the card form. Pure: it does not use the document.
 *
 * @typedef {{ code: string, message: string }} Problem Stripe's code and message
 * @typedef {{ label: string, groups: readonly number[], cvc: number }} Brand
 */

const fours = [4, 4, 4, 4];

/** @type {Brand} */
export const unknownBrand = { label: "", groups: fours, cvc: 3 };

/** Those of the test cards. @type {readonly (readonly [RegExp, Brand])[]} */
const brands = [
  [/^4/, { label: "Visa", groups: fours, cvc: 3 }],
  [/^(5[1-5]|2[2-7])/, { label: "Mastercard", groups: fours, cvc: 3 }],
  [/^3[47]/, { label: "Amex", groups: [4, 6, 5], cvc: 4 }],
];

/** @param {Brand} brand */
const lengthOf = ({ groups }) => groups.reduce((sum, length) => sum + length, 0);

/** @param {string} text */
export const digitsOf = (text) => text.replaceAll(/\D/g, "");

/** @param {string} digits */
export const brandOf = (digits) => brands.find(([start]) => start.test(digits))?.[1] ?? unknownBrand;

/** @param {string} text */
export function formatNumber(text) {
  let rest = digitsOf(text);
  const groups = [];
  for (const length of brandOf(rest).groups) {
    groups.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return groups.filter((group) => group !== "").join(" ");
}

/**
 * "MM / YY". A first digit above 1 must be a one-digit month.
 * @param {string} text
 */
export function formatExpiry(text) {
  let digits = digitsOf(text);
  // Browser autofill may enter MM/YYYY.
  if (/^\d{2}\s*\/\s*20\d{2}$/.test(text.trim())) digits = digits.slice(0, 2) + digits.slice(4);
  if (/^[2-9]/.test(digits) || /^1\s*\//.test(text)) digits = `0${digits}`;
  digits = digits.slice(0, 4);
  return digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

/**
 * @param {string} text
 * @param {Brand} brand
 */
export const formatCvc = (text, brand) => digitsOf(text).slice(0, brand === unknownBrand ? 4 : brand.cvc);

/**
 * @param {string} text
 * @returns {Problem | undefined}
 */
export function checkNumber(text) {
  const digits = digitsOf(text);
  const length = lengthOf(brandOf(digits));
  if (digits.length < length) {
    return { code: "incomplete_number", message: "Your card number is incomplete." };
  }
  return digits.length === length && passesLuhn(digits)
    ? undefined
    : { code: "invalid_number", message: "Your card number is invalid." };
}

/**
 * @param {string} text
 * @param {Date} now
 * @returns {Problem | undefined}
 */
export function checkExpiry(text, now) {
  const digits = digitsOf(text);
  if (digits.length < 4) {
    return { code: "incomplete_expiry", message: "Your card's expiration date is incomplete." };
  }
  const month = Number(digits.slice(0, 2));
  const year = 2000 + Number(digits.slice(2));
  if (month < 1 || month > 12) {
    return { code: "invalid_expiry_month", message: "Your card's expiration month is invalid." };
  }
  if (year < now.getFullYear()) {
    return { code: "invalid_expiry_year_past", message: "Your card's expiration year is in the past." };
  }
  if (year === now.getFullYear() && month < now.getMonth() + 1) {
    return { code: "invalid_expiry_month_past", message: "Your card's expiration date is in the past." };
  }
  if (year > now.getFullYear() + 50) {
    return { code: "invalid_expiry_year", message: "Your card's expiration year is invalid." };
  }
  return undefined;
}

/**
 * @param {string} text
 * @param {Brand} brand
 * @returns {Problem | undefined}
 */
export const checkCvc = (text, brand) =>
  digitsOf(text).length < brand.cvc
    ? { code: "incomplete_cvc", message: "Your card's security code is incomplete." }
    : undefined;

/**
 * Luhn checksum.
 * @param {string} digits
 */
function passesLuhn(digits) {
  const sum = digits
    .split("")
    .toReversed()
    .reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}
