import { useOutletContext } from "react-router";
import type { MentorAccess } from "../../queries/mentor-access.ts";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageSkeleton } from "../../ui/page-skeleton.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { AbsencesCard } from "./absences/absences-card.tsx";
import { HoursCard } from "./hours/hours-card.tsx";
import { NewBookings } from "./new-bookings.tsx";
import { useOwnMentor } from "./own-mentor.ts";
import { PhotoCard } from "./photo/photo-card.tsx";
import { ProfileCard } from "./profile/profile-card.tsx";
import { useLiveAvailability } from "./use-live-availability.ts";

export const meta = () => [{ title: "Your Availability · Maarga" }];

const TITLE = { title: "Your Availability", text: "When students can book a call with you." };

export const handle = { skeleton: <PageSkeleton {...TITLE} /> };

export default function AvailabilityPage() {
  const { is_mentor } = useOutletContext<MentorAccess>();
  const mentor = useOwnMentor(is_mentor);
  useLiveAvailability(mentor.data !== undefined);
  return (
    <>
      <PageTitle {...TITLE} />
      {!is_mentor ? (
        <Notice kind="info" title="You are not a mentor.">
          Students book calls with mentors only.
        </Notice>
      ) : mentor.error ? (
        <LoadFailed onRetry={mentor.refetch} busy={mentor.isFetching} />
      ) : mentor.data ? (
        <div className="grid max-w-2xl gap-6">
          <NewBookings isActive={mentor.data.isActive} />
          <AbsencesCard />
          <HoursCard />
          <ProfileCard saved={mentor.data} />
          <PhotoCard />
        </div>
      ) : (
        <div role="status">
          <span className="sr-only">Loading</span>
          <Skeleton className="h-60" />
        </div>
      )}
    </>
  );
}
