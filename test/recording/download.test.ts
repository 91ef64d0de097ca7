import { download } from "./lines/order.ts";
import { playRecorded } from "./play-recorded.ts";

playRecorded({ name: "download", steps: download, resumes: true });
