import { repeat } from "./lines/task.ts";
import { playRecorded } from "./play-recorded.ts";

playRecorded({ name: "repeat", steps: repeat });
