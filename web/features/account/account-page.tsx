import { Link } from "react-router";
import { buttonClasses } from "../../ui/button.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { AccountSection } from "./account-section.tsx";
import { Devices } from "./sessions/devices.tsx";

export const meta = () => [{ title: "Security · Maarga" }];

export default function AccountPage() {
  return (
    <div className="max-w-2xl">
      <PageTitle title="Security" text="Who can get into your account, and from where." />
      <div className="grid gap-6">
        <Devices />
        <AccountSection title="Password" text="Changing it logs out all your other devices.">
          <Link to="/reset-password" className={buttonClasses({ variant: "secondary" })}>
            Change password
          </Link>
        </AccountSection>
      </div>
    </div>
  );
}
