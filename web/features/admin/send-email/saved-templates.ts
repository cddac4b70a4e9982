import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { tables } from "../../../backend/tables.ts";

export interface SavedTemplate {
  readonly id: string;
  readonly label: string;
  readonly subject: string;
  readonly body: string;
}

const savedTemplatesKey = ["mail-templates"] as const;

async function listSavedTemplates(): Promise<SavedTemplate[]> {
  const { data, error } = await tables()
    .from("mail_templates")
    .select("id,label,subject,body")
    .order("label");
  if (error) throw error;
  return data;
}

/** The texts that admins have saved for all admins. */
export function useSavedTemplates() {
  return useQuery({ queryKey: savedTemplatesKey, queryFn: listSavedTemplates });
}

async function saveTemplate(text: Omit<SavedTemplate, "id">): Promise<string> {
  const { data, error } = await tables().rpc("save_mail_template", text);
  if (error) throw error;
  return data;
}

async function removeTemplate(template: string): Promise<void> {
  const { error } = await tables().rpc("remove_mail_template", { template });
  if (error) throw error;
}

export function useTemplateChanges() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: savedTemplatesKey });
  return {
    save: useMutation({ mutationFn: saveTemplate, onSettled }),
    remove: useMutation({ mutationFn: removeTemplate, onSettled }),
  };
}
