import { buttonClasses } from "../../ui/button.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";

/**
 * The form itself sends nothing, with or without the script: a form of method "dialog" outside a dialog is not
 * submitted. contact-form-script.ts shows the thank-you text with links that open the visitor's own mail or messages.
 */
export function ContactForm() {
  return (
    <>
      <noscript>
        <p className="mt-6 rounded-control bg-marigold-wash px-4 py-3 text-marigold-ink">
          This form needs JavaScript, which is off in your browser. Please write to us by email, or call: both
          are on this page.
        </p>
      </noscript>
      <form method="dialog" data-contact-form className="mt-8 grid max-w-xl gap-5">
        <p data-contact-draft hidden className="-mb-3 text-muted text-sm">
          Kept from <span data-kept-at />.{" "}
          <button type="button" className="min-h-11 px-2 text-ink underline underline-offset-4">
            Throw away
          </button>
        </p>
        <TextField id="name" label="Name" name="name" required autoComplete="name" maxLength={100} />
        <TextField
          id="email"
          label="Email"
          name="email"
          type="email"
          required
          autoComplete="email"
          maxLength={200}
        />
        <TextArea id="message" label="Message" name="message" required rows={6} maxLength={2000} />
        <button
          type="submit"
          className={`${buttonClasses({ size: "large" })} needs-script w-full sm:w-fit sm:px-10`}
        >
          Send Message
        </button>
        <div role="alert" data-contact-thanks>
          {/* The script copies the template into the alert, which makes screen readers announce it. */}
          <template>
            <div className="rounded-card border border-press bg-press-wash p-5">
              <p className="font-heading text-xl font-semibold">
                Thank you for your message, <span data-name />.
              </p>
              <p className="mt-2" data-contact-links>
                We keep no copy of this form. To let it reach us, send it with one of these buttons; your text
                is already filled in.
              </p>
              <div className="mt-4 flex flex-wrap gap-3" data-contact-links>
                <a
                  href="mailto:%SUPPORT_EMAIL%"
                  data-needs="%SUPPORT_EMAIL%"
                  data-contact-link="email"
                  className={buttonClasses({ variant: "secondary" })}
                >
                  Send by email
                </a>
                <a
                  href="https://wa.me/%SUPPORT_WHATSAPP_DIGITS%"
                  data-needs="%SUPPORT_WHATSAPP_DIGITS%"
                  data-contact-link="whatsapp"
                  className={buttonClasses({ variant: "secondary" })}
                >
                  Send on WhatsApp
                </a>
              </div>
            </div>
          </template>
        </div>
      </form>
    </>
  );
}
