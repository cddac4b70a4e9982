import { Download, Trash2 } from "lucide-react";
import { useState } from "react";
import { Badge } from "../badge.tsx";
import { Button, buttonClasses } from "../button.tsx";
import { Tooltip } from "../tooltip.tsx";
import { Row, ShowcaseSection } from "./showcase-section.tsx";

const VARIANTS = ["primary", "secondary", "quiet", "danger", "highlight"] as const;
const SIZES = ["small", "default", "large"] as const;

export function Buttons() {
  const [isBusy, setIsBusy] = useState(false);
  return (
    <ShowcaseSection title="Buttons">
      {SIZES.map((size) => (
        <Row key={size} label={size}>
          {VARIANTS.map((variant) => (
            <Button key={variant} {...{ size, variant }}>
              {variant === "highlight" ? "Get Guidance" : "Book Slot"}
            </Button>
          ))}
        </Row>
      ))}
      <Row label="disabled">
        {VARIANTS.map((variant) => (
          <Button key={variant} variant={variant} disabled>
            Already on Highest Plan
          </Button>
        ))}
      </Row>
      <Row label="busy">
        {VARIANTS.map((variant) => (
          <Button key={variant} variant={variant} busy>
            Book Slot
          </Button>
        ))}
        <Button busy={isBusy} busyText="Booking...">
          Book Slot
        </Button>
        <Button busy={isBusy} onClick={() => setIsBusy(true)}>
          Becomes busy
        </Button>
        <Button variant="quiet" onClick={() => setIsBusy(false)}>
          Not busy
        </Button>
      </Row>
      <Row label="link, icon, tooltip">
        <a href="/ui" className={buttonClasses({ variant: "secondary" })}>
          A link as a button
        </a>
        <Button asChild>
          <a href="/ui">As a child</a>
        </Button>
        <Button variant="secondary">
          <Download aria-hidden className="size-5" /> Download
        </Button>
        <Tooltip text="Delete">
          <Button variant="quiet" aria-label="Delete">
            <Trash2 aria-hidden className="size-5" />
          </Button>
        </Tooltip>
        <Tooltip text="Opens the phone's calendar" side="right">
          <Button variant="quiet">Add</Button>
        </Tooltip>
      </Row>
      <Row label="badges">
        <Badge>Past</Badge>
        <Badge tone="good">Available</Badge>
        <Badge tone="highlight">Recommended</Badge>
        <Badge tone="danger">Not sent</Badge>
      </Row>
    </ShowcaseSection>
  );
}
