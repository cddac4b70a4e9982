/** Moves the focus to the first field of a form that has an error, once the error is rendered: it may be out of sight. */
export function focusFirstError(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
}
