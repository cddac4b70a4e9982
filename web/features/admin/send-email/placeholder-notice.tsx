import type { RefObject } from "react";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { findPlaceholders } from "./placeholders.ts";

type TextInput = HTMLInputElement | HTMLTextAreaElement;

interface PlaceholderNoticeProps {
  readonly placeholders: readonly string[];
  readonly fields: readonly RefObject<TextInput | null>[];
}

export function PlaceholderNotice({ placeholders, fields }: PlaceholderNoticeProps) {
  if (placeholders.length === 0) return null;
  return (
    <Notice
      kind="warning"
      title="Something is still to be filled in"
      action={
        <Button size="small" variant="secondary" onClick={() => selectFirstPlaceholder(fields)}>
          Show me
        </Button>
      }
    >
      The text still says {placeholders.join(", ")}.
    </Notice>
  );
}

function selectFirstPlaceholder(fields: PlaceholderNoticeProps["fields"]): void {
  for (const { current: field } of fields) {
    const [first] = findPlaceholders(field?.value ?? "");
    if (!field || !first) continue;
    const start = field.value.indexOf(first);
    // Browsers scroll to the caret when a field is focused, not to a selection.
    field.setSelectionRange(start, start);
    field.focus();
    field.setSelectionRange(start, start + first.length);
    return;
  }
}
