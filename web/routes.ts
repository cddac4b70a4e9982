import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

const features = "features";

export default [
  // Static pages: HTML and one small script, without React in the browser.
  index(`${features}/home/home-page.tsx`),
  route("about", `${features}/about/about-page.tsx`),
  route("contact", `${features}/contact/contact-page.tsx`),
  route("guides", `${features}/guides/guides-page.tsx`),
  route("terms", `${features}/legal/terms-page.tsx`),
  route("cancellation-and-refund", `${features}/legal/cancellation-and-refund-page.tsx`),
  route("shipping-and-delivery", `${features}/legal/shipping-and-delivery-page.tsx`),
  route("privacy-policy", `${features}/legal/privacy-policy-page.tsx`),
  route("coming-soon", `${features}/coming-soon/coming-soon-page.tsx`),
  route("*", `${features}/not-found/not-found-page.tsx`),
  route("public-page", `${features}/public-pages/public-page.tsx`),

  // Static pages with a script of their own, web/sign-in.tsx.
  route("auth", `${features}/auth/sign-in-page.tsx`),
  route("login", `${features}/auth/sign-in-page.tsx`, { id: "login" }),
  route("forgot-password", `${features}/auth/forgot-password-page.tsx`),

  route("logout", `${features}/auth/logout-page.tsx`),

  // The design system, in development only.
  ...(import.meta.env.DEV ? [route("ui", "ui/showcase/showcase-page.tsx")] : []),

  layout("layout/session-guard.tsx", [
    route("second-step", `${features}/auth/two-step/second-step-page.tsx`),
    route("complete-profile", `${features}/profile/complete-profile-page.tsx`),
  ]),
  // The shell has the session guard, too.
  layout("layout/shell.tsx", [
    route("pricing", `${features}/pricing/pricing-page.tsx`),
    route("update-profile", `${features}/profile/update-profile-page.tsx`),
    route("account", `${features}/account/account-page.tsx`),
    route("reset-password", `${features}/auth/reset-password-page.tsx`),
    route("two-step", `${features}/auth/two-step/two-step-page.tsx`),
    route("passkeys", `${features}/auth/passkeys/passkeys-page.tsx`),
    route("notifications", `${features}/notifications/notifications-page.tsx`),
    route("book-slot", `${features}/slots/book-slot-page.tsx`),
    route("documents", `${features}/documents/documents-page.tsx`),
    route("options", `${features}/options/options-page.tsx`),
    layout("layout/mentor-guard.tsx", [
      route("agenda", `${features}/agenda/agenda-page.tsx`),
      route("agenda/options", `${features}/options/helping/student-options-page.tsx`),
      route("availability", `${features}/availability/availability-page.tsx`),
    ]),
    route("join", `${features}/join/join-page.tsx`),
    layout("layout/right-guard.tsx", [
      route("payments", `${features}/admin/payments/payments-page.tsx`),
      route("payments/statements", `${features}/admin/statements/statements-page.tsx`),
      route("payments/report", `${features}/admin/payment-report/payment-report-page.tsx`),
      route("students", `${features}/admin/students/students-page.tsx`),
      route("students/student", `${features}/admin/student-page.tsx`),
    ]),
    layout("layout/admin-guard.tsx", [
      route("today", `${features}/admin/today/today-page.tsx`),
      route("agenda/season", `${features}/agenda/season/season-page.tsx`),
      route("assign-plan", `${features}/admin/assign-plan/assign-plan-page.tsx`),
      route("manage-plans", `${features}/admin/manage-plans/manage-plans-page.tsx`),
      route("send-notifications", `${features}/admin/send-email/send-email-page.tsx`),
      route("admin-documents", `${features}/admin/documents/admin-documents-page.tsx`),
      route("cutoffs/manage", `${features}/admin/cutoff-lists/cutoff-lists-page.tsx`),
      route("mentors", `${features}/admin/mentors/mentors-page.tsx`),
      route("team", `${features}/admin/team/team-page.tsx`),
      route("security-events", `${features}/admin/security-events/security-events-page.tsx`),
      route("audit-log", `${features}/admin/audit-log/audit-log-page.tsx`),
    ]),
    route("counselling", `${features}/guides/guides-in-shell-page.tsx`, { id: "counselling" }),
    route("application-guide", `${features}/guides/guides-in-shell-page.tsx`),
  ]),
] satisfies RouteConfig;
