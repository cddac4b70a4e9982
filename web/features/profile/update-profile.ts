import { useMutation, useQueryClient } from "@tanstack/react-query";
import { tables } from "../../backend/tables.ts";
import { ownProfileKey } from "../../queries/own-profile.ts";
import { useUser } from "../../queries/user.ts";
import { type ProfileDetails, profileDetailsKey } from "./profile-details.ts";

async function updateProfile(userId: string, details: ProfileDetails): Promise<void> {
  const { error } = await tables().from("profiles").update(details).eq("id", userId);
  if (error) throw error;
}

export function useUpdateProfile() {
  const { id } = useUser();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (details: ProfileDetails) => updateProfile(id, details),
    onSuccess(_result, details) {
      queryClient.setQueryData(profileDetailsKey(id), details);
      // The sidebar shows the name.
      return queryClient.invalidateQueries({ queryKey: ownProfileKey(id) });
    },
  });
}
