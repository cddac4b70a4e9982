import { MessageCircle, Phone } from "lucide-react";
import type { Settings } from "../../backend/settings.ts";
import { cn } from "../../ui/class-names.ts";
import { Tooltip } from "../../ui/tooltip.tsx";

const digitsOf = (phone: string) => phone.replace(/\D/g, "");

/** Links to the support's phone and WhatsApp, if the operator has set them. */
export function HelpLine({
  collapsed,
  support: { phone, whatsapp } = {},
}: {
  collapsed: boolean;
  support: Settings["support"] | undefined;
}) {
  if (!phone && !whatsapp) return null;
  const links = [
    phone && { href: `tel:+${digitsOf(phone)}`, text: phone, name: `Call ${phone}`, icon: Phone },
    whatsapp && {
      href: `https://wa.me/${digitsOf(whatsapp)}`,
      text: "WhatsApp",
      name: "Write on WhatsApp",
      icon: MessageCircle,
    },
  ].filter((link) => link !== undefined && link !== "");
  return (
    <section aria-label="Help" className="border-t p-2">
      <h2 className={collapsed ? "sr-only" : "px-2 font-text text-muted text-xs tracking-normal"}>
        Questions? We help.
      </h2>
      <ul className={cn("flex flex-wrap", collapsed ? "flex-col" : "-mr-2")}>
        {links.map(({ href, text, name, icon: Icon }) => {
          const link = (
            <a
              href={href}
              aria-label={name}
              {...(href.startsWith("https:") && { target: "_blank", rel: "noopener noreferrer" })}
              className="tabular flex min-h-11 items-center gap-1.5 rounded-control px-2 text-sm whitespace-nowrap hover:bg-wash md:min-h-9"
            >
              <Icon aria-hidden className="size-4 shrink-0 text-press" />
              {!collapsed && text}
            </a>
          );
          return (
            <li key={href}>
              {collapsed ? (
                <Tooltip text={name} side="right">
                  {link}
                </Tooltip>
              ) : (
                link
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
