import { publicMeta } from "../../layout/public-meta.ts";
import { Clause, ContactLines, LegalFrame } from "./legal-frame.tsx";

export const handle = { isStatic: true };

export const meta = () =>
  publicMeta({
    title: "Privacy Policy: Maarga",
    description:
      "Which personal information Maarga collects, what it is used for, which cookies it uses, and how to see, correct or delete what is yours.",
    path: "/privacy-policy",
  });

export default function PrivacyPage() {
  return (
    <LegalFrame
      title="Privacy Policy"
      current="/privacy-policy"
      inShort="We collect what we need to guide you, show it only to those who guide you, and sell none of it."
    >
      <Clause title="What we collect">
        <ul>
          <li>
            <b>Your name</b>, as you give it in your profile.
          </li>
          <li>
            <b>Contact details including your email address</b> and phone number, and your postal address if
            you fill it in.
          </li>
          <li>
            <b>Demographics</b>, such as your city, state and pin code, and the level and exam that you
            prepare for.
          </li>
          <li>
            <b>Survey information</b>: what you tell us when we ask how we can do better, if you choose to
            answer.
          </li>
          <li>
            <b>What your plan needs</b>: your plan and when it was assigned, the slots that you book, what you
            want to talk about in them and what was agreed, your choices about notifications, and the
            documents that you upload.
          </li>
        </ul>
        <p>
          Payments go through your own UPI app. We see the UTR and the screenshot that you send us; we never
          see your UPI PIN or your bank password, and no card details are kept here. The form on the contact
          page sends and stores nothing.
        </p>
      </Clause>
      <Clause title="What we use it for">
        <ul>
          <li>To recognize you when you log in, and to keep your account yours.</li>
          <li>To guide you: to check your documents, keep your slots, and answer your questions.</li>
          <li>
            To write to you about admissions. With a plan, notifications by email are on; you can turn them
            off at any time on the Notifications page. Text messages are sent only if you turn them on.
          </li>
          <li>To verify payments and keep the records that the law asks for.</li>
          <li>To make the service better, from what you tell us and from counts in which nobody is named.</li>
        </ul>
      </Clause>
      <Clause title="How it is kept">
        <ul>
          <li>Your password is stored only as a hash, from which nobody can read it.</li>
          <li>
            Your documents are private: you alone see them in your account, and our counsellors can open them
            through links that end after five minutes. Please do not pass such links on.
          </li>
          <li>Other students see when a mentor is busy, but never with whom.</li>
          <li>
            We keep a record of whom we wrote to about admissions, and when, as proof that you were told. The
            log of each such mail’s delivery is deleted after 24 hours.
          </li>
          <li>
            What our counsellors do in your account is recorded and kept: giving you a plan, or opening one of
            your documents, with who did it and when.
          </li>
        </ul>
      </Clause>
      <Clause title="Cookies, and what stays in your browser">
        <p>We use no cookies for advertising and none that follow you to other websites. There are only:</p>
        <ul>
          <li>a cookie that remembers light or dark, once you have chosen, for a year;</li>
          <li>a cookie that remembers whether the side menu is folded, for seven days;</li>
          <li>
            a cookie that recognizes a device on which you have logged in, so that others who guess your
            password do not slow you down, for 400 days;
          </li>
          <li>
            your session, in your browser's own storage, so that you stay logged in. Logging out deletes it;
          </li>
          <li>
            in the same storage, what you have typed and not sent yet, and your next slots, your plan and the
            list of your documents, so that you see them without a connection. Logging out deletes these too;
          </li>
          <li>
            the documents that you open, only if you turn on “Keep on this phone” on the Documents page.
            Turning it off or logging out deletes them.
          </li>
        </ul>
        <p>
          You can delete them in your browser whenever you like; you are then logged out, and the colours
          follow your device again. To keep bots out, logging in and registering include a challenge that your
          browser solves. If it is run by another company, that company sees your visit to those pages.
        </p>
      </Clause>
      <Clause title="Who else sees it">
        <p>
          We do not sell, rent or trade personal information. Companies that run our servers and deliver our
          mail handle it for us and may use it for nothing else. Beyond that we pass it on only with your
          consent, or where the law obliges us to.
        </p>
      </Clause>
      <Clause title="Controlling your personal information">
        <ul>
          <li>See and correct your details yourself on the Update Profile page.</li>
          <li>Download or delete your documents yourself on the Documents page.</li>
          <li>Turn notifications on or off yourself on the Notifications page.</li>
          <li>
            Ask us for a copy of what we hold about you, to correct what is wrong, or to delete your account.
            We keep only what the law tells us to keep.
          </li>
        </ul>
        <p>
          If you are under 18, please use Maarga with the consent of a parent or guardian, who may ask all
          this for you.
        </p>
      </Clause>
      <Clause title="Corrections, questions and complaints">
        <p>
          If something that we hold about you is wrong or incomplete, write or call. We correct it as soon as
          we can.
        </p>
        <ContactLines />
      </Clause>
      <Clause title="Changes">
        <p>If this policy changes, the new text is published here with its date.</p>
      </Clause>
    </LegalFrame>
  );
}
