/**
 * Card form fields in the document.
 *
 * @typedef {import("./card-fields.js").Problem} Problem
 * @typedef {object} Field
 * @property {HTMLInputElement} input
 * @property {HTMLElement} error
 * @property {(text: string) => string} format
 * @property {() => Problem | undefined} check
 */
import {
  brandOf,
  checkCvc,
  checkExpiry,
  checkNumber,
  digitsOf,
  formatCvc,
  formatExpiry,
  formatNumber,
  unknownBrand,
} from "./card-fields.js";
import { likelyCountry, listCountries } from "./countries.js";

/**
 * @template {Element} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
function find(id, kind) {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`the document has no ${id}`);
}

const brandMark = find("brand", HTMLElement);
const country = find("country", HTMLSelectElement);
const brand = () => brandOf(digitsOf(number.input.value));

/** @type {Field} */
const number = {
  input: find("number", HTMLInputElement),
  error: find("number-error", HTMLElement),
  format: formatNumber,
  check: () => checkNumber(number.input.value),
};
/** @type {Field} */
const expiry = {
  input: find("expiry", HTMLInputElement),
  error: find("expiry-error", HTMLElement),
  format: formatExpiry,
  // Uses the browser's clock; the server checks the date again with its own.
  check: () => checkExpiry(expiry.input.value, new Date()),
};
/** @type {Field} */
const cvc = {
  input: find("cvc", HTMLInputElement),
  error: find("cvc-error", HTMLElement),
  format: (text) => formatCvc(text, brand()),
  check: () => checkCvc(cvc.input.value, brand()),
};
const fields = [number, expiry, cvc];

export function readCard() {
  const date = digitsOf(expiry.input.value);
  return {
    number: digitsOf(number.input.value),
    exp_month: date.slice(0, 2),
    exp_year: date.slice(2),
    cvc: cvc.input.value,
  };
}

export const readCountry = () => country.value;

for (const field of fields) {
  const { input } = field;
  input.addEventListener("input", () => {
    write(field);
    // Revalidates a marked field on every input, and other fields only on blur.
    if (!field.error.hidden) mark(field, field.check());
  });
  input.addEventListener("blur", () => {
    if (input.value !== "") mark(field, field.check());
  });
}

/** @param {boolean} isLocked */
export function lock(isLocked) {
  for (const { input } of fields) input.readOnly = isLocked;
  country.disabled = isLocked;
}

export function fillCountries() {
  const likely = likelyCountry();
  for (const { code, name } of listCountries()) {
    country.append(new Option(name, code, code === likely, code === likely));
  }
}

/**
 * Marks every invalid field and focuses the first.
 * @returns {Problem | undefined} the first problem
 */
export function markWrong() {
  const problems = fields.map((field) => ({ field, problem: field.check() }));
  for (const { field, problem } of problems) mark(field, problem);
  const first = problems.find(({ problem }) => problem);
  first?.field.input.focus();
  return first?.problem;
}

/** @type {Record<string, Field>} */
const blamed = {
  incorrect_number: number,
  incorrect_cvc: cvc,
  invalid_cvc: cvc,
  expired_card: expiry,
  invalid_expiry_month: expiry,
  invalid_expiry_year: expiry,
};

/**
 * Shows a decline beside its field when the code names one.
 * @param {{ code?: string, message: string }} refusal
 */
export function markRefused(refusal) {
  const field = blamed[refusal.code ?? ""];
  if (field) mark(field, refusal);
}

/**
 * @param {Field} field
 * @param {{ message: string } | undefined} problem
 */
function mark({ input, error }, problem) {
  error.textContent = problem?.message ?? "";
  error.hidden = !problem;
  input.classList.toggle("Input--invalid", !!problem);
  if (problem) {
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", error.id);
  } else {
    input.removeAttribute("aria-invalid");
    input.removeAttribute("aria-describedby");
  }
}

let isDeleting = false;
document.addEventListener("beforeinput", (event) => {
  isDeleting = event.inputType.startsWith("delete");
});

/**
 * Formats the value and keeps the cursor after the same digit.
 * @param {Field} field
 */
function write({ input, format }) {
  const typed = input.value;
  const cursor = input.selectionStart ?? typed.length;
  const isAtEnd = cursor === typed.length;
  const formatted = format(typed);
  // Deleting a separator that the form added removes no digit, so the form must not add it again.
  const text =
    isDeleting && isAtEnd && formatted.length > typed.length ? formatted.replace(/\D+$/, "") : formatted;
  input.value = text;
  const place = isAtEnd ? text.length : placeAfter(text, digitsOf(typed.slice(0, cursor)).length);
  input.setSelectionRange(place, place);
  if (input === number.input) showBrand();
}

/**
 * @param {string} text
 * @param {number} digits
 */
function placeAfter(text, digits) {
  let seen = 0;
  for (let place = 0; place < text.length; place += 1) {
    if (seen === digits) return place;
    if (/\d/.test(text[place] ?? "")) seen += 1;
  }
  return text.length;
}

function showBrand() {
  const known = brand();
  brandMark.hidden = known === unknownBrand;
  brandMark.textContent = known.label;
  cvc.input.placeholder = known.cvc === 4 ? "4 digits" : "CVC";
}
