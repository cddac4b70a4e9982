import { useState } from "react";
import { ChoiceGroup } from "../choice-group.tsx";
import { PasswordField, SelectField, TextArea, TextField } from "../field.tsx";
import { Switch } from "../switch.tsx";
import { ShowcaseSection } from "./showcase-section.tsx";

const EXAMS = [
  { value: "cet", label: "CET" },
  { value: "neet", label: "NEET" },
] as const;
const PLANS = [
  { value: "Basic", label: "Basic", description: "₹10,000" },
  { value: "Medium", label: "Medium", description: "Not offered for PG", disabled: true },
  { value: "Advanced", label: "Advanced", description: "₹20,000, with a mentor until seat allotment" },
] as const;

export function Fields() {
  const [exam, setExam] = useState<"cet" | "neet" | "">("");
  const [plan, setPlan] = useState<"Basic" | "Medium" | "Advanced">("Advanced");
  const [isOn, setIsOn] = useState(true);
  return (
    <ShowcaseSection title="Fields">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="First Name" autoComplete="given-name" />
        <TextField label="Address Line 2" optional placeholder="Street, area" />
        <TextField
          label="Phone Number"
          type="tel"
          inputMode="tel"
          hint="A mentor calls you on this number."
          defaultValue="98450 12345"
        />
        <TextField
          label="Email"
          type="email"
          defaultValue="kavya@"
          error="Please enter a valid email address."
          hint="We send what matters for your seat here."
        />
        <PasswordField label="Password" autoComplete="new-password" hint="At least 8 characters." />
        <PasswordField
          label="Confirm Password"
          autoComplete="new-password"
          defaultValue="maarga"
          error="Passwords do not match."
        />
        <SelectField label="Level" options={[{ value: "ug", label: "UG" }]} />
        <SelectField label="Status" error="Please choose one." defaultValue="">
          <option value="">All Status</option>
          <option value="active">Active</option>
        </SelectField>
        <TextField label="Date" type="date" defaultValue="2026-11-21" />
        <TextField label="Start Time" type="time" defaultValue="10:30" />
        <TextField label="Disabled" disabled defaultValue="kavya@example.in" />
        <TextField label="Read only" readOnly defaultValue="MAARGA-4821" />
        <TextArea label="Message" className="sm:col-span-2" defaultValue="When do rounds begin?" />
        <TextArea label="Body" rows={6} error="Subject and body are required." className="sm:col-span-2" />
      </div>
      <ChoiceGroup label="Which exam?" options={EXAMS} value={exam} onChange={setExam} />
      <ChoiceGroup label="Which plan?" options={PLANS} value={plan} onChange={setPlan} />
      <ChoiceGroup
        label="Which exam is it?"
        options={EXAMS}
        value={null}
        onChange={setExam}
        error="Choose one of the two."
      />
      <div className="grid gap-1">
        <Switch
          checked={isOn}
          onCheckedChange={setIsOn}
          label="Receive updates via email"
          description="All notifications till seat allotment."
        />
        <Switch checked={false} onCheckedChange={() => {}} label="Get text messages on your phone" />
        <Switch checked disabled onCheckedChange={() => {}} label="Cannot be changed now" />
        <Switch checked={false} disabled onCheckedChange={() => {}} label="Cannot be changed either" />
      </div>
    </ShowcaseSection>
  );
}
