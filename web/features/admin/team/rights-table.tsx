import { ROLE_NAMES, ROLES } from "../../../../domain/roles.ts";
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from "../../../ui/table.tsx";
import type { Team } from "./team.ts";

/** The rights of private.role_rights in database/rules/identity.sql, in words. */
const WORDS: Readonly<Record<string, string>> = {
  "see students": "See the list of students, and the profile and plans of each",
  "take payments": "Confirm payments; orders, receipts, bank statements and reports",
  "hold calls": "Hold calls: agenda, availability, and the documents of students who booked them",
  administer: "Everything else: plans, mails, documents, exports, notes, the team",
};

export function RightsTable({ rights }: { rights: Team["rights"] }) {
  return (
    <Table label="Who may do what">
      <TableHead>
        <TableRow>
          <TableHeadCell>Right</TableHeadCell>
          <TableHeadCell>Roles</TableHeadCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {[...rights].map(([right, roles]) => (
          <TableRow key={right}>
            <TableCell>{WORDS[right] ?? right}</TableCell>
            <TableCell className="font-medium">
              {ROLES.filter((role) => roles.has(role))
                .map((role) => ROLE_NAMES[role])
                .join(", ")}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
