import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { type AdminAccess, adminAccessKey, fetchAdminAccess } from "./admin-access.ts";
import { type BookingTermsRow, bookingTermsKey, fetchBookingTerms, toBookingTerms } from "./booking-terms.ts";
import { type ColleagueAccess, colleagueAccessKey, fetchColleagueAccess } from "./colleague-access.ts";
import { currentPlanKey, fetchCurrentPlan, toCurrentPlan, type UserPlanRow } from "./current-plan.ts";
import { fetchMentorAccess, type MentorAccess, mentorAccessKey } from "./mentor-access.ts";
import { fetchOffers, type OfferRow, offersKey, toOffers } from "./offers.ts";
import { fetchOwnOrder, type OwnOrderRow, ownOrderKey, toOwnOrder } from "./own-order.ts";
import { fetchOwnProfile, ownProfileKey, type ProfileRow, toOwnProfile } from "./own-profile.ts";

/** The answer of own_overview in database/rules/overview.sql. */
interface Overview {
  readonly profile: ProfileRow | null;
  readonly plan: UserPlanRow | null;
  readonly offers: readonly OfferRow[];
  readonly admin: AdminAccess;
  /** Absent in the answer of an earlier server. */
  readonly colleague?: ColleagueAccess;
  readonly mentor: MentorAccess;
  readonly booking: BookingTermsRow;
  readonly order: OwnOrderRow | null;
}

declare global {
  interface Window {
    /** Set by layout/early-requests.ts. The answer is null if the request failed. */
    overview?: { readonly userId: string; readonly answer: Promise<Overview | null> };
  }
}

const NO_RIGHTS: ColleagueAccess = { rights: [], needs_two_step: false };

/** Fills the queries that every signed-in page asks from the overview. If it failed, each asks for itself. */
export function fillFromOverview(client: QueryClient): QueryClient {
  if (import.meta.env.SSR || !window.overview) return client;
  const { userId, answer } = window.overview;
  delete window.overview;
  const fill = <Data>(queryKey: QueryKey, read: (overview: Overview) => Data, ask: () => Promise<Data>) =>
    void client.prefetchQuery({
      queryKey,
      queryFn: async () => {
        const overview = await answer;
        return overview ? read(overview) : ask();
      },
    });
  fill(
    ownProfileKey(userId),
    ({ profile }) => toOwnProfile(profile),
    () => fetchOwnProfile(userId),
  );
  fill(
    currentPlanKey(userId),
    ({ plan }) => toCurrentPlan(plan),
    () => fetchCurrentPlan(userId),
  );
  fill(offersKey, ({ offers }) => toOffers(offers), fetchOffers);
  fill(adminAccessKey(userId), ({ admin }) => admin, fetchAdminAccess);
  fill(colleagueAccessKey(userId), ({ colleague }) => colleague ?? NO_RIGHTS, fetchColleagueAccess);
  fill(mentorAccessKey(userId), ({ mentor }) => mentor, fetchMentorAccess);
  fill(bookingTermsKey(userId), ({ booking }) => toBookingTerms(booking), fetchBookingTerms);
  fill(ownOrderKey(userId), ({ order }) => toOwnOrder(order), fetchOwnOrder);
  return client;
}
