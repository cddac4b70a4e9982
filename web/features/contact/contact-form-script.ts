/**
 * Thanks, clears the form, and sends nothing: the words go into links to the visitor's own mail and messages, so that
 * a message that matters can still reach somebody.
 */
export function setUpContactForm(): void {
  const form = document.querySelector<HTMLFormElement>("[data-contact-form]");
  const thanks = form?.querySelector<HTMLElement>("[data-contact-thanks]");
  const template = thanks?.querySelector("template");
  if (!form || !thanks || !template) return;
  const fields = form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
  for (const field of fields) {
    field.addEventListener("input", () => {
      // Blanks alone are nothing written.
      const isBlank = field.value !== "" && field.value.trim() === "";
      field.setCustomValidity(isBlank ? "Please fill in this field." : "");
    });
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const words = new FormData(form);
    thanks.replaceChildren(thankYou(template, words));
    form.reset();
    thanks.scrollIntoView({ block: "nearest" });
  });
}

function thankYou(template: HTMLTemplateElement, words: FormData): Node {
  const box = document.importNode(template.content, true);
  const [name, email, message] = ["name", "email", "message"].map((field) => String(words.get(field)).trim());
  for (const place of box.querySelectorAll("[data-name]")) place.textContent = name ?? "";
  const text = encodeURIComponent(`${message}\n\n${name}, ${email}`);
  const ways = [...box.querySelectorAll<HTMLAnchorElement>("[data-way]")].filter((way) => way.dataset.needs);
  for (const way of ways) {
    way.href +=
      way.dataset.way === "email"
        ? `?subject=${encodeURIComponent(`A question from ${name}`)}&body=${text}`
        : `?text=${text}`;
  }
  if (ways.length === 0) for (const part of box.querySelectorAll("[data-ways]")) part.remove();
  return box;
}
