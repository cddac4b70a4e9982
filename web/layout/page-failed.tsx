/** Shown when a page throws, or when a part of it cannot be loaded, such as after an update or while offline. */
export function PageFailed() {
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center gap-4 p-6">
      <h1 className="text-2xl">This page could not be shown</h1>
      <p className="text-muted">
        The connection may be weak, or Maarga has been updated. Everything you saved is safe.
      </p>
      <p className="flex flex-wrap gap-4">
        <button
          type="button"
          onClick={() => window.location.reload()}
          className="inline-flex min-h-11 items-center rounded-control bg-press px-4 font-semibold text-on-press hover:bg-press-hover"
        >
          Try again
        </button>
        <a href="/" className="inline-flex min-h-11 items-center font-semibold text-press underline">
          Home
        </a>
      </p>
    </main>
  );
}
