import { sandbox } from "./lines/account.ts";
import { playRecorded } from "./play-recorded.ts";

playRecorded({ name: "sandbox", steps: sandbox });
