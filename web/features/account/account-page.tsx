import { Link } from "react-router";
import { hasSecondStep } from "../../backend/second-step.ts";
import { useUser } from "../../queries/user.ts";
import { buttonClasses } from "../../ui/button.tsx";
import { PageSkeleton } from "../../ui/page-skeleton.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { AccountSection } from "./account-section.tsx";
import { CalendarFeed } from "./calendar/calendar-feed.tsx";
import { Receipts } from "./receipts.tsx";
import { RecentActivity } from "./recent-activity/recent-activity.tsx";
import { Devices } from "./sessions/devices.tsx";

export const meta = () => [{ title: "Your account · Maarga" }];

const TITLE = { title: "Your account", text: "Your receipts, your devices, and how you log in." };

export const handle = { skeleton: <PageSkeleton {...TITLE} /> };

export default function AccountPage() {
  const isOn = hasSecondStep(useUser());
  return (
    <div className="max-w-2xl">
      <PageTitle {...TITLE} />
      <div className="grid gap-6">
        <Devices />
        <Receipts />
        <AccountSection
          title="Two-step login"
          text="A code from an app on your phone, in addition to your password."
        >
          <p>{isOn ? "It is on." : "It is off."}</p>
          <Link to="/two-step" className={buttonClasses({ variant: "secondary" })}>
            {isOn ? "Change two-step login" : "Turn it on"}
          </Link>
        </AccountSection>
        <AccountSection
          title="Fingerprint or screen lock"
          text="Log in without typing your password. This is also called a passkey."
        >
          <Link to="/passkeys" className={buttonClasses({ variant: "secondary" })}>
            Add or remove devices
          </Link>
        </AccountSection>
        <AccountSection title="Password" text="Changing it logs out all your other devices.">
          <Link to="/reset-password" className={buttonClasses({ variant: "secondary" })}>
            Change password
          </Link>
        </AccountSection>
        <CalendarFeed />
        <RecentActivity />
      </div>
    </div>
  );
}
