import { facts, on } from "./fact-record.ts";

const CHECKED = "2026-11-20";

/**
 * Every number and date in the guides. The guides refer to them by name, so that none appears without its cycle, its
 * source and the day on which it was checked.
 */
export const FACTS = {
  ...facts("keaBulletins", "authority", "KEA bulletins 2019–2022", CHECKED, {
    keaAddress: "18th Cross, Malleshwaram, Bengaluru 560012",
    keaHelpline: "080-23 460 460",
    keaHelplineHours: "10 am to 6 pm",
    ruralShare: "15 %",
    kannadaMediumShare: "5 %",
    tenYears: "ten full years, class 1 to 10",
    formScSt: "Form D",
    formCategory1: "Form E",
    formBackward: "Form F",
  }),
  ...facts("kea2019", "authority", "KEA brochure 2019", CHECKED, {
    sevenYears: "7 academic years",
    parentSevenYears: "7 years",
    bothPucYears: "both years of PUC (class 11 and 12)",
    form371j: "Annexure-A",
  }),
  ...facts("keaNeet2019", "authority", "2019 cycle", CHECKED, {
    pcbGeneral: "50 %",
    pcbReserved: "40 %",
  }),
  ...facts("keaPgcet2019", "authority", "2019 cycle", CHECKED, {
    pgcetDocuments: "KEA’s PGCET list",
    pgcetExperience: "three years",
  }),
  ...facts("news18Quota", "newspaper", "2023 cycle", CHECKED, {
    mccUgShare: "15 %",
    mccUgDeemed: "100 %",
  }),
  ...facts("neetCounselling2025", "to be confirmed", "2025 cycle", CHECKED, {
    mccPgShare: "50 %",
  }),
  ...facts("rajyadharma", "newspaper", "launched in 2025", CHECKED, {
    keaApp: "a portal, a phone app and a chatbot",
  }),

  // Applying
  ...facts("shiksha2026", "newspaper", "2026 cycle", CHECKED, {
    ugcetOpened2026: on("2026-01-17"),
    ugcetExam2026: on("2026-04-23", "2026-04-24"),
    kannadaTest2026: on("2026-04-22"),
    aadhaarNames: "must be the same",
  }),
  ...facts("pwLive2026", "to be confirmed", "2026 cycle", CHECKED, {
    ugcetFeeGeneral: "₹500",
    ugcetFeeReserved: "₹250",
    ugcetFeeOutsideState: "₹750",
    ugcetFeeOutsideIndia: "₹5,000",
  }),
  ...facts("medicaldialoguesWindow", "newspaper", "2024 cycle", CHECKED, {
    lateWindow2024: on("2024-08-07", "2024-08-09"),
  }),
  ...facts("neetsupport", "to be confirmed", "2025 cycle", CHECKED, {
    lateWindow2025: on("2025-07-17"),
  }),
  ...facts("edexliveVerification", "newspaper", "2025 cycle", CHECKED, {
    editsClosed: on("2025-05-02"),
    verifyAgain: "has to be verified again",
    keaVerification: on("2025-05-05"),
    verificationCopies: "one set of photocopies",
    routeNoVisit: "no visit is needed",
  }),

  // Allotment
  ...facts("mahitimane", "newspaper", "2025 cycle", CHECKED, {
    slip: on("2025-06-23"),
  }),
  ...facts("ummidOptions", "newspaper", "since 2023", CHECKED, {
    combinedList: "combined",
  }),
  ...facts("ndtvOptions", "newspaper", "2025 cycle", CHECKED, {
    optionsOpened: on("2025-07-08"),
  }),
  ...facts("tnieMock", "newspaper", "2025 cycle", CHECKED, {
    mock: on("2025-07-25"),
    mockEdits: on("2025-07-29T17:00"),
    roundOneProvisional: on("2025-08-01T11:00"),
    roundOneFinal: on("2025-08-02T14:00"),
    roundOneChoices: on("2025-08-04", "2025-08-07"),
  }),
  ...facts("tnieChoices", "newspaper", "2025 cycle", CHECKED, {
    roundTwoFinal: on("2025-08-30"),
    cautionDeposit: "₹10,000",
    noChoiceRemoved: "removed from the process",
    mccLeave: "let students with an MCC seat leave",
  }),
  ...facts("ndtvReporting", "newspaper", "2025 cycle", CHECKED, {
    roundTwoSlip: on("2025-09-04T17:30"),
    roundTwoReport: on("2025-09-04T18:30"),
    reportingCopies: "originals and two photocopies",
  }),
  ...facts("collected2025", "to be confirmed", "2025 cycle", CHECKED, {
    ugcetExam2025: on("2025-04-16", "2025-04-17"),
  }),
  ...facts("onlyeducation", "to be confirmed", "2025 cycle", CHECKED, {
    medicalRanInto: "November and December 2025",
    noChoicesLater: "no choices are offered",
  }),

  // UG NEET
  ...facts("prajavaniFee", "newspaper", "2025 cycle", CHECKED, {
    neetRoundOneAbove: "₹12 lakh",
    neetRoundOneUpfront: "₹12,00,117",
    neetRoundOneUpfrontReserved: "₹2 lakh",
  }),
  ...facts("telegraphNeet", "newspaper", "2025 cycle", CHECKED, {
    neetRoundTwoDeposit: "₹1,00,000",
  }),
  ...facts("hellomentor", "to be confirmed", "undated", CHECKED, {
    neetLaterDeposit: "₹10,000",
  }),
  ...facts("dhMopUp", "newspaper", "2023 cycle", CHECKED, {
    mopUpDeposit: "₹1 lakh",
  }),
  ...facts("careers360Bond", "newspaper", "2025 cycle", CHECKED, {
    mbbsService: "one year",
  }),
  ...facts("medicaldialoguesOutside", "newspaper", "2021 cycle", CHECKED, {
    outsideAyush: "closed to them",
  }),
  ...facts("toiNri", "newspaper", "2025 cycle", CHECKED, {
    nriCertificateAge: "under six months old",
  }),

  // Clauses and reservation
  ...facts("hinduKannadaTest", "newspaper", "2020 cycle", CHECKED, {
    kannadaTestPass: "12 of 50",
  }),
  ...facts("ugneet2021", "to be confirmed", "2021 cycle", CHECKED, {
    benefitsWith: "a, b, f, h, j, k, l and o",
    benefitsWithout: "c, d, e, g, i, m and n",
  }),
  ...facts("hindu371j", "newspaper", "2013 orders", CHECKED, {
    kalyanaRegional: "70 %",
    kalyanaState: "8 %",
  }),
  ...facts("indiatodayFees", "newspaper", "2025 cycle", CHECKED, {
    snqShare: "5 %",
    snqIncome: "₹8 lakh",
    snqUniversityFee: "₹10,610",
    engineeringGovernment: "₹44,200",
    engineeringUvce: "₹49,600",
  }),

  // Documents
  ...facts("news18Documents", "newspaper", "2023 cycle", CHECKED, {
    ugcetDocuments: "KEA’s UGCET list",
    ugcetPhotos: "two",
  }),
  ...facts("indiatvDocuments", "newspaper", "2025 cycle", CHECKED, {
    mccDocuments: "MCC’s list",
    mccPhotos: "8",
  }),
  ...facts("medicaldialoguesPgDocuments", "newspaper", "bulletins 2016–2019", CHECKED, {
    pgneetDocuments: "KEA’s PG NEET list",
  }),

  // Money
  ...facts("educationguide", "to be confirmed", "undated", CHECKED, {
    mccUgGeneral: "₹1,000 + ₹10,000 refundable",
    mccUgReserved: "₹500 + ₹5,000",
    mccUgDeemedFee: "₹5,000 + ₹2,00,000",
  }),
  ...facts("radicaleducation", "to be confirmed", "undated", CHECKED, {
    mccRounds: "four rounds",
    mccNoResignation: "from Round 3 on",
  }),
  ...facts("onmanorama", "newspaper", "2022 cycle", CHECKED, {
    mccFreeExit: "Round 1",
  }),
  ...facts("collegeguruji", "to be confirmed", "undated", CHECKED, {
    mccPgGeneral: "₹1,000 + ₹25,000",
    mccPgReserved: "₹500 + ₹10,000",
    mccPgDeemedFee: "₹5,000 + ₹2,00,000",
  }),
  ...facts("edexliveStray", "newspaper", "2024–25 cycle", CHECKED, {
    mccPgStray: "₹50,000",
    mccPgStrayDeemed: "₹3,00,000",
  }),
  ...facts("kannadadunia", "newspaper", "2025 cycle", CHECKED, {
    mbbsGovernment: "₹64,350",
    mbbsGovernmentInPrivate: "₹1,53,571",
    mbbsPrivate: "₹12,00,117",
    mbbsNri: "₹40,11,950",
  }),
  ...facts("hinduFees2024", "newspaper", "2024 cycle", CHECKED, {
    mbbsSpreadGovernment: "₹1.54 to 6.10 lakh",
    mbbsSpreadPrivate: "₹8.11 to 25.16 lakh",
    mbbsSpreadNri: "₹26.6 to 45.2 lakh",
  }),
  ...facts("hinduGivenBack", "newspaper", "2024 cycle", CHECKED, {
    medicalGivenBack: "596 medical seats",
  }),
  ...facts("telegraphNri", "newspaper", "2025 cycle", CHECKED, {
    nriInGovernment: "₹25 lakh",
    nriInGovernmentShare: "15 %",
  }),
  ...facts("hinduPrivateFees", "newspaper", "2024–25 cycle", CHECKED, {
    engineeringPrivate: "₹1,07,495",
    engineeringMinority: "₹1,15,956",
  }),
  ...facts("dhLeaving", "newspaper", "2020–2022 cycles", CHECKED, {
    leavingLate: "five to six times the fee",
    leavingStudents2020: "₹1.18 crore from 168 students (2020–21)",
    leavingStudents2022: "₹55 lakh from 162 students (2022)",
  }),
  ...facts("edexliveCancel", "newspaper", "2022 cycle", CHECKED, {
    earlyCancel: "₹5,000",
  }),
  ...facts("gyanbazaar", "to be confirmed", "2025 cycle", CHECKED, {
    pgcetFee: "₹700",
  }),
  ...facts("edexlivePg", "newspaper", "2025 cycle", CHECKED, {
    pgCancelEarly: "₹25,000",
    pgNotJoining: "₹1.5 lakh, and barred",
    pgCancelBeforeMopUp: "₹7 lakh",
    pgCancelAfterMopUpMedical: "₹8 lakh + fees",
    pgCancelAfterMopUpDental: "₹6 lakh + fees",
    pgLeaveDegree: "₹10 lakh",
    pgLeaveDiploma: "₹4 lakh",
  }),
  ...facts("medicaldialoguesService", "newspaper", "2025 cycle", CHECKED, {
    pgServiceAll: "one year",
    pgServiceGovernment: "three years",
    pgServiceBond: "₹50 lakh or ₹25 lakh",
  }),

  // Dates of MCC, PGCET and PG NEET
  ...facts("indiatvDates", "newspaper", "2025 cycle", CHECKED, {
    mccRegistration: on("2025-07-21"),
    mccStray: on("2025-11-04", "2025-11-09"),
    mccStrayResult: on("2025-11-12"),
  }),
  ...facts("mitimphal", "to be confirmed", "2025 cycle", CHECKED, {
    pgcetOptions: on("2025-09-24", "2025-09-28"),
    pgcetMock: on("2025-09-29"),
    pgcetFinal: on("2025-10-04"),
    pgcetChoices: on("2025-10-04", "2025-10-07"),
    pgcetPay: on("2025-10-06", "2025-10-08"),
    pgcetJoin: on("2025-10-09"),
  }),
  ...facts("getmyuni", "to be confirmed", "2025 cycle", CHECKED, {
    pgneetRegister: on("2025-10-04", "2025-10-17"),
    pgneetVerify: on("2025-10-27", "2025-11-06"),
    pgneetVerifyLast: on("2025-11-10"),
    pgneetOptions: on("2025-11-18", "2025-11-20"),
    pgneetMock: on("2025-11-21"),
    pgneetEdits: on("2025-11-24T10:00"),
    pgneetOriginals: "after Round 1",
  }),

  // Common mistakes
  ...facts("tnieRdNumber", "newspaper", "2022 cycle", CHECKED, {
    rdErrors: "about 13,000 errors",
  }),
  ...facts("tnieClaims", "newspaper", "2018 cycle", CHECKED, {
    claimsLost: "cannot be added at allotment",
  }),
  ...facts("hinduBlocking", "newspaper", "2023–24 case", CHECKED, {
    seatBlocking: "used to block seats",
  }),
  ...facts("ians", "newspaper", "2025 cycle", CHECKED, {
    onlyKea: "only KEA allots",
  }),
  ...facts("dhForged", "newspaper", "undated", CHECKED, {
    forgedPapers: "barred, with a police case",
  }),
  ...facts("serverLoad", "newspaper", "2012 and 2022", CHECKED, {
    serversFailed: "failed under load",
  }),
};

export type FactId = keyof typeof FACTS;
