import type { ReactNode } from "react";
import { Redirect } from "../../layout/redirect.tsx";
import { Card } from "../../ui/card.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useProfileDetails } from "./profile-details.ts";
import { ProfileForm } from "./profile-form.tsx";

export const meta = () => [{ title: "Update profile · Maarga" }];

export const handle = {
  skeleton: (
    <Frame>
      <FormSkeleton />
    </Frame>
  ),
};

export default function UpdateProfilePage() {
  return (
    <Frame>
      <Content />
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="max-w-2xl">
      <PageTitle title="Update Profile" />
      <Card>{children}</Card>
    </div>
  );
}

function Content() {
  const { data: details, isPending, isError, isFetching, refetch } = useProfileDetails();
  if (isPending) return <FormSkeleton />;
  if (isError) return <LoadFailed onRetry={refetch} busy={isFetching} />;
  if (!details) return <Redirect to="/complete-profile" state={{ from: "/update-profile" }} />;
  return <ProfileForm details={details} />;
}

const FIELDS = ["first", "last", "email", "phone", "line-1", "line-2", "city", "state", "pin"];

function FormSkeleton() {
  return (
    <div role="status" className="grid gap-4 sm:grid-cols-2">
      <span className="sr-only">Loading your profile</span>
      {FIELDS.map((field) => (
        <div key={field}>
          <Skeleton className="mb-1.5 h-6 w-28" />
          <Skeleton className="h-11 w-full" />
        </div>
      ))}
    </div>
  );
}
