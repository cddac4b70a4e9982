import { startReading } from "./start-reading.ts";

const guide = document.querySelector(".guide");
if (guide) startReading(guide);
