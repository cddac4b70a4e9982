import { Fact } from "../fact.tsx";
import { GuideSection } from "../guide-section.tsx";

export function Reservation() {
  return (
    <GuideSection id="reservation">
      <p>
        How many seats each category has is set by the government’s order of the year. Older pages still show
        shares that have changed, so we print none: read KEA’s seat matrix.
      </p>
      <ul>
        <li>
          <strong>Caste and category certificates</strong> come from the Tahsildar (
          <span lang="kn">ತಹಶೀಲ್ದಾರ್</span>) with an RD number: <Fact id="formScSt" /> for SC and ST,{" "}
          <Fact id="formCategory1" /> for Category 1, <Fact id="formBackward" /> for 2A, 2B, 3A and 3B.
        </li>
        <li>
          <strong>Rural</strong> <Fact id="ruralShare" /> and <strong>Kannada medium</strong>{" "}
          <Fact id="kannadaMediumShare" /> cut across all categories. You need <Fact id="tenYears" />, and a
          certificate countersigned by the BEO. Rural candidates of General Merit also need a Non-Creamy-Layer
          certificate.
        </li>
        <li>
          <strong>Kalyana Karnataka, Article 371(J)</strong> (<span lang="kn">ಕಲ್ಯಾಣ ಕರ್ನಾಟಕ</span>: Bidar,
          Kalaburagi, Yadgir, Raichur, Koppal, Ballari): <Fact id="kalyanaRegional" /> of the seats in the
          region’s own institutions, <Fact id="kalyanaState" /> in those for the whole state. The certificate
          is <Fact id="form371j" />, from the Assistant Commissioner.
        </li>
        <li>
          <strong>SNQ</strong> (supernumerary quota): <Fact id="snqShare" /> in AICTE colleges for families
          with an income under <Fact id="snqIncome" />. No tuition fee; the university’s fee was{" "}
          <Fact id="snqUniversityFee" />.
        </li>
      </ul>
    </GuideSection>
  );
}
