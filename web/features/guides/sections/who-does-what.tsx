import { Fact } from "../fact.tsx";
import { GuideSection } from "../guide-section.tsx";
import { TermCard, TermCards } from "../term-cards.tsx";

export function WhoDoesWhat() {
  return (
    <GuideSection id="who-does-what">
      <p>
        An exam gives you a rank. A seat comes from somebody else, through a registration of its own, with its
        own fee and its own last day. Many students lose a year by mixing these up.
      </p>
      <TermCards>
        <TermCard
          term={
            <>
              KEA <span lang="kn">ಕರ್ನಾಟಕ ಪರೀಕ್ಷಾ ಪ್ರಾಧಿಕಾರ</span>
            </>
          }
        >
          The Karnataka Examinations Authority holds UGCET and PGCET, and gives out Karnataka’s own seats for
          both of them and for UG NEET and PG NEET. It also has <Fact id="keaApp" />, in Kannada and English;
          you find them on <a href="https://cetonline.karnataka.gov.in/kea">KEA’s site</a>.
        </TermCard>
        <TermCard term="MCC">
          The Medical Counselling Committee gives out the all-India part. UG: <Fact id="mccUgShare" /> of
          government seats and <Fact id="mccUgDeemed" /> of deemed and central universities, AIIMS and JIPMER.
          PG: <Fact id="mccPgShare" /> of government seats, and the deemed and central ones.
        </TermCard>
        <TermCard term="NTA and NBEMS">
          They hold the exam: NTA for UG NEET, NBEMS for PG NEET. You get a rank from them, and no seat.
        </TermCard>
        <TermCard term="You">
          If you want both a Karnataka seat and an all-India seat, you register twice: with KEA and with MCC.
          Registering with one does not register you with the other.
        </TermCard>
      </TermCards>
    </GuideSection>
  );
}
