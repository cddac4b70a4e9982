import { VISITOR } from "../../layout/drafts/draft-keys.ts";
import { dropDraft, findDraft, keepDraft } from "../../layout/drafts/draft-storage.ts";
import { formatKeptAt } from "../../layout/drafts/kept-at.ts";

const FORM = "contact";

/**
 * Shows a thank-you text and clears the form. Nothing is sent: the text goes into links that open the visitor's own
 * mail or messages, so that the message can still reach us.
 */
export function setUpContactForm(): void {
  const form = document.querySelector<HTMLFormElement>("[data-contact-form]");
  const thanks = form?.querySelector<HTMLElement>("[data-contact-thanks]");
  const template = thanks?.querySelector("template");
  if (!form || !thanks || !template) return;
  const fields = form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
  const draft = setUpDraft(form, fields);
  for (const field of fields) {
    field.addEventListener("input", () => {
      // `required` accepts white space.
      const isBlank = field.value !== "" && field.value.trim() === "";
      field.setCustomValidity(isBlank ? "Please fill in this field." : "");
    });
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const data = new FormData(form);
    thanks.replaceChildren(createThanks(template, data));
    form.reset();
    draft.forget();
    thanks.scrollIntoView({ block: "nearest" });
  });
}

/** Keeps what the visitor types on this device, and shows it when they come back. */
function setUpDraft(form: HTMLFormElement, fields: Iterable<HTMLInputElement | HTMLTextAreaElement>) {
  const note = form.querySelector<HTMLElement>("[data-contact-draft]");
  const kept = findDraft(VISITOR, FORM);
  // Text that was typed before this script ran is newer.
  for (const field of fields) field.value ||= kept?.values[field.name] ?? "";
  form.addEventListener("input", () => {
    const typed = [...fields].filter(({ value }) => value !== "").map(({ name, value }) => [name, value]);
    keepDraft(VISITOR, FORM, Object.fromEntries(typed));
  });
  const forget = () => {
    dropDraft(VISITOR, FORM);
    if (note) note.hidden = true;
  };
  if (kept && note) {
    for (const place of note.querySelectorAll("[data-kept-at]"))
      place.textContent = formatKeptAt(kept.keptAt);
    note.querySelector("button")?.addEventListener("click", () => {
      form.reset();
      form.querySelector("input")?.focus();
      forget();
    });
    note.hidden = false;
  }
  return { forget };
}

function createThanks(template: HTMLTemplateElement, data: FormData): Node {
  const box = document.importNode(template.content, true);
  const [name, email, message] = ["name", "email", "message"].map((field) => String(data.get(field)).trim());
  for (const element of box.querySelectorAll("[data-name]")) element.textContent = name ?? "";
  const text = encodeURIComponent(`${message}\n\n${name}, ${email}`);
  const links = [...box.querySelectorAll<HTMLAnchorElement>("[data-contact-link]")].filter(
    (link) => link.dataset.needs,
  );
  for (const link of links) {
    link.href +=
      link.dataset.contactLink === "email"
        ? `?subject=${encodeURIComponent(`A question from ${name}`)}&body=${text}`
        : `?text=${text}`;
  }
  if (links.length === 0) for (const part of box.querySelectorAll("[data-contact-links]")) part.remove();
  return box;
}
