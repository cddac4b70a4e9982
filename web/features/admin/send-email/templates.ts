export interface Template {
  readonly label: string;
  readonly subject: string;
  readonly body: string;
}

const SAFETY = `Your KEA password, secret key and one-time codes are yours alone. Nobody should ask you for them: no college, no agent, and not Maarga.

The authority's own notice always prevails. If anything here is unclear, ask us before the last day, not on it.

With good wishes,
The Maarga team`;

/** What holds in every cycle; whatever changes from year to year is left for the admin to fill in. */
export const TEMPLATES: readonly Template[] = [
  {
    label: "Welcome",
    subject: "Welcome to Maarga: three things to do this week",
    body: `Dear student,

Welcome to Maarga. From today until your seat is allotted we write to you whenever something matters: a form opens, a last day comes near, a list is out.

Three things to do this week:

1. Compare your papers. Your name and date of birth should read the same on your Aadhaar and your SSLC (class 10) marks card. A difference is easy to mend now and hard to mend in the week of admission.

2. Read the Application Guide. It takes you from the application to the seat, step by step, with the list of documents for your exam.

3. Leave e-mail notifications switched on, so that no date passes you by. You find them under Notifications.

If your plan includes document verification, upload your papers under Resources. If it includes mentor guidance, choose a time under Book Slot and bring your questions.

NEET and CET give you a rank. The seat comes from counselling, and that is the part we walk through with you.

${SAFETY}`,
  },
  {
    label: "UG CET notification",
    subject: "UGCET: option entry is open till [date]",
    body: `Dear student,

KEA has opened option entry for UGCET. It closes on [date]. Please do not leave it to the last evening: the site is slowest when everybody comes.

What to do now:

1. Read your verification slip, line by line: category, claims, ranks. Seats follow the slip. If something is wrong, report it to KEA at once.

2. Enter college and course in the order in which you want them, the dearest wish first. You may enter as many as you like, and more options mean more chances. Save each time: what is saved when the window closes is what counts.

3. Look at the fee before you list a seat, and list no seat that you would not take.

4. When the mock allotment is out, use it. It is only a rehearsal; afterwards you can still add, delete and reorder options till [date].

5. After an allotment, make a choice before the last day:
   Choice 1: accept the seat and join. It is final.
   Choice 2: accept it, pay, and try to move up in the next round.
   Choice 3: give it up and stay in the process.
   Choice 4: leave.
   Who makes no choice is removed from the process, and who takes Choice 2 without paying loses the seat.

To report at the college, have your originals, two sets of photocopies and your phone with you.

KEA's own site: https://cetonline.karnataka.gov.in/kea

${SAFETY}`,
  },
  {
    label: "UG NEET notification",
    subject: "UG NEET counselling: what to do by [date]",
    body: `Dear student,

Your NEET rank now has to become a seat. There are two ways, and each has its own registration, its own fee and its own last day:

- KEA, for the state's seats in Karnataka: registration and document verification till [date]. https://cetonline.karnataka.gov.in/kea
- MCC, for the all-India quota and for deemed and central universities: registration till [date]. https://mcc.nic.in

Registering with one does not register you with the other. If you want a chance in both, do both.

What to do now:

1. Put your papers together: NEET admit card and score card, SSLC and 2nd PUC marks cards, study certificates, and the certificate for every category or claim that you have made. The name has to be the same on all of them.

2. For caste and income certificates, check that the RD number is that of YOUR certificate, not a parent's or a sibling's, and that it is still valid.

3. When options open on [date], enter them strictly in the order of your wish, and look at the yearly fee of each seat first. Seats in one college can differ many times over.

4. After each round, make your choice and pay before the last day. No choice, or no payment, and the seat is gone.

5. If you hold a seat with both KEA and MCC, ask us before you give either up. The rules for that are set anew each year.

${SAFETY}`,
  },
  {
    label: "PG CET notification",
    subject: "PGCET: option entry is open till [date]",
    body: `Dear student,

KEA has opened option entry for PGCET. It closes on [date].

The days ahead:

- Option entry closes: [date]
- Mock allotment: [date]
- Final allotment: [date]
- Choice and payment till: [date]
- Join the college by: [date]

What to do now:

1. Check on KEA's site that your details and claims are those of your papers. Report a mistake before options close.

2. Enter colleges and courses strictly in the order of your wish, and save each time. What is saved when the window closes is what counts.

3. Use the mock allotment. It is only a rehearsal, and shows whether your order needs another thought.

4. After the allotment, make your choice and pay on time. Who makes no choice is removed from the process.

5. Keep ready: your degree certificate or provisional certificate, the marks cards of all years, the certificate for every claim that you have made, and photocopies of all of them.

KEA's own site: https://cetonline.karnataka.gov.in/kea

${SAFETY}`,
  },
  {
    label: "PG NEET notification",
    subject: "PG NEET counselling: register and verify by [date]",
    body: `Dear doctor,

PG NEET counselling has begun. There are two ways to a seat, each with its own registration, fee and last day:

- KEA, for the state's seats in Karnataka: registration till [date], verification of documents till [date]. https://cetonline.karnataka.gov.in/kea
- MCC, for the all-India quota and for deemed and central universities: registration till [date]. https://mcc.nic.in

Registering with one does not register you with the other.

What to do now:

1. Put your papers together, originals and photocopies: NEET-PG admit card and score card, MBBS or BDS marks cards of all years, degree or provisional certificate, internship completion, council registration, proof of date of birth, ID and photos, and the papers of every claim that you have made.

2. Read the bond before you list a seat. In the last cycle (2025) every seat carried compulsory service, and government seats a longer one.

3. Enter options strictly in the order of your wish till [date]. After the mock allotment you can still change them till [date].

4. List no seat that you would not join. Giving up a seat costs more with every round; the amounts are in this year's notice. Talk to us before you cancel.

5. Report with your originals on time. The last day of this round is [date].

${SAFETY}`,
  },
];
