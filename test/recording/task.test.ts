import { task } from "./lines/task.ts";
import { playRecorded } from "./play-recorded.ts";

playRecorded({ name: "task", steps: task });
