import { account } from "./lines/account.ts";
import { playRecorded } from "./play-recorded.ts";

playRecorded({ name: "account", steps: account });
