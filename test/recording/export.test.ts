import { exports } from "./lines/export.ts";
import { playRecorded } from "./play-recorded.ts";

playRecorded({ name: "export", steps: exports });
