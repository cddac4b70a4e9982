import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { Link } from "react-router";
import { loadFiles } from "../../backend/load-files.ts";
import { AsOf } from "../../layout/kept/as-of.tsx";
import { useKeptAnswer } from "../../layout/kept/use-kept-answer.ts";
import { whenQuiet } from "../../layout/when-quiet.ts";
import { useCurrentPlan } from "../../queries/current-plan.ts";
import { buttonClasses } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { KeepSwitch } from "./kept/keep-switch.tsx";
import { useKeptNames, useRemovalOfDeleted } from "./kept/use-kept-documents.ts";
import { DocumentList } from "./list/document-list.tsx";
import { documentsRequest, useStoredDocuments } from "./requests/stored-documents.ts";
import { checkFiles } from "./upload/chosen-file.ts";
import { UploadCard } from "./upload/upload-card.tsx";
import { useUploads } from "./upload/use-uploads.ts";

export const meta = () => [{ title: "Your Documents · Maarga" }];

export const handle = {
  earlyRequests: [documentsRequest],
  skeleton: (
    <Frame>
      <div className="mt-4 grid">
        <CheckingPlan />
      </div>
    </Frame>
  ),
};

const QUIET_MS = 500;

/** Loads the client for downloads and deletions before the tap that needs it. */
function useFilesClient(): void {
  const client = useQueryClient();
  // If this fails, the tap loads it.
  useEffect(() => whenQuiet(client, QUIET_MS, () => void loadFiles().catch(() => undefined)), [client]);
}

export default function DocumentsPage() {
  useFilesClient();
  const [announcement, setAnnouncement] = useState("");
  const announce = useCallback((text: string) => setAnnouncement(text), []);
  const plan = useCurrentPlan();
  const documents = useStoredDocuments();
  const shown = useKeptAnswer("documents", documents);
  const { data: keptNames } = useKeptNames();
  useRemovalOfDeleted(documents.data);
  return (
    <Frame>
      {shown.asOf !== undefined && (
        <div className="mt-4">
          <AsOf
            asOf={shown.asOf}
            busy={documents.isFetching}
            onRetry={() => {
              void plan.refetch();
              void documents.refetch();
            }}
          >
            {keptNames?.length
              ? "Documents with “On this phone” open; everything else needs a connection."
              : "Opening, uploading or deleting a document needs a connection."}
          </AsOf>
        </div>
      )}
      <UploadArea announce={announce} isReachable={shown.asOf === undefined} />
      <DocumentList announce={announce} documents={shown.data} isReachable={shown.asOf === undefined} />
      {(keptNames || (documents.data?.length ?? 0) > 0) && <KeepSwitch />}
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
          <li>
            Only you can access these files, besides Maarga’s counsellors, who check them for you, and a
            mentor who has a call with you, until 30 days after it.
          </li>
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

interface UploadAreaProps {
  readonly announce: (text: string) => void;
  readonly isReachable: boolean;
}

function UploadArea({ announce, isReachable }: UploadAreaProps) {
  const plan = useCurrentPlan();
  const documents = useStoredDocuments();
  const uploads = useUploads(announce);
  const hasPlan = Boolean(plan.data);
  const files = checkFiles(uploads.chosen, { hasPlan, count: documents.data?.length ?? 0 });

  return (
    <div className="mt-4 grid gap-4">
      {plan.isPending && isReachable && <CheckingPlan />}
      {plan.isError && plan.data === undefined && isReachable && (
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
