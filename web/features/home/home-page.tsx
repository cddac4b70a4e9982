import { PublicFrame } from "../../layout/public-frame.tsx";
import { publicMeta } from "../../layout/public-meta.ts";
import { buttonClasses } from "../../ui/button.tsx";
import { FeatureCards } from "./feature-cards.tsx";
import { HeroPicture } from "./hero-picture.tsx";
import { HowItWorks } from "./how-it-works.tsx";
import { NeverList } from "./never-list.tsx";
import { PlanSummary } from "./plan-summary.tsx";
import { Testimonial } from "./testimonial.tsx";

export const handle = { isStatic: true };

export const meta = () =>
  publicMeta({
    title: "Maarga: NEET and CET counselling for PG and UG students in Karnataka",
    description:
      "Counselling and mentoring through NEET and CET admissions in Karnataka: college roadmaps, mentors you can talk to, and alerts before every deadline.",
    path: "/",
  });

export default function HomePage() {
  return (
    <PublicFrame current="/">
      <Hero />
      <FeatureCards />
      <HowItWorks />
      <PlanSummary />
      <NeverList />
      <Testimonial />
      <GuidesInvitation />
    </PublicFrame>
  );
}

function Hero() {
  return (
    <section className="mx-auto grid max-w-6xl items-center gap-x-12 gap-y-8 px-4 pt-10 pb-14 sm:px-6 md:pt-16 lg:grid-cols-[1.05fr_1fr] lg:pb-20">
      <div>
        <h1 className="text-[min(2.125rem,14vw)] sm:text-5xl lg:text-[3.5rem] lg:leading-[1.08]">
          Student Counselling &amp; Guidance
        </h1>
        <p className="mt-4 font-heading text-xl font-medium text-press sm:text-2xl">
          NEET &amp; CET Experts for PG &amp; UG Students
        </p>
        <p className="mt-4 max-w-prose text-lg text-muted">
          Between your rank and your college there are forms, documents, options and rounds, each with a last
          day. We guide you through them, one step at a time.
        </p>
        <div className="mt-7 flex flex-wrap items-center gap-x-6 gap-y-2">
          <a
            href="/auth"
            data-signed-in-href="/pricing"
            className={`${buttonClasses({ size: "large" })} w-full sm:w-auto sm:px-8`}
          >
            Get Guidance
          </a>
          <a
            href="/guides"
            className="inline-flex min-h-11 items-center font-medium text-press underline underline-offset-4"
          >
            Read the free guides first
          </a>
        </div>
      </div>
      <HeroPicture className="h-auto w-full" />
    </section>
  );
}

function GuidesInvitation() {
  return (
    <section className="mx-auto max-w-6xl px-4 py-12 sm:px-6 md:py-20">
      <div className="grid items-center gap-6 rounded-card border bg-press-wash p-6 sm:p-10 md:grid-cols-[1fr_auto]">
        <div>
          <h2 className="text-2xl sm:text-3xl">Not ready to decide? Start with the guides</h2>
          <p className="mt-3 max-w-prose text-muted">
            UG and PG admissions step by step, the four choices, and the documents you need. Free for
            everyone, without an account. So are{" "}
            <a href="/cutoffs" className="underline underline-offset-4">
              the seats in reach with your rank
            </a>{" "}
            and{" "}
            <a href="/colleges" className="underline underline-offset-4">
              the closing ranks of every college
            </a>
            .
          </p>
        </div>
        <a href="/guides" className={buttonClasses({ variant: "secondary", size: "large" })}>
          Open the guides
        </a>
      </div>
    </section>
  );
}
