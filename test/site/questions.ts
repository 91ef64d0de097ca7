/** Questions of people who begin, and the page that answers each. */
export const QUESTIONS: readonly (readonly [question: string, page: string])[] = [
  ["resume download", "download.html"],
  ["OUTCOME_UNKNOWN", "troubleshooting.html"],
  ["limit spending per month", "spending.html"],
  ["cover an area with few scenes", "choose.html"],
  ["when does a satellite pass", "choose.html"],
  ["new scenes every week", "watch.html"],
  ["upload to s3 bucket", "download.html"],
  ["store api key", "profiles.html"],
  ["exit codes", "reference.html"],
  ["series of images every two days", "series.html"],
  ["STAC catalog of my files", "deliveries.html"],
  ["let an assistant order imagery", "assistants.html"],
  ["a library for Node programs", "library.html"],
  ["approval by a colleague", "quotes.html"],
  ["install without Node", "install.html"],
  ["test my script without an account", "sandbox.html"],
];
