import { Card } from "../../../ui/card.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { canKeepDocuments } from "./kept-documents.ts";
import { useKeepSwitch, useKeptNames } from "./use-kept-documents.ts";

/** Off until the student asks for it. */
export function KeepSwitch() {
  const { data: keptNames } = useKeptNames();
  const change = useKeepSwitch();
  if (keptNames === undefined || !canKeepDocuments()) return null;
  return (
    <Card className="mt-6">
      <Switch
        label="Keep on this phone"
        description="Documents that you open stay on this phone and open without a connection. Others who use this phone could open them too. Logging out removes them."
        checked={change.isPending ? change.variables : keptNames !== null}
        disabled={change.isPending}
        onCheckedChange={(isOn) => change.mutate(isOn)}
      />
    </Card>
  );
}
