import { Sheet } from "../../ui/sheet.tsx";
import { Sidebar } from "./sidebar.tsx";

interface PhoneSidebarProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export function PhoneSidebar({ open, onOpenChange }: PhoneSidebarProps) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Menu" titleHidden>
      <Sidebar onNavigate={() => onOpenChange(false)} />
    </Sheet>
  );
}
