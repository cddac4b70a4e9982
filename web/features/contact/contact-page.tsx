import { Mail, MapPin, MessageCircle, Phone } from "lucide-react";
import type { ReactNode } from "react";
import { PublicFrame } from "../../layout/public-frame.tsx";
import { publicMeta } from "../../layout/public-meta.ts";
import { ContactForm } from "./contact-form.tsx";

export const handle = { isStatic: true };

export const meta = () =>
  publicMeta({
    title: "Contact Us: Maarga",
    description:
      "Write to Maarga, call, or visit our office in Bengaluru: questions about NEET and CET counselling from students and parents.",
    path: "/contact",
  });

export default function ContactPage() {
  return (
    <PublicFrame current="/contact">
      <div className="mx-auto grid max-w-6xl gap-x-16 gap-y-12 px-4 pt-10 pb-16 sm:px-6 md:pt-16 md:pb-24 lg:grid-cols-[1.2fr_1fr]">
        <div>
          <h1 className="text-4xl sm:text-5xl">Contact Us</h1>
          <p className="mt-4 max-w-prose text-lg text-muted">
            A question about admissions, a plan or a payment? Students and parents are equally welcome.
          </p>
          <ContactForm />
        </div>
        <ContactMethods />
      </div>
    </PublicFrame>
  );
}

function ContactMethods() {
  return (
    <section className="lg:pt-4">
      <h2 className="text-2xl">Reach us directly</h2>
      <address className="mt-5 grid gap-1 not-italic">
        <ContactMethod icon={<Mail />} name="Email" needs="%SUPPORT_EMAIL%">
          <a href="mailto:%SUPPORT_EMAIL%" className={LINK}>
            %SUPPORT_EMAIL%
          </a>
        </ContactMethod>
        <ContactMethod icon={<Phone />} name="Phone" needs="%SUPPORT_PHONE%">
          <a href="tel:+%SUPPORT_PHONE_DIGITS%" className={`${LINK} tabular`}>
            %SUPPORT_PHONE%
          </a>
        </ContactMethod>
        <ContactMethod icon={<MessageCircle />} name="WhatsApp" needs="%SUPPORT_WHATSAPP_DIGITS%">
          <a href="https://wa.me/%SUPPORT_WHATSAPP_DIGITS%" className={LINK}>
            Write on WhatsApp
          </a>
        </ContactMethod>
        <ContactMethod icon={<MapPin />} name="Office in Bengaluru" needs="%SUPPORT_ADDRESS%">
          <p className="py-2.5">%SUPPORT_ADDRESS%</p>
        </ContactMethod>
      </address>
      <p className="mt-6 rounded-control bg-marigold-wash px-4 py-3 text-marigold-ink">
        Never send us your KEA password, secret key or an OTP. We do not ask for them, and nobody should.
      </p>
    </section>
  );
}

const LINK =
  "inline-flex min-h-11 items-center font-medium text-press underline underline-offset-4 wrap-anywhere";

interface ContactMethodProps {
  readonly icon: ReactNode;
  readonly name: string;
  /** A setting of the operator; the line is hidden if it is empty. */
  readonly needs: string;
  readonly children: ReactNode;
}

function ContactMethod({ icon, name, needs, children }: ContactMethodProps) {
  return (
    <div data-needs={needs} className="grid grid-cols-[2.75rem_1fr] gap-4 border-b py-3">
      <span
        className="grid size-11 place-items-center rounded-control bg-press-wash text-press"
        aria-hidden="true"
      >
        {icon}
      </span>
      <div className="min-w-0">
        <p className="text-sm text-muted">{name}</p>
        {children}
      </div>
    </div>
  );
}
