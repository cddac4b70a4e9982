import { MessageCircle, Phone } from "lucide-react";
import type { ReactNode } from "react";
import { findWhatsAppNumber } from "../../domain/contact-details.ts";
import { buttonClasses } from "../ui/button.tsx";

/** The ways to reach a student, as far as their number allows. */
export function ContactLinks({ name, phone }: { name: string; phone: string }) {
  const whatsApp = findWhatsAppNumber(phone);
  return (
    <>
      {/\d/.test(phone) && (
        <ContactLink to={`tel:${phone.replace(/[^\d+]/g, "")}`} text="Call" name={`Call ${name}, ${phone}`}>
          <Phone aria-hidden className="size-4" />
        </ContactLink>
      )}
      {whatsApp && (
        <ContactLink to={`https://wa.me/${whatsApp}`} text="WhatsApp" name={`WhatsApp ${name}`}>
          <MessageCircle aria-hidden className="size-4" />
        </ContactLink>
      )}
    </>
  );
}

interface ContactLinkProps {
  readonly to: string;
  readonly text: string;
  readonly name: string;
  readonly children: ReactNode;
}

export function ContactLink({ to, text, name, children }: ContactLinkProps) {
  return (
    <a
      href={to}
      aria-label={name}
      className={buttonClasses({ variant: "secondary", size: "small" })}
      {...(to.startsWith("https:") && { target: "_blank", rel: "noreferrer" })}
    >
      {children}
      {text}
    </a>
  );
}
