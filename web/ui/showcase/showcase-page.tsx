import { Button } from "../button.tsx";
import { PageTitle } from "../page-title.tsx";
import { Buttons } from "./buttons.tsx";
import { Contents } from "./contents.tsx";
import { Fields } from "./fields.tsx";
import { Messages } from "./messages.tsx";
import { Overlays } from "./overlays.tsx";

export const meta = () => [{ title: "Parts · Maarga" }];

/** Every part in every state, to look at while it is made; in development alone. */
export default function ShowcasePage() {
  const show = (theme: string) => () => {
    document.documentElement.dataset.theme = theme;
  };
  return (
    <main className="mx-auto max-w-3xl p-4 sm:p-8">
      <PageTitle
        title="The parts of Maarga"
        text="Paper, ink, Malnad green and one marigold. ಮಾರ್ಗ: the way from a rank to a seat."
        action={
          <>
            <Button variant="secondary" onClick={show("light")}>
              Light
            </Button>
            <Button variant="secondary" onClick={show("dark")}>
              Dark
            </Button>
          </>
        }
      />
      <Buttons />
      <Fields />
      <Messages />
      <Contents />
      <Overlays />
    </main>
  );
}
