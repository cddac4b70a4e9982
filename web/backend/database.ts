// Made from the database's own catalogue by `npm run types`; a test compares the two.

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json | undefined };

export type Database = {
  public: {
    Tables: {
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
        }[];
      };
    };
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
};
