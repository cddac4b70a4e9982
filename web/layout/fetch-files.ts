/** Thrown if a file is gone from the server, because the server has been updated since this page was opened. */
export class UpdatedServer extends Error {}

const fetched = new Set<string>();

export const isFetched = (file: string): boolean => fetched.has(file);

/** Loads files into the browser's cache, where the next page finds them. */
export async function fetchFiles(
  files: readonly string[],
  priority: RequestPriority = "auto",
): Promise<void> {
  await Promise.all(
    files.map(async (file) => {
      const response = await fetch(file, { priority });
      if (response.status === 404) throw new UpdatedServer(file);
      if (!response.ok) throw new Error(`${file}: ${response.status}`);
      await response.arrayBuffer();
      fetched.add(file);
    }),
  );
}
