import { order } from "./lines/order.ts";
import { playRecorded } from "./play-recorded.ts";

playRecorded({ name: "order", steps: order });
