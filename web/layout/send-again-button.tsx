import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callFunction } from "../backend/call-function.ts";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast.ts";

const sendConfirmation = (id: string) => callFunction("send-account-mail", { id, kind: "confirmation" });

/** For admins: sends the confirmation of a sign-up that nobody has answered again. */
export function SendAgainButton({ id, email }: { id: string; email: string }) {
  const client = useQueryClient();
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: sendConfirmation,
    onSuccess: () => toast.success("The mail is on its way."),
    onError: ({ message }) => toast.error(message),
    onSettled: () => client.invalidateQueries({ queryKey: ["today"] }),
  });
  return (
    <Button
      size="small"
      variant="secondary"
      disabled={isSuccess}
      busy={isPending}
      aria-label={`Send the confirmation to ${email} again`}
      onClick={() => mutate(id)}
    >
      {isSuccess ? "Sent" : "Send again"}
    </Button>
  );
}
