import { machine } from "./lines/account.ts";
import { playRecorded } from "./play-recorded.ts";

playRecorded({ name: "machine", steps: machine, alone: true });
