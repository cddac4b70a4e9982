import { useState } from "react";
import { Badge } from "../badge.tsx";
import { Button } from "../button.tsx";
import { ConfirmDialog, Dialog } from "../dialog.tsx";
import { PasswordField } from "../field.tsx";
import { Sheet } from "../sheet.tsx";
import { Row, ShowcaseSection } from "./showcase-section.tsx";

type Name = "short" | "long" | "confirm" | "danger" | "busy" | "sheet" | "right";
const NAMES: Name[] = ["short", "long", "confirm", "danger", "busy", "sheet", "right"];

export function Overlays() {
  const [shown, setShown] = useState<Name | null>(null);
  const close = () => setShown(null);
  const dialogProps = (name: Name) => ({ open: shown === name, onOpenChange: close });
  return (
    <ShowcaseSection title="Dialogs and sheets">
      <Row label="open">
        {NAMES.map((name) => (
          <Button key={name} variant="secondary" onClick={() => setShown(name)}>
            {name}
          </Button>
        ))}
      </Row>
      <Dialog
        {...dialogProps("short")}
        title="Super Admin Password Required"
        description="This message goes to 214 students."
        footer={
          <>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button onClick={close}>Confirm &amp; Send</Button>
          </>
        }
      >
        <PasswordField label="Password" autoComplete="off" />
      </Dialog>
      <Dialog
        {...dialogProps("long")}
        title="Edit Slot"
        width="wide"
        footer={<Button onClick={close}>Save</Button>}
      >
        <ul className="divide-y divide-line">
          {Array.from(
            { length: 24 },
            (_, index) => `${10 + Math.floor(index / 2)}:${index % 2 ? 45 : 30}`,
          ).map((time) => (
            <li key={time} className="tabular flex min-h-11 items-center justify-between">
              {time} <Badge tone="good">Available</Badge>
            </li>
          ))}
        </ul>
      </Dialog>
      <ConfirmDialog
        {...dialogProps("confirm")}
        title="Enable Notification?"
        text="Are you sure you want to enable email notifications?"
        confirm="Enable"
        onConfirm={close}
      />
      <ConfirmDialog
        {...dialogProps("danger")}
        title="Delete this document?"
        text="Marks card 2026.pdf"
        confirm="Delete"
        danger
        onConfirm={close}
      />
      <ConfirmDialog
        {...dialogProps("busy")}
        title="Deactivate Plan"
        text="A busy dialog cannot be closed. Reload to continue."
        confirm="Deactivate"
        danger
        busy
        onConfirm={close}
      />
      <Sheet {...dialogProps("sheet")} title="Menu" titleHidden>
        <p className="py-4 pr-14 pl-4">From the left, as the sidebar does on a phone.</p>
      </Sheet>
      <Sheet {...dialogProps("right")} title="Kavya Gowda" side="right">
        <p className="p-4">From the right, with its title.</p>
      </Sheet>
    </ShowcaseSection>
  );
}
