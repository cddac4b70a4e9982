import { toast } from "./toast.ts";

/**
 * Opens a document in a new tab. The tab is opened before the link is fetched, because browsers block windows that open
 * long after the click.
 */
export async function openInTab(fetchLink: () => Promise<string>): Promise<void> {
  const tab = window.open("about:blank", "_blank");
  try {
    const url = await fetchLink();
    if (!tab) {
      window.location.assign(url);
      return;
    }
    tab.opener = null;
    tab.location.replace(url);
  } catch (error) {
    tab?.close();
    toast.error(error instanceof Error ? error.message : "The document could not be opened.");
  }
}
