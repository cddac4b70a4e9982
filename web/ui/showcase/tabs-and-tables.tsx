import { Badge } from "../badge.tsx";
import { Button } from "../button.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableMessage, TableRow } from "../table.tsx";
import { Tab, TabPanel, Tabs, TabsList } from "../tabs.tsx";
import { ShowcaseSection } from "./showcase-section.tsx";

const ROWS = [
  { level: "UG", exam: "CET", name: "Medium", price: "₹5,000", expiry: "2027-08-31 23:59" },
  { level: "PG", exam: "NEET", name: "Advanced", price: "₹20,500", expiry: "2027-10-31 23:59" },
];

export function TabsAndTables() {
  return (
    <ShowcaseSection title="Tabs and tables">
      <Tabs defaultValue="book">
        <TabsList aria-label="Slots">
          <Tab value="book">Book a Slot</Tab>
          <Tab value="history">Slot History</Tab>
        </TabsList>
        <TabPanel value="book" keepMounted className="py-4">
          Sat 21 Nov, 10:30 AM
        </TabPanel>
        <TabPanel value="history" className="py-4">
          No slots booked yet.
        </TabPanel>
      </Tabs>
      <Table label="Plans">
        <TableHead>
          <TableRow>
            <TableHeadCell>Level</TableHeadCell>
            <TableHeadCell>Exam</TableHeadCell>
            <TableHeadCell>Name</TableHeadCell>
            <TableHeadCell numeric>Price</TableHeadCell>
            <TableHeadCell>Expiry</TableHeadCell>
            <TableHeadCell>Status</TableHeadCell>
            <TableHeadCell>Actions</TableHeadCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {ROWS.map((row) => (
            <TableRow key={row.price}>
              <TableCell>{row.level}</TableCell>
              <TableCell>{row.exam}</TableCell>
              <TableCell>{row.name}</TableCell>
              <TableCell numeric>{row.price}</TableCell>
              <TableCell className="tabular whitespace-nowrap">{row.expiry}</TableCell>
              <TableCell>
                <Badge tone="good">Active</Badge>
              </TableCell>
              <TableCell>
                <Button variant="secondary" size="small">
                  Edit
                </Button>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <Table label="Users">
        <TableHead>
          <TableRow>
            <TableHeadCell>Name</TableHeadCell>
            <TableHeadCell>Status</TableHeadCell>
          </TableRow>
        </TableHead>
        <TableBody>
          <TableMessage columns={2}>No results.</TableMessage>
        </TableBody>
      </Table>
    </ShowcaseSection>
  );
}
