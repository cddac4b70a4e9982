// Made from the database's own catalogue by `npm run types`; a test compares the two.

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json | undefined };

export type Database = {
  public: {
    Tables: {
      audit_log: {
        Row: {
          id: number;
          at: string;
          actor: string | null;
          actor_email: string;
          action:
            | "plan assigned"
            | "plan deactivated"
            | "plan created"
            | "plan updated"
            | "plan deleted"
            | "campaign created"
            | "campaign paused"
            | "campaign resumed"
            | "campaign stopped"
            | "campaign retried"
            | "test mail sent"
            | "mail sent"
            | "mail failed"
            | "document viewed"
            | "admin granted"
            | "admin revoked"
            | "super-admin password changed"
            | "backup restored";
          subject_id: string | null;
          subject: string | null;
          details: Json;
          address: string | null;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [];
      };
      campaign_recipients: {
        Row: {
          id: string;
          campaign_id: string;
          user_id: string | null;
          name: string;
          email: string;
          state: "queued" | "sending" | "sent" | "failed" | "skipped";
          reason: string | null;
          attempts: number;
          due_at: string;
          finished_at: string | null;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [];
      };
      campaigns: {
        Row: {
          id: string;
          request_id: string;
          created_at: string;
          created_by: string | null;
          plan_level: string | null;
          plan_exam: string | null;
          plan_name: string | null;
          subject: string;
          body: string;
          state: "sending" | "paused" | "stopped" | "done";
          paused_by: "admin" | "failures" | null;
          finished_at: string | null;
        };
        Insert: Record<never, never>;
        Update: Record<never, never>;
        Relationships: [];
      };
      plans: {
        Row: {
          id: string;
          plan_level: "ug" | "pg";
          plan_exam: "cet" | "neet";
          plan_name: "Basic" | "Medium" | "Advanced";
          price: number;
          expires_at: string;
        };
        Insert: {
          plan_level: "ug" | "pg";
          plan_exam: "cet" | "neet";
          plan_name: "Basic" | "Medium" | "Advanced";
          price: number;
          expires_at: string;
        };
        Update: {
          plan_level?: "ug" | "pg";
          plan_exam?: "cet" | "neet";
          plan_name?: "Basic" | "Medium" | "Advanced";
          price?: number;
          expires_at?: string;
        };
        Relationships: [];
      };
      profiles: {
        Row: {
          id: string;
          email: string | null;
          first_name: string;
          last_name: string;
          phone: string;
          address_line_1: string | null;
          address_line_2: string | null;
          city: string | null;
          state: string | null;
          pin_code: string | null;
          notify_email: boolean | null;
          notify_sms: boolean;
          has_plan: boolean;
          created_at: string;
          had_plan: boolean;
        };
        Insert: {
          id: string;
          email?: string | null;
          first_name: string;
          last_name: string;
          phone: string;
          address_line_1?: string | null;
          address_line_2?: string | null;
          city?: string | null;
          state?: string | null;
          pin_code?: string | null;
        };
        Update: {
          id?: string;
          email?: string | null;
          first_name?: string;
          last_name?: string;
          phone?: string;
          address_line_1?: string | null;
          address_line_2?: string | null;
          city?: string | null;
          state?: string | null;
          pin_code?: string | null;
          notify_email?: boolean | null;
          notify_sms?: boolean;
          has_plan?: boolean;
        };
        Relationships: [];
      };
      slots: {
        Row: { id: string; user_id: string; start_time: string; end_time: string };
        Insert: { user_id: string; start_time: string; end_time: string };
        Update: { start_time?: string; end_time?: string };
        Relationships: [];
      };
      user_plans: {
        Row: {
          id: string;
          user_id: string;
          plan_level: "ug" | "pg";
          plan_exam: "cet" | "neet";
          plan_name: "Basic" | "Medium" | "Advanced";
          active: boolean;
          assigned_at: string;
          assigned_by: string | null;
          expires_at: string;
        };
        Insert: {
          user_id: string;
          plan_level: "ug" | "pg";
          plan_exam: "cet" | "neet";
          plan_name: "Basic" | "Medium" | "Advanced";
          active?: boolean;
          assigned_at: string;
          assigned_by?: string | null;
        };
        Update: { active?: boolean };
        Relationships: [];
      };
    };
    Views: {
      busy_slots: { Row: { start_time: string; end_time: string }; Relationships: [] };
      user_plans_with_profiles: {
        Row: {
          user_id: string;
          email: string | null;
          first_name: string;
          last_name: string;
          plan_level: "ug" | "pg";
          plan_exam: "cet" | "neet";
          plan_name: "Basic" | "Medium" | "Advanced";
          active: boolean;
          assigned_at: string;
          expires_at: string;
        };
        Relationships: [];
      };
    };
    Functions: {
      assign_plan: {
        Args: { student: string; level: string; exam: string; name: string };
        Returns: undefined;
      };
      count_audience: {
        Args: { level?: string; exam?: string; name?: string };
        Returns: { will_get: number; turned_off: number }[];
      };
      list_audit_log: {
        Args: { search?: string; deed?: string; page?: number; page_size?: number };
        Returns: {
          id: number;
          at: string;
          actor_email: string;
          action:
            | "plan assigned"
            | "plan deactivated"
            | "plan created"
            | "plan updated"
            | "plan deleted"
            | "campaign created"
            | "campaign paused"
            | "campaign resumed"
            | "campaign stopped"
            | "campaign retried"
            | "test mail sent"
            | "mail sent"
            | "mail failed"
            | "document viewed"
            | "admin granted"
            | "admin revoked"
            | "super-admin password changed"
            | "backup restored";
          subject_id: string | null;
          subject: string | null;
          details: Json;
          address: string | null;
          total: number;
        }[];
      };
      list_campaign_recipients: {
        Args: { campaign: string; state?: string; search?: string; page?: number; page_size?: number };
        Returns: {
          id: string;
          name: string;
          email: string;
          state: "queued" | "sent" | "failed" | "skipped" | "stopped";
          reason: string | null;
          attempts: number;
          finished_at: string | null;
          total: number;
        }[];
      };
      list_campaigns: {
        Args: { page?: number; page_size?: number; campaign?: string };
        Returns: {
          id: string;
          created_at: string;
          created_by_email: string | null;
          plan_level: "ug" | "pg" | null;
          plan_exam: "cet" | "neet" | null;
          plan_name: "Basic" | "Medium" | "Advanced" | null;
          subject: string;
          body: string;
          state: "sending" | "paused" | "stopped" | "done";
          paused_by: "admin" | "failures" | null;
          finished_at: string | null;
          queued: number;
          sent: number;
          failed: number;
          skipped: number;
          stopped: number;
          waits_for_server: boolean;
          total: number;
        }[];
      };
      list_students: {
        Args: { search?: string; status?: string; page?: number; page_size?: number; sort?: string };
        Returns: {
          id: string;
          email: string | null;
          first_name: string;
          last_name: string;
          phone: string;
          created_at: string;
          plan_level: "ug" | "pg" | null;
          plan_exam: "cet" | "neet" | null;
          plan_name: "Basic" | "Medium" | "Advanced" | null;
          plan_status: string;
          assigned_at: string | null;
          expires_at: string | null;
          total: number;
          total_is_exact: boolean;
        }[];
      };
      pause_campaign: { Args: { campaign: string }; Returns: undefined };
      resume_campaign: { Args: { campaign: string }; Returns: undefined };
      retry_failed: { Args: { campaign: string }; Returns: undefined };
      stop_campaign: { Args: { campaign: string }; Returns: undefined };
    };
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
};
