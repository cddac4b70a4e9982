// `npm run bom`: writes the bill of materials (CycloneDX 1.6) of the product to build/bom.cdx.json.
import "./set-up/node-version.mjs";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { billOfMaterials } from "./bill-of-materials.mjs";
import { root, say } from "./set-up/project.mjs";

const file = path.join(root, "build", "bom.cdx.json");
const bom = billOfMaterials();
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`);
say(`${path.relative(root, file)} lists ${bom.components.length} components.`);
