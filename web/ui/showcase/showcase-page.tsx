import { Button } from "../button.tsx";
import { PageTitle } from "../page-title.tsx";
import { Buttons } from "./buttons.tsx";
import { Fields } from "./fields.tsx";
import { Messages } from "./messages.tsx";
import { Overlays } from "./overlays.tsx";
import { TabsAndTables } from "./tabs-and-tables.tsx";

export const meta = () => [{ title: "Components · Maarga" }];

/** Shows every component in every state, in development only. */
export default function ShowcasePage() {
  const setTheme = (theme: string) => () => {
    document.documentElement.dataset.theme = theme;
  };
  return (
    <main className="mx-auto max-w-3xl p-4 sm:p-8">
      <PageTitle
        title="Components"
        text="Every component in every state."
        action={
          <>
            <Button variant="secondary" onClick={setTheme("light")}>
              Light
            </Button>
            <Button variant="secondary" onClick={setTheme("dark")}>
              Dark
            </Button>
          </>
        }
      />
      <Buttons />
      <Fields />
      <Messages />
      <TabsAndTables />
      <Overlays />
    </main>
  );
}
