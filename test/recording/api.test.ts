import { api } from "./lines/account.ts";
import { playRecorded } from "./play-recorded.ts";

playRecorded({ name: "api", steps: api });
