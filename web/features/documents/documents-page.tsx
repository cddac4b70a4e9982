import { type ReactNode, useCallback, useState } from "react";
import { Link } from "react-router";
import { useCurrentPlan } from "../../queries/current-plan.ts";
import { buttonClasses } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { DocumentList } from "./list/document-list.tsx";
import { useStoredDocuments } from "./requests/stored-documents.ts";
import { checkFiles } from "./upload/chosen-file.ts";
import { UploadCard } from "./upload/upload-card.tsx";
import { useUploads } from "./upload/use-uploads.ts";

export const meta = () => [{ title: "Your Documents · Maarga" }];

export const handle = {
  skeleton: (
    <Frame>
      <div className="mt-4 grid">
        <CheckingPlan />
      </div>
    </Frame>
  ),
};

export default function DocumentsPage() {
  const [announcement, setAnnouncement] = useState("");
  const announce = useCallback((text: string) => setAnnouncement(text), []);
  return (
    <Frame>
      <UploadArea announce={announce} />
      <DocumentList announce={announce} />
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="max-w-3xl">
      <PageTitle title="Your Documents" />
      <Notice kind="info">
        <ul className="grid gap-1">
          <li>Only you can access these files; Maarga’s counsellors open them only to check them for you.</li>
          <li>Uploads are optimised: pictures are made smaller first, which saves your data.</li>
          <li>Please do not share links to your documents.</li>
        </ul>
      </Notice>
      {children}
    </div>
  );
}

function CheckingPlan() {
  return (
    <Card className="grid min-h-60 place-items-center">
      <p role="status" className="text-muted">
        Checking your plan...
      </p>
    </Card>
  );
}

function UploadArea({ announce }: { announce: (text: string) => void }) {
  const plan = useCurrentPlan();
  const documents = useStoredDocuments();
  const uploads = useUploads(announce);
  const hasPlan = Boolean(plan.data);
  const files = checkFiles(uploads.chosen, { hasPlan, count: documents.data?.length ?? 0 });

  return (
    <div className="mt-4 grid gap-4">
      {plan.isPending && <CheckingPlan />}
      {plan.isError && plan.data === undefined && (
        <LoadFailed onRetry={plan.refetch} busy={plan.isFetching} />
      )}
      {plan.data === null && (
        <Card className="grid justify-items-start gap-4">
          <p>Please purchase a plan to upload and manage documents.</p>
          <Link to="/pricing" className={buttonClasses()}>
            Buy Plan
          </Link>
        </Card>
      )}
      {/* The chosen files stay on the page, even if the plan ends in the meantime. */}
      {(hasPlan || files.length > 0) && (
        <UploadCard uploads={uploads} files={files} hasPlan={hasPlan} count={documents.data?.length} />
      )}
    </div>
  );
}
