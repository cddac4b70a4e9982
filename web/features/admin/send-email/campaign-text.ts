import { formatDay, formatTime } from "../../../../domain/kolkata-time.ts";
import { examLabel, findPlan, PLANS, planLabel } from "../../../../domain/plans.ts";
import { describeStudentFilter, readStudentFilter } from "../../../../domain/student-filter.ts";
import type { Campaign } from "./campaigns.ts";

/** Returns a text such as "UG / CET / Basic · Sat 21 Nov, 10:30 AM · admin@example.org". */
export function campaignSummary(campaign: Campaign): string {
  const at = new Date(campaign.created_at);
  const when = `${formatDay(at)}, ${formatTime(at)}`;
  return [audienceName(campaign), when, campaign.created_by_email].filter(Boolean).join(" · ");
}

function audienceName({ plan_level, plan_exam, plan_name, audience }: Campaign): string {
  if (audience && typeof audience === "object")
    return "student" in audience ? "One student" : describeStudentFilter(readStudentFilter(audience));
  const plan = findPlan(plan_level, plan_exam, plan_name);
  if (plan) return planLabel(plan);
  const ofExam = PLANS.find(({ level, exam }) => level === plan_level && exam === plan_exam);
  return ofExam ? examLabel(ofExam) : "All Plans";
}

/**
 * Returns a text such as "1,204 sent · 3 failed · 12 left out · 3,781 to go". "Stopped" counts the users who were still
 * waiting when an admin stopped the campaign.
 */
export function campaignCounts({ queued, sent, failed, skipped, stopped }: Campaign): string {
  const parts = [
    [sent, "sent"],
    [failed, "failed"],
    [skipped, "left out"],
    [stopped, "stopped"],
    [queued, "to go"],
  ] as const;
  return parts
    .filter(([count, label]) => count > 0 || label === "sent")
    .map(([count, label]) => `${count.toLocaleString("en-IN")} ${label}`)
    .join(" · ");
}
