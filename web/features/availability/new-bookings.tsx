import { Card } from "../../ui/card.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Switch } from "../../ui/switch.tsx";
import { useSetActive } from "./own-mentor.ts";

/** Stops new bookings with the mentor until further notice. */
export function NewBookings({ isActive }: { isActive: boolean }) {
  const setActive = useSetActive();
  const wanted = setActive.isPending ? setActive.variables : isActive;
  return (
    <Card>
      <Switch
        checked={wanted}
        disabled={setActive.isPending}
        onCheckedChange={(active) => setActive.mutate(active)}
        label="Take new bookings"
        description={
          wanted
            ? "Students can book your free times."
            : "Nobody can book a call with you. Calls that are booked stay."
        }
      />
      {setActive.isError && (
        <Notice kind="danger">That was not saved. The connection may be weak; please try again.</Notice>
      )}
    </Card>
  );
}
