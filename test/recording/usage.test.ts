import { usage } from "./lines/usage.ts";
import { playRecorded } from "./play-recorded.ts";

playRecorded({ name: "usage", steps: usage });
