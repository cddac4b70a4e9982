import type { ComponentProps } from "react";
import { NEVER_SHARE } from "../../../domain/calls.ts";
import { MAX_TOPIC_LENGTH, maskSecrets } from "../../../domain/slot-topics.ts";
import { TextArea } from "../../ui/field.tsx";

type Props = Pick<ComponentProps<"textarea">, "onChange" | "autoFocus"> & {
  readonly value: string;
  readonly error?: string | undefined;
};

/** Says at once what is hidden before it is stored. */
export function TopicField({ value, ...rest }: Props) {
  const masked = maskSecrets(value);
  return (
    <div className="grid gap-1">
      <TextArea
        label="What do you want to talk about?"
        optional
        hint={NEVER_SHARE}
        rows={3}
        maxLength={MAX_TOPIC_LENGTH}
        value={value}
        {...rest}
      />
      <p role="status" className="wrap-anywhere text-sm empty:hidden">
        {masked !== value && `It will be stored without what looks like one: ${masked}`}
      </p>
    </div>
  );
}
