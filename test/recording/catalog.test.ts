import { catalog } from "./lines/catalog.ts";
import { playRecorded } from "./play-recorded.ts";

playRecorded({ name: "catalog", steps: catalog });
