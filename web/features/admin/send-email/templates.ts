export interface Template {
  readonly label: string;
  readonly subject: string;
  readonly body: string;
  /** The readers of the text; without it, everybody. */
  readonly exam?: string;
}

const SIGN_OFF = `Never share your KEA password, secret key or one-time codes. Nobody should ask you for them: no college, no agent, and not Maarga.

The authority's own notice always prevails. If anything here is unclear, please ask us before the last day.

Best wishes,
The Maarga team`;

/** The texts hold for every admission cycle. Dates change from year to year, so they are placeholders. */
export const TEMPLATES: readonly Template[] = [
  {
    label: "Welcome",
    subject: "Welcome to Maarga: three things to do this week",
    body: `Dear student,

Welcome to Maarga. From today until your seat is allotted, we write to you whenever something matters: a form opens, a deadline is near, a list is out.

Three things to do this week:

1. Compare your documents. Your name and date of birth should read the same on your Aadhaar and your SSLC (class 10) marks card. A difference is easy to fix now and hard to fix in the week of admission.

2. Read the Application Guide. It takes you from the application to the seat, step by step, with the list of documents for your exam.

3. Keep email notifications switched on, so that you do not miss a date. You will find them under Notifications.

If your plan includes document verification, upload your documents under Your Documents. If it includes mentor guidance, choose a time under Book Slot and bring your questions.

NEET and CET give you a rank. The seat comes from counselling, and that is the part we walk through with you.

${SIGN_OFF}`,
  },
  {
    label: "UG CET notification",
    exam: "UG CET",
    subject: "UGCET: option entry is open till [date]",
    body: `Dear student,

KEA has opened option entry for UGCET. It closes on [date]. Please do not leave it to the last evening, when the site is slowest.

What to do now:

1. Read your verification slip, line by line: category, claims, ranks. Seats follow the slip. If something is wrong, report it to KEA at once.

2. Enter colleges and courses in your order of preference, the one you want most first. You may enter as many as you like, and more options mean more chances. Save each time: what is saved when the window closes is what counts.

3. Check the fee before you list a seat, and do not list a seat that you would not take.

4. When the mock allotment is out, use it. It is only a rehearsal; afterwards you can still add, delete and reorder options till [date].

5. After an allotment, make a choice before the last day:
   Choice 1: accept the seat and join. It is final.
   Choice 2: accept it, pay, and try to move up in the next round.
   Choice 3: give it up and stay in the process.
   Choice 4: leave.
   If you make no choice, you are removed from the process. If you take Choice 2 and do not pay, you lose the seat.

When you report at the college, bring your originals, two sets of photocopies and your phone.

KEA's own site: https://cetonline.karnataka.gov.in/kea

${SIGN_OFF}`,
  },
  {
    label: "UG NEET notification",
    exam: "UG NEET",
    subject: "UG NEET counselling: what to do by [date]",
    body: `Dear student,

Your NEET rank now has to become a seat. There are two routes, and each has its own registration, fee and last day:

- KEA, for the state's seats in Karnataka: registration and document verification till [date]. https://cetonline.karnataka.gov.in/kea
- MCC, for the all-India quota and for deemed and central universities: registration till [date]. https://mcc.nic.in

Registering with one does not register you with the other. If you want a chance in both, do both.

What to do now:

1. Collect your documents: NEET admit card and score card, SSLC and 2nd PUC marks cards, study certificates, and the certificate for every category or claim that you have made. Your name must be the same on all of them.

2. For caste and income certificates, check that the RD number is that of YOUR certificate, not a parent's or a sibling's, and that it is still valid.

3. When options open on [date], enter them strictly in your order of preference, and check the yearly fee of each seat first. Fees can differ many times over within one college.

4. After each round, make your choice and pay before the last day. Without a choice, or without payment, you lose the seat.

5. If you hold a seat with both KEA and MCC, ask us before you give either up. The rules for that change each year.

${SIGN_OFF}`,
  },
  {
    label: "PG CET notification",
    exam: "PG CET",
    subject: "PGCET: option entry is open till [date]",
    body: `Dear student,

KEA has opened option entry for PGCET. It closes on [date].

Important dates:

- Option entry closes: [date]
- Mock allotment: [date]
- Final allotment: [date]
- Choice and payment till: [date]
- Join the college by: [date]

What to do now:

1. Check on KEA's site that your details and claims match your documents. Report a mistake before option entry closes.

2. Enter colleges and courses strictly in your order of preference, and save each time. What is saved when the window closes is what counts.

3. Use the mock allotment. It is only a rehearsal, and shows whether you should change your order.

4. After the allotment, make your choice and pay on time. If you make no choice, you are removed from the process.

5. Keep these ready: your degree certificate or provisional certificate, the marks cards of all years, the certificate for every claim that you have made, and photocopies of all of them.

KEA's own site: https://cetonline.karnataka.gov.in/kea

${SIGN_OFF}`,
  },
  {
    label: "PG NEET notification",
    exam: "PG NEET",
    subject: "PG NEET counselling: register and verify by [date]",
    body: `Dear doctor,

PG NEET counselling has begun. There are two routes to a seat, each with its own registration, fee and last day:

- KEA, for the state's seats in Karnataka: registration till [date], verification of documents till [date]. https://cetonline.karnataka.gov.in/kea
- MCC, for the all-India quota and for deemed and central universities: registration till [date]. https://mcc.nic.in

Registering with one does not register you with the other.

What to do now:

1. Collect your documents, originals and photocopies: NEET-PG admit card and score card, MBBS or BDS marks cards of all years, degree or provisional certificate, internship completion, council registration, proof of date of birth, ID and photos, and the documents for every claim that you have made.

2. Read the bond before you list a seat. In the last cycle (2025) every seat carried compulsory service, and government seats a longer one.

3. Enter options strictly in your order of preference till [date]. After the mock allotment you can still change them till [date].

4. Do not list a seat that you would not join. Giving up a seat costs more with every round; the amounts are in this year's notice. Talk to us before you cancel.

5. Report on time, with your originals. The last day of this round is [date].

${SIGN_OFF}`,
  },
];
